import fc from 'fast-check'
import { expect, test } from 'vitest'
import { strangersWords } from '../../../src/domain/core/strangers-words.ts'

test.each([
  ['Acme shop', 'Acme shop'],
  ['J.R.R. Tolkien', 'J.R.R. Tolkien'],
  ['API v2.0', 'API v2.0'],
  ['Log in at https://evil.example/now', 'Log in at evil[.]example/now'],
  ['www.evil.com', 'www[.]evil[.]com'],
  ['me@evil.com', 'me@evil[.]com'],
  ['http://10.0.0.1/x', '10[.]0[.]0[.]1/x'],
  ['two\nlines', 'two lines'],
  ['ünïcode.рф', 'ünïcode[.]рф'],
  ['cafe\u0301.com', 'cafe\u0301[.]com'],
  ['shop.e\u0301x', 'shop[.]e\u0301x'],
  ['0.ω\u0345', '0[.]ω\u0345'],
])('“%s” is mailed as “%s”', (text, expected) => expect(strangersWords(text)).toBe(expected))

test('no text is longer than a line, and in none is an address', () => {
  const link = fc.constantFrom('https://', 'ftp://', 'evil.com', 'a.co.uk', '127.0.0.1', 'x@y.org', ' ', '\n', '.', '/')
  const text = fc.array(fc.oneof(link, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 30 })
  fc.assert(
    fc.property(text, (parts) => {
      const words = strangersWords(parts.join(''))
      expect([...words].length).toBeLessThanOrEqual(60)
      expect(words).not.toMatch(/[a-z]:\/\/|[\p{L}\p{N}]\.\p{L}{2}|\d{1,3}(\.\d{1,3}){3}|\n/iu)
    }),
  )
})
