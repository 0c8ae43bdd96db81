import type { Example } from '../chart/example.ts'
import { lastDaysMachine } from '../monitors/last-days.ts'
import { unansweredCall } from './unanswered.ts'

const day = { last_result: null, pass_rate_24h: 1, median_24h: 12, hours: [] }
const unanswered = unansweredCall('statistics.before')

export const lastDays: readonly Example[] = [
  {
    machine: lastDaysMachine,
    input: { known: {} },
    cases: {
      SEEN: [
        { id: 'm', newest: 'r1', at: 1_000 },
        { id: 'm', newest: 'r2', at: 2_000 },
        { id: 'n', newest: null, at: 2_000 },
      ],
      'xstate.done.actor.read': [{ output: { m: day } }],
      'xstate.error.actor.read': [{ error: unanswered }],
    },
    tells: ({ known, wanted, asked, failure }) => [Object.keys(known), wanted, asked, failure?.message],
  },
]
