import { useCallback, useState } from 'react'
import { failureSentence } from '../../commands/core/failure-sentence.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
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
  const [state, set] = useState<TestState>({ pending: false, outcome: null })
  const run = useCallback(async () => {
    set({ pending: true, outcome: null })
    try {
      const body = draftOf(form)
      const outcome = await (webhookId === null
        ? world.call('webhook.test-draft', { body })
        : world.call('webhook.test', { params: { id: webhookId }, body }))
      set({ pending: false, outcome })
    } catch (failure) {
      const outcome = { status: 'failed', http_code: null, duration: null, detail: failureSentence(failure) } as const
      set({ pending: false, outcome })
    }
  }, [world, form, webhookId])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type !== 'TRY') return
        if (ready) void run()
        else onUnready()
      },
      [ready, run, onUnready],
    ),
  )
  return state
}
