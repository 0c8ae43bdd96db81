import type { Account } from '../../../machines/projects/project-choice.ts'
import { useApp } from '../core/app-context.ts'
import { Act } from '../parts/act/Act.tsx'
import { Notice } from '../parts/text/Notice.tsx'

/** Asks for the email address to be confirmed, on every page for as long as it is not: until then nothing runs. */
export const AddressNotice = ({ account }: { account: Account }) => {
  const { mail } = useApp().configuration
  if (!account.verify_needed) return null
  return (
    <Notice
      kind="info"
      title="Confirm your email address"
      actions={mail && <Act command="account.send-verification" size="small" hint={false} />}
    >
      {mail
        ? 'Open the link in the mail that was sent to you. Until then, nothing runs and no message is sent.'
        : 'This installation sends no mail itself: ask its administrator for the link, which waits in the outbox. Until then, nothing runs and no message is sent.'}
    </Notice>
  )
}
