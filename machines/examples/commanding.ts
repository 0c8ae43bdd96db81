import type { Example } from '../chart/example.ts'
import { commandingMachine, type Given } from '../commanding.ts'

const run: Given = { key: 'run a', command: 'monitor.run', args: { monitor: 'a' }, isShown: true }
const undo: Given = { key: 'undo', command: 'undo', args: {}, isShown: false }
const failure = { command: 'monitor.run', sentence: 'No answer.', isUnanswered: true }

export const commanding: readonly Example[] = [
  {
    machine: commandingMachine,
    cases: {
      GIVE: [{ given: run }, { given: undo }],
      PROGRESS: [{ done: 1, of: 2 }],
      DONE: [{ key: 'run a' }, { key: 'undo' }],
      FAILED: [
        { key: 'run a', failure },
        { key: 'undo', failure: { ...failure, isUnanswered: false } },
      ],
    },
    tells: ({ running, failure: shown, progress }) => [running, shown, progress],
  },
]
