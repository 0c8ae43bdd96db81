import { isMailType, type WebhookTypeId } from '../../domain/alerts/webhook-types.ts'
import { useApp } from '../core/app-context.ts'
import { Notice } from '../parts/text/Notice.tsx'

/** Says of an alert by mail that this installation has no mail server: its mails are kept in the outbox. */
export const NoMailServer = ({ type }: { type: WebhookTypeId }) => {
  const { mail } = useApp().configuration
  if (mail || !isMailType(type)) return null
  return (
    <Notice kind="warning" title="This installation has no mail server.">
      Mails of this alert are kept in the outbox, where a site admin can read them. Nobody receives them.
    </Notice>
  )
}
