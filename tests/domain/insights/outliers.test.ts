import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clustersOf } from '../../../src/domain/insights/clusters.ts'
import { distance, judgement, usualByLocation, usualOf } from '../../../src/domain/insights/outliers.ts'
import { finished, type Made, MONDAY, place, seriesOf } from './observed.ts'

const MINUTE_MS = 60_000

describe('Outliers', () => {
  const usual = usualOf(Float64Array.of(210, 205, 198, 220, 215, 208, 202, 650, 212, 207))

  test('of ten latencies, 650 ms is one and 220 ms is not, as computed by hand', () => {
    if (!usual) throw new Error('There are latencies.')
    expect(usual.medianMs).toBeCloseTo(209, 1)
    // The scaled MAD is 0.035: below the floor.
    expect(usual.spread).toBe(0.05)
    expect(distance(usual, 650)).toBeCloseTo(22.7, 1)
    expect(distance(usual, 220)).toBeCloseTo(1, 1)
    expect([650, 220, 100].map((ms) => judgement(usual, ms))).toEqual(['outlier', 'usual', 'fast'])
  })

  test('a difference below 25 ms is none, however steady the latencies are', () => {
    const steady = usualOf(new Float64Array(40).fill(20))
    if (!steady) throw new Error('There are latencies.')
    expect(distance(steady, 44)).toBeGreaterThan(3.5)
    expect([44.9, 45].map((ms) => judgement(steady, ms))).toEqual(['usual', 'outlier'])
  })

  test('the distance agrees with the definition written a second time, and does not depend on the scale', () => {
    const middle = (values: readonly number[]): number => {
      const sorted = [...values].sort((a, b) => a - b)
      const half = sorted.length / 2
      return Number.isInteger(half)
        ? ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
        : (sorted[Math.floor(half)] ?? 0)
    }
    const latency = fc.double({ min: 1, max: 60_000, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(latency, { minLength: 1, maxLength: 60 }),
        latency,
        fc.double({ min: 1, max: 10, noNaN: true }),
        (values, ms, factor) => {
          const median = middle(values.map(Math.log))
          const spread = Math.max(1.4826 * middle(values.map((value) => Math.abs(Math.log(value) - median))), 0.05)
          const own = usualOf(Float64Array.from(values))
          const scaled = usualOf(Float64Array.from(values.map((value) => value * factor)))
          if (!own || !scaled) throw new Error('There are latencies.')
          expect(distance(own, ms)).toBeCloseTo((Math.log(ms) - median) / spread, 6)
          expect(distance(scaled, ms * factor)).toBeCloseTo(distance(own, ms), 6)
        },
      ),
    )
  })

  test('a location with few latencies is judged by its cloud, else by all, else not at all', () => {
    const passes = (count: number, ms: number): Made[] =>
      Array.from({ length: count }, (_, index) => ({ at: MONDAY + index * MINUTE_MS, ms, mark: 'pass' }))
    const medians = (all: Parameters<typeof usualByLocation>[0]) =>
      [...finished(usualByLocation(all))].map(([key, usual]) => [key, Math.round(usual.medianMs)])
    const [own, few, lonely] = [
      seriesOf(place(1, 'A'), passes(40, 100)),
      seriesOf(place(2, 'A'), passes(3, 900)),
      seriesOf(place(3), passes(20, 300)),
    ]
    expect(medians([own, few, lonely])).toEqual([
      [1, 100],
      [2, 100],
      [3, 100],
    ])
    expect(medians([few, lonely])).toEqual([])
    const failures = seriesOf(
      place(4),
      passes(40, 100).map((one) => ({ ...one, mark: 'fail' as const })),
    )
    expect(medians([failures])).toEqual([])
  })
})

describe('Clusters', () => {
  const at = (minute: number, key = 1, cloud = '', region = '', failed = true) => ({
    due: MONDAY + minute * MINUTE_MS,
    place: place(key, cloud, region),
    failed,
  })

  test('are at least three within 30 minutes, and grow as long as there are three', () => {
    expect(clustersOf([at(0), at(30)])).toEqual([])
    expect(clustersOf([at(0), at(15), at(31)])).toEqual([])
    expect(clustersOf([at(0), at(15), at(30), at(45), at(60), at(100), at(200), at(201), at(202)])).toMatchObject([
      { start: MONDAY, end: MONDAY + 60 * MINUTE_MS, count: 5 },
      { start: MONDAY + 200 * MINUTE_MS, count: 3 },
    ])
  })

  test('count failures apart, and name the locations with most first', () => {
    expect(clustersOf([at(0, 2), at(1, 1, '', '', false), at(2, 2)])).toMatchObject([
      { count: 3, failures: 2, locations: [2, 1] },
    ])
  })

  test('have the smallest scope that holds 80 % of them', () => {
    const scopes = (incidences: Parameters<typeof clustersOf>[0]) => clustersOf(incidences).map(({ scope }) => scope)
    expect(scopes([at(0, 1), at(1, 1), at(2, 1), at(3, 1), at(4, 2)])).toEqual(['location'])
    expect(scopes([at(0, 1, 'A'), at(1, 2, 'A'), at(2, 3, 'A')])).toEqual(['cloud'])
    expect(scopes([at(0, 1, 'A', 'EU'), at(1, 2, 'B', 'EU'), at(2, 3, 'C', 'EU')])).toEqual(['region'])
    expect(scopes([at(0, 1, 'A', 'EU'), at(1, 2, 'B', 'NA'), at(2, 3, 'C', 'AS')])).toEqual(['global'])
    expect(scopes([at(0, 1), at(1, 2), at(2, 3)])).toEqual(['global'])
  })
})
