import { isMailType, type WebhookTypeId } from '../../domain/alerts/webhook-types.ts'
import { useApp } from '../core/app-context.ts'
import { Notice } from '../parts/text/Notice.tsx'

/** Warns that the mail of an alert reaches nobody because no mail server is configured, and how to set one. */
export const NoMailServer = ({ type }: { type: WebhookTypeId }) => {
  const { mail } = useApp().configuration
  if (mail || !isMailType(type)) return null
  return (
    <Notice kind="warning" title="No mail server is configured.">
      Mail of this alert stays in the outbox, and nobody receives it. To send mail, set <code>SONDE_SMTP_URL</code> and
      restart the server.
    </Notice>
  )
}
