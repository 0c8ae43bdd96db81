import { hasEnded, type WebhookTypeId, webhookTypeOf } from '../../domain/alerts/webhook-types.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { versionsOf } from '../kit/form/versions-of.ts'
import { EndedNotice } from './EndedNotice.tsx'
import { OneWebhook } from './OneWebhook.tsx'
import { TypeChoice } from './TypeChoice.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookHead } from './WebhookHead.tsx'
import { formOf, retypedForm } from './webhook-form.ts'
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
    async save(body, { world, version: if_last_update }) {
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

/** Gives an alert another type, whose parameters are entered anew. */
const Retyping = ({ webhook, type }: { webhook: Webhook; type: WebhookTypeId }) => {
  const world = useWorld()
  const { id } = webhook
  const form = useRecordForm({
    table: webhookTable(type),
    key: `webhook:${id}:${type}`,
    base: retypedForm(webhook, type),
    async save(body, { world }) {
      const row = await world.call('webhook.update', {
        params: { id },
        body: { ...body, if_last_update: webhook.last_update },
      })
      world.tell(`“${row.name}” saved`)
      return row
    },
    leave: () => world.go('webhook', { webhookId: id }),
  })
  return (
    <>
      <WebhookHead webhook={webhook} editing />
      <WebhookForm form={form} webhookId={null} />
    </>
  )
}

const Choosing = ({ webhook }: { webhook: Webhook }) => (
  <>
    <WebhookHead webhook={webhook} editing />
    <EndedNotice webhook={webhook} editing />
    <TypeChoice
      command="webhook.change-type"
      args={{ webhook: webhook.id }}
      linkTo={(type) => ({ to: 'webhook-edit', params: { webhookId: webhook.id }, search: { type } })}
    />
  </>
)

const Ended = ({ webhook }: { webhook: Webhook }) => {
  const { search } = useCurrentRoute()
  const type = webhookTypeOf(search.type ?? '')
  if (type === null || hasEnded(type)) return <Choosing webhook={webhook} />
  return <Retyping key={type} webhook={webhook} type={type} />
}

/** Edits an alert. One whose service has ended gets another type first. */
const WebhookEditScreen = () => (
  <OneWebhook>
    {(webhook) =>
      hasEnded(webhook.web_hook_type) ? (
        <Ended key={webhook.id} webhook={webhook} />
      ) : (
        <Editor key={webhook.id} webhook={webhook} />
      )
    }
  </OneWebhook>
)

export default WebhookEditScreen
