import { useCallback, useMemo } from 'react'
import { useDraft } from '../core/use-draft.ts'
import { useWorld } from '../core/use-world.ts'
import { formProblems } from './form-problems.ts'
import { OneWebhook } from './OneWebhook.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookHead } from './WebhookHead.tsx'
import { draftOf, formOf, type WebhookForm as WebhookFormValue } from './webhook-form.ts'
import type { Webhook } from './webhook-list.ts'

const Editor = ({ webhook }: { webhook: Webhook }) => {
  const world = useWorld()
  const { id } = webhook
  // Deliveries make a new row each time; the form is about what is stored of it alone.
  const stored = JSON.stringify([formOf(webhook)])
  const base = useMemo<WebhookFormValue>(() => JSON.parse(stored)[0], [stored])
  const problemsOf = useCallback((form: WebhookFormValue) => formProblems(form, webhook), [webhook])
  const save = useCallback(
    async (form: WebhookFormValue): Promise<WebhookFormValue> => {
      const row = await world.call('webhook.update', { params: { id }, body: draftOf(form) })
      world.tell(`“${row.name}” saved`)
      return formOf(row)
    },
    [world, id],
  )
  const state = useDraft({ key: `webhook:${id}`, base, problemsOf, save })
  const problems = useMemo(() => problemsOf(state.draft), [problemsOf, state.draft])
  return (
    <>
      <WebhookHead webhook={webhook} editing />
      <WebhookForm state={state} base={base} webhookId={id} problems={problems} />
    </>
  )
}

/** Changing an alert. */
const WebhookEditScreen = () => <OneWebhook>{(webhook) => <Editor key={webhook.id} webhook={webhook} />}</OneWebhook>

export default WebhookEditScreen
