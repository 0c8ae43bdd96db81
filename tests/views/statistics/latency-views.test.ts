import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/domain/core/periods.ts'
import type { ChartTheme } from '../../../src/views/kit/chart/chart-theme.ts'
import { showTimesIn } from '../../../src/views/parts/text/time-zone.ts'
import { changeWords, latencyNotes } from '../../../src/views/statistics/change-words.ts'
import { annotationTarget, annotationWords } from '../../../src/views/statistics/chart-marks.ts'
import { chartPeriod, minuteStep, showsSingleResults } from '../../../src/views/statistics/chart-period.ts'
import { dotGroups, type ResultPoint } from '../../../src/views/statistics/dot-groups.ts'
import { extremesOf } from '../../../src/views/statistics/extreme-steps.ts'
import { phasePoints, shownPhases, stackFinding } from '../../../src/views/statistics/phase-stack.ts'
import { resultsOf } from '../../../src/views/statistics/point-links.ts'

const NOW = Date.parse('2026-03-10T14:20:30Z')
beforeAll(() => showTimesIn('UTC'))

const NAMES = ['dns', 'connect', 'tls', 'upload', 'ttfb', 'response'] as const

test('stacked phases add up to the mean of the total: what is left is time of redirects', () => {
  const ms = fc.double({ min: 0, max: 9000, noNaN: true })
  fc.assert(
    fc.property(fc.tuple(ms, ms, ms, ms, ms, ms), ms, (phases, redirects) => {
      const total = phases.reduce((sum, each) => sum + each, redirects)
      const means = [
        ...phases.map((mean, index) => ({ metric: NAMES[index] ?? 'dns', mean })),
        { metric: 'total', mean: total },
      ]
      const [point] = phasePoints({
        results: [
          {
            time: '2026-03-01T00:00:00.000Z',
            metrics: means.map(({ metric, mean }) => ({ metric, count: 3, values: { mean } })),
          },
        ],
      } as never)
      const { total: whole = 0, ...parts } = point?.values ?? {}
      const stacked = Object.values(parts).reduce((sum, each) => sum + each, 0)
      expect(Math.abs(stacked - whole)).toBeLessThan(0.051)
    }),
  )
})

test('phases without any time are left out of the legend, and the finding names the largest', () => {
  const points = [
    { time: '2026-03-01T00:00:00.000Z', count: 2, values: { total: 100, dns: 0, ttfb: 80, response: 20, rest: 0 } },
  ]
  expect(shownPhases(points)).toEqual(['ttfb', 'response'])
  expect(stackFinding(points)).toBe('A run takes 100 ms on average; most of it, 80 ms, is First byte.')
  expect(stackFinding([])).toBe('No measurements in this range.')
})

const theme = {
  series: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
  categories: { PASS: 'p', SLOW: 's', WARNING: 'w', FAIL: 'f' },
} as unknown as ChartTheme
const point = (location_id: string, result_category: ResultPoint['result_category'], value: number | null = 5) =>
  ({
    id: location_id,
    time: '2026-03-01T00:00:00.000Z',
    location_id,
    result_category,
    value,
    http_code: 200,
    dest_ip: null,
  }) as const

