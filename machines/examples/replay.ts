import { type ReplayPicture, replayMachine } from '../alerts/replay.ts'
import type { Example } from '../chart/example.ts'

const tally = { fired: 1, repeated: 0, recovered: 1, held: 2 }
const picture: ReplayPicture = {
  type: 'picture',
  done: false,
  share: 0.5,
  partial: null,
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-31T00:00:00.000Z',
  results: 10,
  first: '2026-01-01T00:00:00.000Z',
  covered: 1,
  step_seconds: 86_400,
  buckets: [],
  totals: tally,
  messages: [],
  sent: null,
  without_no_data: false,
  without_conditions: false,
}

export const replay: readonly Example[] = [
  {
    machine: replayMachine,
    cases: {
      REPLAY: [{ request: { days: 30 } }],
      LINE: [
        { line: { type: 'waiting' } },
        { line: picture },
        { line: { ...picture, done: true, share: 1 } },
        { line: { ...picture, done: true, partial: 'Other replays were waiting, so this one ended early.' } },
        { line: { type: 'failed', message: 'The replay stopped.' } },
      ],
      FAILED: [{ message: 'The server cannot be reached.' }],
    },
    tells: ({ picture: shown, earlier, problem }) => [shown?.done, shown?.partial, earlier?.done, problem],
  },
]
