import { expect, test } from 'vitest'
import { budgetWords, leftWords } from '../../../src/views/objectives/figures.ts'

test('an overspent error budget says by how much', () => {
  expect([0.615, 0, -0.004, -2.039, -20.5, null].map(budgetWords)).toEqual([
    '61.5 %',
    '0 %',
    '−0.4 %, overspent',
    '−204 %, overspent',
    '−2,050 %, overspent',
    '—',
  ])
  expect([0.615, -2.039].map(leftWords)).toEqual(['61.5 % left', 'overspent by 204 %'])
  // Binary fractions of a budget that is exactly used up.
  expect(budgetWords(-1e-12)).toBe('0 %')
})
