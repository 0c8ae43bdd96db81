import type { Account } from '../../../machines/project-choice.ts'
import { Act } from '../parts/Act.tsx'
import { Notice } from '../parts/Notice.tsx'

/** Asks for the e-mail address to be confirmed, for as long as it is not. */
export const AddressNotice = ({ account }: { account: Account }) =>
  account.verify_needed && (
    <Notice
      kind="info"
      title="Confirm your e-mail address"
      actions={<Act command="account.send-verification" size="small" hint={false} />}
    >
      Open the link in the mail that was sent to you. Until then it cannot be used to reset the password.
    </Notice>
  )
