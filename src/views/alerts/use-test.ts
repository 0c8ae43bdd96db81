import { useCallback } from 'react'
import { failureSentence } from '../../commands/core/failure-sentence.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useAttempt } from '../core/use-attempt.ts'
import { useWorld } from '../core/use-world.ts'
import type { Trial } from './Outcome.tsx'
import { draftOf, type WebhookForm } from './webhook-form.ts'

export type TestState = { readonly pending: boolean; readonly outcome: Trial | null }

/**
 * Tests the alert of a form as it stands, saved or not, when the command `webhook.try` is given. `onUnready` is called where the form
 * is not fit to be sent.
 */
export const useTest = (options: {
  form: WebhookForm
  /** Null for a new alert. */
  webhookId: string | null
  ready: boolean
  onUnready: () => void
}): TestState => {
  const { form, webhookId, ready, onUnready } = options
  const world = useWorld()
  const { isBusy, answer, failure, ask } = useAttempt((tested: WebhookForm) => {
    const body = draftOf(tested)
    return webhookId === null
      ? world.call('webhook.test-draft', { body })
      : world.call('webhook.test', { params: { id: webhookId }, body })
  })
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type !== 'TRY') return
        if (ready) ask(form)
        else onUnready()
      },
      [ready, ask, form, onUnready],
    ),
  )
  if (failure === null) return { pending: isBusy, outcome: answer }
  const detail = failureSentence(failure)
  return { pending: isBusy, outcome: { status: 'failed', http_code: null, duration: null, detail } }
}
