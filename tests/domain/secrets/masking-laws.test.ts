import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MASK, Masking, maskText } from '../../../src/domain/secrets/masking.ts'
import { maskedBySight } from './masking-reference.ts'

/** Few characters, each with a meaning in some encoding, so that all combinations occur. */
const written = (most: number) =>
  fc
    .array(
      fc.constantFrom(
        ...['a', 'b', '1', 'n', 'u', '0', ' ', '+', '/', '%', '\\', '"', '\n', 'é'],
        ...[
          '%61',
          '%2F',
          '%2f',
          '%20',
          '%25',
          '%C3%A9',
          '\\n',
          '\\"',
          '\\/',
          '\\u0061',
          '\\u00e9',
          '\\\\n',
          '&',
          '&amp;',
          '&#39;',
          '&#x61;',
          '&quot;',
          ';',
          'aaaa',
          'YWFh',
          '=',
        ],
      ),
      { minLength: 1, maxLength: most },
    )
    .map((parts) => parts.join(''))

const inHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '&#39;')
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const spellings: ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  encodeURI,
  (text) => new URLSearchParams({ k: text }).toString().slice(2),
  inJson,
  (text) => inJson(text).replaceAll('/', '\\/'),
  inHtml,
  (text) => text.replace(/[\s\S]/gu, (letter) => `&#x${letter.codePointAt(0)?.toString(16)};`),
  (text) => Buffer.from(`u:${text}`).toString('base64'),
  (text) => Buffer.from(`${text}:x`).toString('base64url'),
]

/** Encodings within each other, as a document within a document has them. */
const nested: ((text: string) => string)[] = [
  (text) => inJson(inJson(text)),
  (text) => inJson(inHtml(text)),
  (text) => inHtml(inJson(text)),
  (text) => inHtml(inHtml(text)),
  (text) => inJson(inHtml(encodeURIComponent(text))),
]

describe('Masking', () => {
  test('masks exactly what the reference finds at each place', () => {
    fc.assert(
      fc.property(fc.array(written(5), { minLength: 1, maxLength: 4 }), written(14), (secrets, text) => {
        expect(maskText(text, secrets)).toBe(maskedBySight(text, secrets))
      }),
      { numRuns: 3_000 },
    )
  })

  test('finds a secret in every encoding, whatever surrounds it', () => {
    fc.assert(
      fc.property(
        written(6).filter((secret) => secret.length >= 4),
        fc.constantFrom(...spellings),
        written(6),
        written(6),
        (secret, spell, before, after) => {
          const text = before + spell(secret) + after
          const masked = maskText(text, [secret])
          expect(masked).toBe(maskedBySight(text, [secret]))
          expect(masked).toContain(MASK)
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test('finds a secret in encodings within each other, in a text that is encoded whole', () => {
    fc.assert(
      fc.property(
        written(6).filter((secret) => secret.length >= 4),
        fc.constantFrom(...nested),
        written(6),
        written(6),
        (secret, spell, before, after) => {
          const text = spell(before + secret + after)
          const masked = maskText(text, [secret])
          expect(masked).toBe(maskedBySight(text, [secret]))
          expect(masked).toContain(MASK)
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test('is idempotent: a masked text holds no secret any more', () => {
    fc.assert(
      fc.property(fc.array(written(4), { minLength: 1, maxLength: 3 }), written(20), (secrets, text) => {
        const masked = maskText(text, secrets)
        for (const secret of secrets.filter(({ length }) => length >= 4)) expect(masked).not.toContain(secret)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('Secrets beyond the search limit', () => {
  const long = (letter: string) => Array.from({ length: 4_000 }, (_, n) => `${letter}${n}`).join('')

  test('are masked to their ends by their beginnings, in every encoding', () => {
    for (const spell of spellings) {
      const text = `before ${spell(`${long('x')}/ü`)} after`
      expect(maskText(text, [`${long('x')}/ü`, long('y')])).toMatch(/^before •••••• *after$/)
    }
  })

  test('hide more than themselves rather than less, and leave short ones intact', () => {
    const secrets = [long('x'), long('y'), 'short-one']
    expect(maskText(`${long('x').slice(0, 9_000)} and ${'z'.repeat(20_000)} short-one!`, secrets)).toMatch(/^•+z+ •+!$/)
  })

  test('take no more memory than secrets within the limit', () => {
    const most = new Masking([long('x').slice(0, 16_384)]).bytes
    const many = Array.from({ length: 1_000 }, (_, n) => `${n}${long('x')}`)
    expect(new Masking(many).bytes).toBeLessThan(most * 2)
  })
})

describe('The work of masking', () => {
  const stepsFor = (text: string, secrets: readonly string[]): number => {
    const masking = new Masking(secrets)
    masking.mask(text)
    return masking.steps
  }
  const of3000 = ['a'.repeat(3_000), `${'a'.repeat(2_999)}b`, `b${'a'.repeat(2_999)}`, `${'ab'.repeat(1_499)}/"`]
  const inBase64 = Buffer.from('a'.repeat(3_000)).toString('base64')

  test.each([
    ['the character that secrets are made of', 'a', of3000],
    ['that character, percent-encoded', '%61', of3000],
    ['that character, escaped as in JSON', '\\u0061', of3000],
    ['secrets, but for a character', `${'a'.repeat(2_998)}c`, of3000],
    ['secrets, but for an escape', `${'a'.repeat(2_998)}%1a`, of3000],
    ['that character as a reference of HTML', '&#97;', of3000],
    ['ampersands', '&amp;', [...of3000, '&'.repeat(3_000)]],
    ['backslashes', '\\', [...of3000, '\\'.repeat(3_000), `n${'\\'.repeat(3_000)}`]],
    ['base64 of secrets', inBase64, of3000],
    ['base64 of secrets, in lines', `${inBase64.slice(0, 3_990)}\n`, of3000],
  ])('at most doubles with a text of %s', (_, part, secrets) => {
    const text = part.repeat(Math.ceil(100_000 / part.length))
    const once = stepsFor(text, secrets)
    expect(stepsFor(text + text, secrets)).toBeLessThan(once * 2.2)
    expect(once).toBeLessThan(text.length * 40)
  })

  test('does not grow with the number of secrets', () => {
    const text = 'a'.repeat(100_000)
    const some = Array.from({ length: 5 }, (_, n) => `${'a'.repeat(500)}${n}`)
    const many = Array.from({ length: 20 }, (_, n) => `${'a'.repeat(500)}${n}`)
    expect(stepsFor(text, many)).toBeLessThan(stepsFor(text, some) * 1.2)
  })
})
