import { type CallbackInput, callbackMachine } from '../callback.ts'
import type { Example } from '../chart/example.ts'
import { CallError } from '../resource/failure.ts'
import { unansweredCall } from './unanswered.ts'

const unanswered = unansweredCall('token.finish')
const refused = new CallError({ ...unanswered.failure, message: 'This state was used already.', status: 409 })

const from = (input: CallbackInput): Example => ({
  machine: callbackMachine,
  input,
  cases: {
    'xstate.done.actor.finish': [{}],
    'xstate.error.actor.finish': [{ error: unanswered }, { error: refused }],
  },
  tells: ({ problem }) => problem,
})

export const callback: readonly Example[] = [
  from({ answer: { code: 'c', state: 's' }, ready: true }),
  from({ answer: { code: 'c', state: 's' }, ready: false }),
  from({ answer: {}, ready: true }),
]
