import { expect, test } from 'vitest'
import { SEEN } from '../../../src/contract/core/names.ts'
import { seenPart, shownName } from '../../../src/domain/core/shown-name.ts'

const isRefused = (text: string): boolean => !SEEN.test(text)

test.each([
  'Ada Lovelace',
  'Zoë',
  'Zoe\u0308',
  'Ελένη',
  'О’Коннор',
  'می\u200cخواهم',
  'क\u094d\u200dष',
  '👩🏽\u200d💻 team',
  '🏳️\u200d🌈',
  '  padded  ',
])('“%s” is a name', (text) => expect(isRefused(text)).toBe(false))

test.each([
  ['a zero-width space', 'Pay\u200bPal'],
  ['a joiner between Latin letters', 'Pay\u200cPal'],
  ['a joiner after an emoji that joins nothing', '👩\u200d'],
  ['a direction override', 'gpj.\u202eexe'],
  ['an isolate', '\u2066Ada\u2069'],
  ['a byte order mark within', 'A\ufeffda'],
  ['a soft hyphen', 'A\u00adda'],
  ['a line break', 'Ada\nAdmin'],
  ['a null', 'Ada\u0000'],
  ['a blank letter', '\u3164'],
  ['half of a pair', '\ud800Ada'],
])('a name with %s is refused', (_, text) => {
  expect(isRefused(text)).toBe(true)
  expect(isRefused(seenPart(text))).toBe(false)
})

test('the same letters are stored in one spelling', () => {
  expect(shownName('  Zoe\u0308 ')).toBe('Zoë')
  expect(shownName('\u212bngström')).toBe('Ångström')
})
