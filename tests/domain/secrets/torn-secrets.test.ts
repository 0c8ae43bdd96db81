import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TruncatedSecrets } from '../../../src/domain/secrets/truncated-secrets.ts'

const word = (most: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 4, maxLength: most })

test('The longest beginning of a secret at the end of a text is found', () => {
  fc.assert(
    fc.property(fc.array(word(8), { minLength: 1, maxLength: 4 }), word(20), (secrets, text) => {
      const ends = secrets.flatMap((secret) =>
        Array.from({ length: secret.length }, (_, n) => n + 1).filter((n) => text.endsWith(secret.slice(0, n))),
      )
      const longest = Math.max(0, ...ends)
      expect(new TruncatedSecrets(secrets, 4).at(text)).toBe(longest < 4 ? 0 : longest)
    }),
    { numRuns: 1_000 },
  )
})

test('The work does not grow with the text, and at most doubles with the secrets', () => {
  const steps = (length: number, textLength: number): number => {
    const torn = new TruncatedSecrets([`${'a'.repeat(length)}b`, `b${'a'.repeat(length)}`], 4)
    torn.at('a'.repeat(textLength))
    return torn.steps
  }
  expect(steps(3_000, 200_000)).toBe(steps(3_000, 100_000))
  expect(steps(6_000, 200_000)).toBeLessThan(steps(3_000, 200_000) * 2.2)
})
