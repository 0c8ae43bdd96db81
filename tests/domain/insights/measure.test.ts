import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { findingsOf } from '../../../src/domain/insights/findings.ts'
import { measure } from '../../../src/domain/insights/measure.ts'
import { reportOf } from '../../../src/domain/insights/report.ts'
import { periodAt } from '../../../src/domain/insights/score-period.ts'
import { awaitedScore, missingData } from '../../../src/domain/insights/sufficiency.ts'
import { finished, hourly, type Made, MONDAY, place, seriesOf } from './observed.ts'

const WEEK = periodAt('week', MONDAY)
const HOURS = 168

const weekOf = (series: ReturnType<typeof seriesOf>[], baselines: readonly [number, number][] = []) => {
  const measured = finished(measure({ range: WEEK, series, baselines: new Map(baselines) }))
  return { measured, report: reportOf('week', measured, null) }
}
const pass = (ms: number): Omit<Made, 'at'> => ({ ms, mark: 'pass' })
const fail: Omit<Made, 'at'> = { ms: null, mark: 'fail' }

describe('A week', () => {
  test('of hourly runs with two failures, three outliers and a slow hour has the figures computed by hand', () => {
    const results = hourly(MONDAY, HOURS, (hour) => {
      if (hour === 10 || hour === 11) return fail
      if ([30, 60, 90].includes(hour)) return pass(1000)
      return hour === 100 ? { ms: 210, mark: 'warning' } : pass(100)
    })
    const { measured, report } = weekOf([seriesOf(place(1), results)], [[1, 80]])
    const counted = HOURS - 1
    expect(measured.all).toMatchObject({ pass: 165, slow: 0, warning: 1, fail: 2, outliers: 3, median: 100 })
    expect(measured.coverage).toEqual({ count: counted, days: 7, hasWeekend: true })
    // Two failed, three were ten times as slow; the hour of the warning has no counted result.
    expect([measured.hours.starts.length, measured.hours.steady]).toEqual([counted, counted - 5])
    expect(measured.inputs).toMatchObject({
      failRate: 2 / counted,
      outlierRate: 3 / 165,
      steadyHours: (counted - 5) / counted,
      drift: ((1.05 * 80) / 100) ** 2,
      tail: 1,
      gap: 0,
      medianMs: 100,
    })
    expect(measured.driftRatio).toBe(1.25)
    // 9.99 · .6290^.5 · .7108^.15 · .9701^.10 · .7056^.08
    expect(report.score).toBe(7.29)
    expect(report.missing).toBeNull()
  })

  test('counts what is due from its beginning to before its end, and takes what is usual from the seven days before too', () => {
    const results = hourly(MONDAY - 7 * DAY_MS, 2 * HOURS + 1, (hour) => pass(hour < HOURS ? 100 : 400))
    const { measured } = weekOf([seriesOf(place(1), results)])
    expect(measured.all.pass).toBe(HOURS)
    // Half of the reference are 100 ms, half 400 ms: nothing is unusual.
    expect(measured.all.outliers).toBe(0)
  })

  test('compares locations with at least 20 counted runs', () => {
    const good = seriesOf(
      place(1, 'A', 'EU'),
      hourly(MONDAY, HOURS, () => pass(100)),
    )
    const bad = seriesOf(
      place(2, 'A', 'EU'),
      hourly(MONDAY, HOURS, (hour) => (hour % 4 === 0 ? fail : pass(300))),
    )
    const rare = seriesOf(
      place(3),
      hourly(MONDAY, 19, () => fail),
    )
    const { measured } = weekOf([good, bad])
    expect(measured.inputs.gap).toBeCloseTo(0.125, 12)
    expect(measured.worstLocation).toBe(2)
    expect(measured.clouds).toMatchObject([{ name: 'A', pass: 294, fail: 42, median: 100 }])
    expect(weekOf([good, rare]).measured.worstLocation).toBeNull()
    // Weighted by their counted runs, each with its own medians.
    expect(
      weekOf(
        [good, bad],
        [
          [1, 50],
          [2, 300],
        ],
      ).measured.inputs.drift,
    ).toBeCloseTo((0.525 ** 2 + 1) / 2, 12)
  })

  test('that never passed has the score 0', () => {
    const { report } = weekOf([
      seriesOf(
        place(1),
        hourly(MONDAY, HOURS, () => fail),
      ),
    ])
    expect([report.score, report.all.median]).toEqual([0, null])
  })

  test('never scores higher with the same traffic at more milliseconds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 20, max: 2000 }), { minLength: HOURS, maxLength: HOURS }),
        fc.double({ min: 1, max: 5, noNaN: true }),
        (latencies, factor) => {
          const at = (by: number) =>
            weekOf(
              [
                seriesOf(
                  place(1),
                  hourly(MONDAY, HOURS, (hour) => pass((latencies[hour] ?? 0) * by)),
                ),
              ],
              [[1, 400]],
            ).report.score ?? 0
          expect(at(factor)).toBeLessThanOrEqual(at(1))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('scores the same whatever the order of its results', () => {
    const made = hourly(MONDAY, HOURS, (hour) => (hour % 31 === 0 ? fail : pass(100 + ((hour * 37) % 60))))
    const straight = weekOf([seriesOf(place(1), made)]).report
    expect(weekOf([seriesOf(place(1), [...made].reverse())]).report).toEqual(straight)
  })
})

describe('A report says', () => {
  const names = () => 'Frankfurt'

  test('why there is no score', () => {
    expect(missingData('week', { count: 0, days: 0, hasWeekend: false })).toBe('No runs passed or failed in this week.')
    expect(missingData('week', { count: 49, days: 4, hasWeekend: false })).toBe(
      'The score of a week needs 50 runs that passed or failed (there were 49) and runs on 5 days (there were 4) and runs on Saturday or Sunday (there were none).',
    )
    expect(missingData('week', { count: 50, days: 5, hasWeekend: true })).toBeNull()
    expect(missingData('month', { count: 500, days: 19, hasWeekend: false })).toBe(
      'The score of a month needs runs on 20 days (there were 19).',
    )
    expect(missingData('month', { count: 50, days: 20, hasWeekend: false })).toBeNull()
  })

  test('when the first score follows', () => {
    const last = { from: MONDAY - 7 * DAY_MS, to: MONDAY }
    expect(awaitedScore({ last, created: MONDAY + HOUR_MS, isDue: false })).toBe(
      'It was created on 5 Jan. Its first score follows when the week is over, on 12 Jan.',
    )
    expect(awaitedScore({ last, created: 0, isDue: false })).toBe('It did not run in the week from 29 Dec to 4 Jan.')
    expect(awaitedScore({ last, created: MONDAY + HOUR_MS, isDue: true })).toMatch(/^It was created on /)
    expect(awaitedScore({ last, created: 0, isDue: true })).toBe('The score of the last week is being computed.')
  })

  test('what changed, what would raise the score, and when it went wrong', () => {
    const good = weekOf([
      seriesOf(
        place(1),
        hourly(MONDAY, HOURS, () => pass(100)),
      ),
    ]).report
    const bad = weekOf([
      seriesOf(place(1), [
        ...hourly(MONDAY, HOURS, () => pass(100)),
        ...[0, 5, 10].map((minute) => ({ at: MONDAY + 1 + minute * 60_000, ...fail })),
      ]),
    ]).report
    const said = (report: typeof good, previous: typeof good | null) =>
      findingsOf({ period: 'week', report, previous, locationName: names }).map(({ text }) => text)
    expect(said(good, null)).toEqual(['Nothing costs the score more than 0.05 points.'])
    expect(said(bad, good)).toEqual([
      `The score fell from 9.99 to ${bad.score}.`,
      `If no run failed, the score would be 9.98 (+${(9.98 - (bad.score ?? 0)).toFixed(2)}).`,
      '98.25 % of the runs passed; in the week before, 100 % did.',
      '100 % of its failures and outliers came in 1 cluster; it had 3 failures at Frankfurt, from 5 Jan, 00:00 to 5 Jan, 00:10 UTC.',
    ])
  })
})
