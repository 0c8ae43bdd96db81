import { expect, test } from 'vitest'
import { DAY_MS, periodEnd, periodStart } from '../../../src/domain/core/periods.ts'

test('a month is a month in the first century too', () => {
  const at = Date.parse('0001-02-10T12:00:00Z')
  const start = periodStart('MONTH', at)
  expect(new Date(start).toISOString()).toBe('0001-02-01T00:00:00.000Z')
  expect((periodEnd('MONTH', start) - start) / DAY_MS).toBe(28)
})
