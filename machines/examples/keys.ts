import type { Example } from '../chart/example.ts'
import { keyRecordingMachine } from '../key-recording.ts'

export const keyRecording: readonly Example[] = [
  {
    machine: keyRecordingMachine.provide({
      guards: {
        isRefused: (_, { keys }) => keys === 'Mod+w',
        isTaken: (_, { keys }) => keys === 'g m',
        isUsedByBrowsers: (_, { keys }) => keys === 'Mod+p',
      },
    }),
    cases: {
      BEGIN: [{ command: 'monitor.run' }],
      PRESS: [{ chord: 'g' }, { chord: 'm' }, { chord: 'Mod+w' }, { chord: 'Mod+p' }],
    },
    tells: ({ keys }) => keys,
  },
]
