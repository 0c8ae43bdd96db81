import { attemptMachine } from '../attempt.ts'
import type { Example } from '../chart/example.ts'

export const attempt: readonly Example[] = [
  {
    machine: attemptMachine,
    cases: {
      ASK: [{ request: { id: 'r' } }],
      'xstate.done.actor.ask': [{ output: { status: 'delivered' } }],
      'xstate.error.actor.ask': [{ error: new Error('No answer.') }],
    },
    tells: ({ request, answer, failure }) => [request, answer, failure?.message],
  },
]
