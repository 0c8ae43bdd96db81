import { useCallback, useMemo, useState } from 'react'
import { WEBHOOK_TYPES, webhookTypeOf } from '../../domain/alerts/webhook-types.ts'
import { useDraft } from '../core/use-draft.ts'
import { usePlace, useTitle } from '../core/use-place.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { Go } from '../parts/act/Go.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { formProblems } from './form-problems.ts'
import { SecretOnce } from './SecretOnce.tsx'
import { TypeChoice } from './TypeChoice.tsx'
import { TypeGlyph } from './TypeGlyph.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { copyOf, draftOf, formOf, newForm, type WebhookForm as WebhookFormValue } from './webhook-form.ts'
import type { Webhook } from './webhook-list.ts'

type EditorProps = {
  isCopy: boolean

  base: WebhookFormValue
  draftKey: string
  monitorId: string
  onCreated: (webhook: Webhook) => void
}

const Editor = ({ isCopy, base, draftKey, monitorId, onCreated }: EditorProps) => {
  const world = useWorld()
  const save = useCallback(
    async (form: WebhookFormValue): Promise<WebhookFormValue> => {
      const webhook = await world.call('webhook.create', { body: draftOf(form) })
      world.tell(`“${webhook.name}” created`)
      // The form is settled first: leaving it unsettled would ask about its changes.
      queueMicrotask(() => queueMicrotask(() => onCreated(webhook)))
      return formOf(webhook)
    },
    [world, onCreated],
  )
  const state = useDraft({ key: draftKey, base, problemsOf: (form) => formProblems(form), save, isNew: true })
  const problems = useMemo(() => formProblems(state.draft), [state.draft])
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
          What the other keeps secret is not copied: fill it in again.
        </Notice>
      )}
      <WebhookForm state={state} base={base} webhookId={null} problems={problems} />
    </>
  )
}

/** The form of an alert that is not there yet: its type is chosen first. The secret of one that signs is shown once, afterwards. */
const NewWebhookScreen = () => {
  const world = useWorld()
  const { search } = usePlace()
  const { monitor = '', from } = search
  const list = useResource('webhook.list', from === undefined ? null : {})
  const original = list.data?.data.find(({ id }) => id === from)
  const slow = useSlow(from !== undefined && !list.data)
  const [created, setCreated] = useState<Webhook | null>(null)
  useTitle()
  const type = original?.web_hook_type ?? webhookTypeOf(search.type ?? '')
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
  if (created) return <SecretOnce webhook={created} />
  if (from !== undefined && !list.data && !list.error) return slow ? <Loading label="Alert" /> : null
  if (!base) return <TypeChoice monitorId={monitor} />
  const draftKey = `webhook:new:${base.type}:${monitor}:${from ?? ''}`
  return (
    <Editor key={draftKey} isCopy={original !== undefined} {...{ base, draftKey, onCreated }} monitorId={monitor} />
  )
}

export default NewWebhookScreen
