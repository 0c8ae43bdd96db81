import type { Example } from '../chart/example.ts'
import { olderMachine } from '../older.ts'

const rows = [{ id: 'a' }]

export const older: readonly Example[] = [
  {
    machine: olderMachine,
    input: { of: 'results', rows: [], cursor: null },
    cases: {
      OLDER: [
        { of: 'results', rows, cursor: 'c1' },
        { of: 'failed results', rows, cursor: 'c2' },
        { of: 'results', rows, cursor: null },
      ],
      CHANGE: [{ by: (row: unknown) => row }],
      'xstate.done.actor.read': [{ output: { rows: [{ id: 'b' }], cursor: null } }],
      'xstate.error.actor.read': [{ error: new Error('No answer.') }],
    },
    tells: ({ of, rows: shown, cursor, failure }) => [of, Math.min(shown.length, 2), cursor, failure?.message],
  },
]
