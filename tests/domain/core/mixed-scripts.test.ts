import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixedScripts, mixedScriptsWords } from '../../../src/domain/core/mixed-scripts.ts'

test.each([
  ['p\u0430ypal', ['Latin', 'Cyrillic']],
  ['Acme \u0410cme', ['Latin', 'Cyrillic']],
  ['\u039fperations', ['Latin', 'Greek']],
  ['\u0430\u03bfa', ['Latin', 'Cyrillic', 'Greek']],
  ['Te\u03c7t', ['Latin', 'Greek']],
  ['ひらが\u0430', ['Cyrillic', 'Hiragana']],
  ['カ한', ['Hangul', 'Katakana']],
])('“%s” mixes %j', (text, scripts) => expect(mixedScripts(text)).toEqual(scripts))

test.each([
  'PayPal',
  'Zoe\u0308 Müller 24/7',
  'О’Коннор',
  'Команда Ada',
  'Ada-Команда',
  'Ελένη & friends',
  'Sondeのモニター',
  'APIテスト2号',
  '東京タワー',
  'ㄅ字',
  'API서버 監視',
  'क्ष',
  'می\u200cخواهم',
  'Ada 🏳️\u200d🌈',
  '\u{12000}\u{12001}',
  '',
])('“%s” mixes nothing', (text) => expect(mixedScripts(text)).toBeNull())

test('the hint names the scripts', () => {
  expect(mixedScriptsWords('p\u0430ypal')).toBe('mixes letters of Latin and Cyrillic')
  expect(mixedScriptsWords('\u0430\u03bfa')).toBe('mixes letters of Latin, Cyrillic and Greek')
  expect(mixedScriptsWords('paypal')).toBeNull()
})

/** Letters of one script each. */
const SAMPLES = {
  Latin: 'abzéß',
  Cyrillic: 'абвяё',
  Greek: 'αβγωΣ',
  Hebrew: 'אבג',
  Thai: 'กขค',
  Georgian: 'აბგ',
} as const
const script = fc.constantFrom(...(Object.keys(SAMPLES) as (keyof typeof SAMPLES)[]))
const wordOf = (name: keyof typeof SAMPLES) =>
  fc
    .array(fc.constantFrom(...SAMPLES[name], '1', '\u0301'), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(''))
const lettersOf = (name: keyof typeof SAMPLES) =>
  fc.array(fc.constantFrom(...SAMPLES[name]), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))

test('words of one script each mix nothing, in whatever order they are', () => {
  fc.assert(
    fc.property(fc.array(script.chain(wordOf), { maxLength: 6 }), (words) => {
      expect(mixedScripts(words.join(' '))).toBeNull()
    }),
  )
})

test('a word with letters of two scripts is found wherever it stands, with both names', () => {
  const two = fc.uniqueArray(script, { minLength: 2, maxLength: 2 })
  const found = two.chain(([one = 'Latin', other = 'Greek']) =>
    fc.record({
      names: fc.constant([one, other]),
      word: fc.tuple(lettersOf(one), lettersOf(other)).map((parts) => parts.join('')),
      before: fc.array(script.chain(wordOf), { maxLength: 3 }),
      after: fc.array(script.chain(wordOf), { maxLength: 3 }),
    }),
  )
  fc.assert(
    fc.property(found, ({ names, word, before, after }) => {
      expect([...(mixedScripts([...before, word, ...after].join(' ')) ?? [])].sort()).toEqual([...names].sort())
    }),
  )
})
