import { expect, test } from 'vitest'
import { allShownText } from '../../../src/cli/print.ts'
import { shownPieces } from '../../../src/cli/shown-pieces.ts'
import { testIo } from './test-terminal.ts'

const { io } = testIo()
const rows = Array.from({ length: 2_500 }, (_, index) => ({ id: `r${index}`, text: 'two\nlines', more: [{ index }] }))
const shown = [{ form: 'rows', rows, more: false, isWhole: true }] as const

test.each(['json', 'jsonl'] as const)(
  'many rows of %s come in pieces, and are the text that few would be',
  (format) => {
    for (const columns of [undefined, 'id']) {
      const form = { format, columns, hasHeads: true, kind: null }
      const pieces = [...shownPieces(shown, form, io)]
      expect(pieces.length).toBeGreaterThan(2)
      expect(pieces.join('')).toBe(allShownText(shown, form, io))
    }
  },
)