test('dots differ by shape as well as by colour; beyond eight locations the rest is one group', () => {
  const known = { theme, locationName: (id: string) => id.toUpperCase() }
  const byCategory = dotGroups([point('a', 'FAIL'), point('a', 'PASS'), point('a', 'FAIL', null)], 'category', known)
  expect(byCategory.map(({ name, colour, symbol, points }) => [name, colour, symbol, points.length])).toEqual([
    ['Pass', 'p', 'circle', 1],
    ['Fail', 'f', 'square', 1],
  ])
  const places = Array.from({ length: 12 }, (_, index) =>
    Array.from({ length: 20 - index }, () => point(`l${index}`, 'PASS')),
  )
  const byLocation = dotGroups(places.flat(), 'location', known)
  expect(byLocation.map(({ name }) => name)).toEqual(['L0', 'L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'others'])
  expect(new Set(byLocation.map(({ symbol }) => symbol)).size).toBe(8)
  expect(byLocation.reduce((sum, group) => sum + group.points.length, 0)).toBe(places.flat().length)
})

test('the fastest and slowest step are those with the least and greatest median', () => {
  const step = (hour: number, ms: number) => ({
    time: `2026-03-01T0${hour}:00:00.000Z`,
    count: 1,
    values: { '0.5': ms },
  })
  const found = extremesOf([step(0, 50), step(1, 20), step(2, 90), step(3, 20)])
  expect([found?.fastest.time, found?.slowest.time]).toEqual(['2026-03-01T01:00:00.000Z', '2026-03-01T02:00:00.000Z'])
  expect(extremesOf([])).toBeNull()
})

test('a change is told with the period that it is compared with', () => {
  const shown = { percentiles: ['p50', 'p99'] as const }
  const words = changeWords(
    { present: { p50: 103, p99: 500 }, earlier: { p50: 106, p99: 412 } },
    shown,
    chartPeriod({}, NOW),
  )
  expect(words).toBe('Compared with the 24 hours before: p50 3 ms faster, p99 88 ms slower.')
  expect(changeWords({ present: {}, earlier: {} }, shown, chartPeriod({}, NOW))).toBeNull()
})

test('a chart says what its figures leave out', () => {
  const period = chartPeriod({ range: '7d' }, NOW)
  const whole = { start: period.start, end: period.end }
  const nothing = { period, covered: whole, isStacked: false, dots: undefined, changes: null }
  expect(latencyNotes(nothing)).toBeUndefined()
  const later = { ...whole, start: '2026-03-05T00:00:00.000Z' }
  expect(latencyNotes({ ...nothing, covered: later })).toBe(
    'From 5 Mar, 00:00 UTC: earlier results are no longer stored.',
  )
  expect(latencyNotes({ ...nothing, dots: { shown: 2000, count: 14_400 } })).toBe(
    '2,000 dots of 14,400 results: the fastest and slowest of each moment.',
  )
})

test('short ranges have steps of minutes and single results', () => {
  const of = (search: Record<string, string>) => {
    const period = chartPeriod(search, NOW)
    return [minuteStep(period), showsSingleResults(period)]
  }
  expect(of({ range: '1h' })).toEqual(['PT1M', true])
  expect(of({ range: '6h' })).toEqual(['PT5M', true])
  expect(of({ range: '24h' })).toEqual([undefined, true])
  expect(of({ range: '7d' })).toEqual([undefined, false])
  expect(chartPeriod({ from: '2026-03-01T10:00:00Z', to: '2026-03-01T12:30:00Z' }, NOW).words).toBe(
    '1 Mar, 10:00 to 12:30 UTC',
  )
  expect(chartPeriod({ from: '2026-03-01', to: '2026-03-02' }, NOW).words).toBe('1 Mar to 2 Mar UTC')
})

test('a step leads to the results that it counts, an annotation to its thing', () => {
  const link = resultsOf(
    'm',
    { time: '2026-03-01T10:00:00.000Z' },
    { interval: 'HOUR', location: 'here', category: 'FAIL' },
  )
  expect(link.search).toEqual({
    from: '2026-03-01T10:00:00.000Z',
    to: new Date(Date.parse('2026-03-01T10:00:00Z') + HOUR_MS - 1).toISOString(),
    location: 'here',
    category: 'FAIL',
  })
  const alert = { kind: 'alert', time: '2026-03-01T10:00:00.000Z', end: null, text: 'On call', id: 'w' } as const
  expect(annotationTarget('m', { ...alert, result_id: 'r' })).toEqual({ to: 'result', params: { resultId: 'r' } })
  expect(annotationTarget('m', { ...alert, result_id: null })).toEqual({ to: 'webhook', params: { webhookId: 'w' } })
  expect(annotationWords({ ...alert, result_id: null })).toBe('Alert: On call, 1 Mar, 10:00 UTC')
  const downtime = { ...alert, kind: 'downtime', end: '2026-03-01T11:00:00.000Z', id: null, result_id: null } as const
  expect(annotationTarget('m', downtime)).toEqual({ to: 'downtimes' })
})

afterAll(() => showTimesIn(null))
