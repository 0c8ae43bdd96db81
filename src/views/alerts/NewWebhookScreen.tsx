import { useCallback, useMemo, useState } from 'react'
import { hasEnded, WEBHOOK_TYPES, type WebhookTypeId, webhookTypeOf } from '../../domain/alerts/webhook-types.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { Go } from '../parts/act/Go.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { SecretOnce } from './SecretOnce.tsx'
import { TypeChoice } from './TypeChoice.tsx'
import { TypeGlyph } from './TypeGlyph.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { copyOf, newForm, type WebhookForm as WebhookFormValue } from './webhook-form.ts'
import type { Webhook } from './webhook-list.ts'
import { webhookTable } from './webhook-table.ts'

type EditorProps = {
  isCopy: boolean
  base: WebhookFormValue
  draftKey: string
  monitorId: string
  onCreated: (webhook: Webhook) => void
}

const Editor = ({ isCopy, base, draftKey, monitorId, onCreated }: EditorProps) => {
  const form = useRecordForm({
    table: webhookTable(base.type),
    key: draftKey,
    base,
    async save(body, { world }) {
      const row = await world.call('webhook.create', { body })
      world.tell(`“${row.name}” created`)
      return row
    },
    leave: onCreated,
    laterKey: (row) => `webhook:${row.id}`,
  })
  const { title } = WEBHOOK_TYPES[base.type]
  return (
    <>
      <PageHead
        title="New alert"
        badge={<TypeGlyph type={base.type} />}
        badgeFirst
        lead={
          <>
            {title} ·{' '}
            <Go to="new-webhook" search={{ monitor: monitorId }}>
              another type
            </Go>
          </>
        }
      />
      {isCopy && (
        <Notice kind="info" title="A copy.">
          Secrets are not copied: enter them again.
        </Notice>
      )}
      <WebhookForm form={form} webhookId={null} />
    </>
  )
}

const offered = (type: WebhookTypeId | null): WebhookTypeId | null => (type === null || hasEnded(type) ? null : type)

/** Form of a new alert: the type is chosen first. A signing secret is shown once, after the alert is created. */
const NewWebhookScreen = () => {
  const world = useWorld()
  const { search } = useCurrentRoute()
  const { monitor = '', from } = search
  const list = useResource('webhook.list', from === undefined ? null : {})
  // A copy of an alert whose service has ended could not be saved.
  const original = list.data?.data.find(({ id, web_hook_type: type }) => id === from && !hasEnded(type))
  const slow = useSlow(from !== undefined && !list.data)
  const [created, setCreated] = useState<Webhook | null>(null)
  useTitle()
  const type = original?.web_hook_type ?? offered(webhookTypeOf(search.type ?? ''))
  const base = useMemo(
    () => (original ? copyOf(original, monitor) : type && newForm(type, monitor)),
    [original, type, monitor],
  )
  const onCreated = useCallback(
    (webhook: Webhook) => {
      if (webhook.web_hook_type === 'webhook') setCreated(webhook)
      else if (monitor !== '') world.go('monitor-webhooks', { callId: monitor })
      else world.go('webhook', { webhookId: webhook.id })
    },
    [world, monitor],
  )
  if (created && type) return <SecretOnce webhook={created} />
  if (from !== undefined && !list.data && !list.error) return slow ? <Loading label="Alert" /> : null
  if (!base)
    return (
      <>
        <PageHead title="New alert" lead="Where should alerts go?" />
        <TypeChoice
          command="webhook.new"
          args={{ monitor: monitor || undefined }}
          linkTo={(id) => ({ to: 'new-webhook', search: { type: id, monitor } })}
        />
      </>
    )
  const draftKey = `webhook:new:${base.type}:${monitor}:${from ?? ''}`
  return (
    <Editor key={draftKey} isCopy={original !== undefined} {...{ base, draftKey, onCreated }} monitorId={monitor} />
  )
}

export default NewWebhookScreen
