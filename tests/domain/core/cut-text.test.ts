import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText, quotedLine } from '../../../src/domain/core/cut-text.ts'
import { madeStorable } from '../../../src/domain/core/storable-text.ts'
import { unstorableText } from '../../../src/server/http/storable-text.ts'

/** Text with everything that servers send by mistake or on purpose. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\0',
        '\ud83d',
        '\ude00',
        '😀',
        '\u202e',
        '\\u0000',
        '\\',
        '\\\\u0000',
        '\\ud83d',
        '\\ud83d\\ude00',
        '"',
        '\r\n',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('text of another server is stored however it is cut, as one line', () => {
  fc.assert(
    fc.property(anyText, fc.nat(40), (text, longest) => {
      const line = quotedLine(text, longest)
      expect(unstorableText(line, 'line')).toEqual([])
      expect(line.length).toBeLessThanOrEqual(longest)
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    }),
  )
})

test('a text is cut between characters, and is whole where it is short enough', () => {
  expect(cutText('ab😀', 3)).toBe('ab')
  expect(cutText('ab😀', 4)).toBe('ab😀')
})

test('a JSON answer of another server has nothing that the store refuses, and is otherwise as it was', () => {
  fc.assert(
    fc.property(anyText, anyText, (name, value) => {
      const read = JSON.parse(madeStorable(JSON.stringify({ [name]: [value] })))
      expect(unstorableText(read, '')).toEqual([])
      if (unstorableText({ [name]: value }, '').length === 0) expect(read).toEqual({ [name]: [value] })
    }),
  )
})
