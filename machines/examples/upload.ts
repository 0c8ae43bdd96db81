import type { Example } from '../chart/example.ts'
import { uploadMachine } from '../upload.ts'

export const upload: readonly Example[] = [
  {
    machine: uploadMachine,
    cases: {
      START: [{ file: { key: 'k', name: 'orders.json', size: 2 } }],
      PROGRESS: [{ sent: 1 }, { sent: 2 }],
      STORED: [{ answer: { id: 'f' } }],
      FAILED: [{ error: new Error('This file is larger than 10 MB.') }],
    },
    tells: ({ file, sent, failure, answer }) => [file?.key, sent, failure?.message, answer],
  },
]
