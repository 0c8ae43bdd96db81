import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import { Act } from '../parts/act/Act.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import type { Webhook } from './webhook-list.ts'

/** Says that the service of an alert has ended, with the way out; nothing for other alerts. */
export const EndedNotice = ({ webhook, editing = false }: { webhook: Webhook; editing?: boolean }) => {
  const { ended } = WEBHOOK_TYPES[webhook.web_hook_type]
  if (ended === undefined) return null
  return (
    <Notice
      kind="warning"
      title={ended}
      actions={
        !editing && (
          <Act command="webhook.edit" args={{ webhook: webhook.id }} label="Choose another type" size="small" />
        )
      }
    >
      {editing
        ? 'This alert sends nothing until it has another type. Its name, results and monitors stay.'
        : 'This alert sends nothing until you give it another type.'}
    </Notice>
  )
}
