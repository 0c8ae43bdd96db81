import { describe, expect, test } from 'vitest'
import { periodWords, stepOf, windowOfPeriod } from '../../../src/domain/reports/report-period.ts'

const at = (text: string): number => Date.parse(text)
const wire = ({ from, to }: { from: number; to: number }) => [from, to].map((ms) => new Date(ms).toISOString())

describe('the newest days, weeks and months begin at midnight of the time zone, and the current one is among them', () => {
  const now = at('2026-03-31T22:30:00Z')
  test.each([
    // In Vienna it is half past midnight on 1 April, summer time since 29 March.
    ['Europe/Vienna', 1, 'DAY', '2026-03-31T22:00:00.000Z'],
    ['Europe/Vienna', 4, 'DAY', '2026-03-28T23:00:00.000Z'],
    ['Europe/Vienna', 1, 'WEEK', '2026-03-29T22:00:00.000Z'],
    ['Europe/Vienna', 2, 'WEEK', '2026-03-22T23:00:00.000Z'],
    ['Europe/Vienna', 1, 'MONTH', '2026-03-31T22:00:00.000Z'],
    ['Europe/Vienna', 2, 'MONTH', '2026-02-28T23:00:00.000Z'],
    ['UTC', 1, 'DAY', '2026-03-31T00:00:00.000Z'],
    ['UTC', 7, 'DAY', '2026-03-25T00:00:00.000Z'],
    ['UTC', 1, 'MONTH', '2026-03-01T00:00:00.000Z'],
    ['UTC', 15, 'MONTH', '2025-01-01T00:00:00.000Z'],
    ['Asia/Kathmandu', 1, 'DAY', '2026-03-31T18:15:00.000Z'],
  ] as const)('%s, %i × %s', (zone, value, unit, from) => {
    expect(wire(windowOfPeriod({ kind: 'last', value, unit }, zone, now))).toEqual([from, '2026-03-31T23:00:00.000Z'])
  })
})

test('a fixed period is from the midnight of one day to that of another, and a day of 23 hours has 23', () => {
  const day = { kind: 'fixed', from: '2026-03-29', to: '2026-03-30' } as const
  expect(wire(windowOfPeriod(day, 'Europe/Vienna', 0))).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ])
  expect(periodWords(day, 'Europe/Vienna')).toBe('29 Mar 2026')
  expect(periodWords({ kind: 'fixed', from: '2026-11-01', to: '2026-12-01' }, 'Europe/Vienna')).toBe(
    '1 Nov 2026 to 30 Nov 2026',
  )
  expect(periodWords({ kind: 'last', value: 1, unit: 'DAY' }, 'UTC')).toBe('today')
  expect(periodWords({ kind: 'last', value: 3, unit: 'MONTH' }, 'UTC')).toBe('last 3 months, this month included')
})

test('a chart has at most about a hundred steps', () => {
  const days = (count: number) => stepOf({ from: 0, to: count * 86_400_000 })
  expect([1, 3, 4, 93, 94, 700, 701, 3660].map(days)).toEqual([
    'HOUR',
    'HOUR',
    'DAY',
    'DAY',
    'WEEK',
    'WEEK',
    'MONTH',
    'MONTH',
  ])
})
