import { useWorld } from '../core/use-world.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { versionsOf } from '../kit/form/versions-of.ts'
import { OneWebhook } from './OneWebhook.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookHead } from './WebhookHead.tsx'
import { formOf } from './webhook-form.ts'
import type { Webhook } from './webhook-list.ts'
import { webhookTable } from './webhook-table.ts'

const Editor = ({ webhook }: { webhook: Webhook }) => {
  const world = useWorld()
  const { id } = webhook
  const form = useRecordForm({
    table: webhookTable(webhook.web_hook_type),
    key: `webhook:${id}`,
    base: formOf(webhook),
    versions: versionsOf(webhook, () => world.call('webhook.read', { params: { id } })),
    async save(body, { version: if_last_update }) {
      const row = await world.call('webhook.update', { params: { id }, body: { ...body, if_last_update } })
      world.tell(`“${row.name}” saved`)
      return row
    },
  })
  return (
    <>
      <WebhookHead webhook={webhook} editing />
      <WebhookForm form={form} webhookId={id} />
    </>
  )
}

/** Edits an alert. */
const WebhookEditScreen = () => <OneWebhook>{(webhook) => <Editor key={webhook.id} webhook={webhook} />}</OneWebhook>

export default WebhookEditScreen
