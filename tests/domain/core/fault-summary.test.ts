import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultSummary } from '../../../src/domain/core/fault-summary.ts'

const CANARY = 'CANARY-7c1d'
const thrownBy = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

test.each<[string, () => unknown]>([
  ['a pattern that is none', () => new RegExp(`(${CANARY}`)],
  ['JSON that is none', () => JSON.parse(CANARY)],
  ['a URL that is none', () => new URL(CANARY)],
  ['a header that cannot be sent', () => new Headers([[CANARY, `${CANARY}\n`]])],
  ['a property of nothing', () => (undefined as unknown as Record<string, number>)[CANARY]],
  ['a text that is thrown', () => Promise.reject(CANARY).catch((text) => text)],
])('The summary of %s contains its kind, but not its input', async (_, act) => {
  expect(faultSummary(await thrownBy(act))).not.toContain('CANARY')
})

test('A summary contains the code location, and PostgreSQL’s code and constraint, in one line', () => {
  const error = Object.assign(new Error(`duplicate key value (${CANARY})`), {
    code: '23505',
    constraint: 'account_email',
    detail: `Key (email)=(${CANARY}) already exists.`,
  })
  const summary = faultSummary(error)
  expect(summary).toMatch(/^Error \(code 23505, constraint account_email\) at .*fault-summary\.test/)
  expect(summary).not.toMatch(/CANARY|\n/)
})

test('No message gets into a summary, whatever it looks like', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\n', ' ', 'at ', 'a', ':', 'Error') }), (around) => {
      const error = new TypeError(`${around}${CANARY}${around}\n    at ${CANARY} (x)`)
      expect(faultSummary(error)).not.toContain('CANARY')
      error.message = 'another'
      expect(faultSummary(error)).not.toContain('CANARY')
    }),
  )
})
