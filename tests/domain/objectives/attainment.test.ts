import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { addTo, countBelow, emptySketch, encodeSketch, quantile, rankOf } from '../../../src/domain/core/sketch.ts'
import { attainmentOf, burnDown } from '../../../src/domain/objectives/attainment.ts'
import { type BurnRates, burnAlerts } from '../../../src/domain/objectives/burn-alerts.ts'
import { changeOf } from '../../../src/domain/objectives/change.ts'
import type { Step } from '../../../src/domain/objectives/forecast.ts'
import { stepsOf, windowAt, windowBefore } from '../../../src/domain/objectives/objective-periods.ts'
import type { Objective } from '../../../src/domain/objectives/slo.ts'
import { tallyOf } from '../../../src/domain/objectives/tally.ts'
import { distributionOf } from '../../../src/domain/statistics/distribution.ts'
import type { Figures } from '../../../src/domain/statistics/figures.ts'

const NOW = Date.UTC(2026, 5, 11)
const OBJECTIVE: Objective = {
  metric: 'availability',
  measure: 'rate',
  comparator: '>=',
  value: 99.9,
  unit: 'percent',
  period: 'MONTH',
}

/** Steps of a period with the same events in each. */
const evenly = (objective: Objective, eligible: number, bad: (index: number) => number): Step[] =>
  stepsOf(objective.period, NOW)
    .filter(({ from }) => from < NOW)
    .map((step, index) => ({ ...step, eligible, bad: bad(index) }))

const attained = (objective: Objective, steps: readonly Step[]) =>
  attainmentOf(objective, { steps, value: steps.length === 0 ? null : 1 }, NOW)

// June has 30 days, of which 10 are over. With 1,000 results a day, 30,000 are expected, so 99.9 % allows 30 bad ones.
describe('99.9 % in June, after 10 of 30 days with 1,000 results each', () => {
  test.each([
    // bad a day, used of 30, burn rate = bad share / 0.001, state, forecast
    { name: 'nothing failed', bad: 0, used: 0, burn: 0, state: 'met', outcome: 'lasts', ends: null },
    { name: 'half the pace', bad: 0.5, used: 5 / 30, burn: 0.5, state: 'met', outcome: 'lasts', ends: null },
    { name: 'exactly the pace', bad: 1, used: 10 / 30, burn: 1, state: 'met', outcome: 'lasts', ends: null },
    // 20 of 30 are used; 10 more take 5 days at 2 a day.
    {
      name: 'twice the pace',
      bad: 2,
      used: 20 / 30,
      burn: 2,
      state: 'at_risk',
      outcome: 'ends',
      ends: NOW + 5 * DAY_MS,
    },
    { name: 'four times the pace', bad: 4, used: 40 / 30, burn: 4, state: 'breached', outcome: 'spent', ends: null },
  ])('$name', ({ bad, used, burn, state, outcome, ends }) => {
    const found = attained(
      OBJECTIVE,
      evenly(OBJECTIVE, 1_000, () => bad),
    )
    expect(found).toMatchObject({ state, eligible: 10_000, forecast: { outcome, ends } })
    expect(found.budget?.events).toBeCloseTo(30, 9)
    expect(found.budget?.used).toBeCloseTo(used, 9)
    expect(found.budget?.remaining).toBeCloseTo(1 - used, 9)
    expect(found.burnRate).toBeCloseTo(burn, 9)
    expect(found.attainment).toBeCloseTo(1 - bad / 1_000, 12)
  })

  test('a budget that is used up names the whole, since when, and then the recent rate', () => {
    // Steps are days: 30 may be bad, the eighth day brings the 32nd.
    const { basis } = attained(
      OBJECTIVE,
      evenly(OBJECTIVE, 1_000, () => 4),
    ).forecast
    expect(basis).toBe(
      '40 bad events, 30 were allowed: the error budget has been used up since 9 Jun 2026, 00:00 UTC. 12 of 3,000 events were bad in the last 3 days.',
    )
  })

  test('one failure of 1,000 is within 99.9 %, though binary fractions say otherwise', () => {
    const exact = { ...OBJECTIVE, period: 'P1D' } as const
    const steps = [{ ...windowAt('P1D', NOW), eligible: 1_000, bad: 1 }]
    expect(attained(exact, steps).state).not.toBe('breached')
    expect(attained({ ...exact, comparator: '>' }, steps).state).toBe('breached')
    expect(attained(exact, [{ ...windowAt('P1D', NOW), eligible: 1_000, bad: 2 }]).state).toBe('breached')
  })

  test('without results there is no data: no attainment, budget or burn rate', () => {
    expect(attained(OBJECTIVE, [])).toMatchObject({
      state: 'no_data',
      attainment: null,
      budget: null,
      burnRate: null,
      forecast: { outcome: 'none' },
    })
  })

  test('where nothing may fail, one failure breaches, and no burn rate can be told', () => {
    const strict = { ...OBJECTIVE, value: 100 }
    expect(
      attained(
        strict,
        evenly(strict, 10, () => 0),
      ),
    ).toMatchObject({ state: 'met', budget: { used: 0, remaining: 1 } })
    expect(
      attained(
        strict,
        evenly(strict, 10, (index) => (index === 0 ? 1 : 0)),
      ),
    ).toMatchObject({
      state: 'breached',
      budget: { events: 0, used: null },
      burnRate: null,
    })
  })
})

describe('a number of failures', () => {
  const count: Objective = { ...OBJECTIVE, metric: 'fail', measure: 'count', comparator: '<', value: 30, unit: 'value' }
  test('fewer than 30 in June: 15 after a third of it burn 1.5 times as fast as allowed', () => {
    const found = attained(
      count,
      evenly(count, 1_000, () => 1.5),
    )
    expect(found).toMatchObject({ state: 'at_risk', budget: { events: 30 } })
    expect(found.budget?.used).toBeCloseTo(0.5, 9)
    expect(found.burnRate).toBeCloseTo(1.5, 9)
  })
  test('the thirtieth is one too many of fewer than 30, and not of at most 30', () => {
    const steps = evenly(count, 1_000, () => 3)
    expect(attained(count, steps).forecast.basis).toContain('30 bad events, 29 were allowed')
    expect(attained(count, steps).state).toBe('breached')
    expect(attained({ ...count, comparator: '<=' }, steps).state).toBe('at_risk')
  })
})

describe('a rolling window', () => {
  const rolling: Objective = { ...OBJECTIVE, value: 99, period: 'P1D' }
  const until = NOW + 30 * 60_000
  const steps = (bad: (index: number) => number) =>
    stepsOf('P1D', until).map((step, index) => ({ ...step, eligible: 100, bad: bad(index) }))
  test('old failures leave it, so a steady rate lasts', () => {
    const found = attainmentOf(rolling, { steps: steps(() => 0.9), value: 99.1 }, until)
    expect(found).toMatchObject({ state: 'met', forecast: { outcome: 'lasts' } })
  })
  test('failures of the last hours go on, and the budget of 24 ends once they are 24', () => {
    // 3 an hour since 5.5 hours: 18 bad of 24. Nothing leaves for 18 hours, so 6 more take two hours of the recent rate.
    const found = attainmentOf(rolling, { steps: steps((index) => (index >= 18 ? 3 : 0)), value: 99.25 }, until)
    expect(found.budget?.events).toBeCloseTo(24, 9)
    const perMs = 18 / (5.5 * HOUR_MS)
    expect(found).toMatchObject({ state: 'at_risk', forecast: { outcome: 'ends', bad: 18, eligible: 600 } })
    expect(found.forecast.ends).toBeCloseTo(until + 6 / perMs, -1)
  })
  test('few results are no basis for a forecast', () => {
    const few = stepsOf('P1D', until).map((step) => ({ ...step, eligible: 1, bad: 0 }))
    expect(attainmentOf(rolling, { steps: few, value: 100 }, until).forecast.outcome).toBe('none')
  })
})

test('windows: rolling ones of whole hours, and calendar periods of UTC', () => {
  const now = Date.UTC(2026, 5, 11, 10, 20)
  const iso = ({ from, to }: { from: number; to: number }) => [new Date(from).toISOString(), new Date(to).toISOString()]
  expect(iso(windowAt('PT5M', now))).toEqual(['2026-06-11T10:15:00.000Z', '2026-06-11T10:20:00.000Z'])
  expect(iso(windowAt('P1D', now))).toEqual(['2026-06-10T11:00:00.000Z', '2026-06-11T11:00:00.000Z'])
  expect(iso(windowAt('WEEK', now))).toEqual(['2026-06-08T00:00:00.000Z', '2026-06-15T00:00:00.000Z'])
  expect(iso(windowAt('MONTH', now))).toEqual(['2026-06-01T00:00:00.000Z', '2026-07-01T00:00:00.000Z'])
  expect(iso(windowBefore('MONTH', now))).toEqual(['2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'])
  expect(iso(windowBefore('P1D', now))).toEqual(['2026-06-09T11:00:00.000Z', '2026-06-10T11:00:00.000Z'])
})

const figuresOf = (counts: Partial<Figures>): Figures => ({
  pass: 0,
  slow: 0,
  warning: 0,
  fail: 0,
  skipped: 0,
  minSize: null,
  maxSize: null,
  unavailable: 0,
  answered: 0,
  sumMs: 0,
  minMs: null,
  maxMs: null,
  measured: {},
  ...counts,
})

test.each([
  // 90 passed, 5 slow, 3 failed (2 of them unavailable), 2 warnings
  { metric: 'availability', eligible: 98, bad: 2 },
  { metric: 'fail', eligible: 98, bad: 3 },
  { metric: 'slow', eligible: 98, bad: 5 },
  { metric: 'warning', eligible: 100, bad: 2 },
] as const)('$metric counts $bad bad of $eligible', ({ metric, eligible, bad }) => {
  const figures = figuresOf({ pass: 90, slow: 5, fail: 3, unavailable: 2, warning: 2 })
  expect(tallyOf({ ...OBJECTIVE, metric }, { figures, vitals: {} })).toEqual({ eligible, bad })
})

test('p95 < 500 ms counts values below 500, and p95 ≤ 500 ms those of 500 too', () => {
  const values = Float32Array.from([100, 499.9, 500, 500.1, 900])
  const total = distributionOf({ sketches: [], values: [values], count: 5, sum: 0 }, true)
  const observed = { figures: figuresOf({ answered: 5, measured: { total } }), vitals: {} }
  const p95 = { ...OBJECTIVE, metric: 'total', measure: 'p95', comparator: '<', value: 500, unit: 'ms' } as const
  expect(tallyOf(p95, observed)).toEqual({ eligible: 5, bad: 3 })
  expect(tallyOf({ ...p95, comparator: '<=' }, observed)).toEqual({ eligible: 5, bad: 2 })
})

test('a sketch counts values below a limit as if each were within 1 % of itself', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 200 }),
      fc.double({ min: 0.1, max: 60_000, noNaN: true }),
      (values, limit) => {
        const sketch = emptySketch()
        for (const value of values) addTo(sketch, value)
        const below = (at: number) => values.filter((value) => value < at).length
        const found = countBelow(sketch, limit, false)
        expect(found).toBeGreaterThanOrEqual(below(limit / 1.010_001))
        expect(found).toBeLessThanOrEqual(below(limit * 1.010_102))
        // It agrees with the quantiles of the same sketch.
        for (const q of [0, 0.5, 0.95, 1])
          expect((quantile(sketch, q) ?? 0) < limit).toBe(found > rankOf(q, values.length))
        const stored = distributionOf(
          { sketches: [encodeSketch(sketch)], values: [], count: values.length, sum: 0 },
          false,
        )
        expect(stored.countBelow(limit, false)).toBe(found)
      },
    ),
  )
})

const anySteps = fc.array(
  fc.record({ eligible: fc.integer({ min: 0, max: 500 }), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  {
    minLength: 10,
    maxLength: 10,
  },
)
const stepsFrom = (rows: readonly { eligible: number; share: number }[]): Step[] =>
  evenly(OBJECTIVE, 0, () => 0).map((step, index) => {
    const { eligible = 0, share = 0 } = rows[index] ?? {}
    return { ...step, eligible, bad: Math.floor(eligible * share) }
  })

test('the budget is whole while nothing failed, and more failures never leave more of it', () => {
  const ranks = ['met', 'at_risk', 'breached']
  fc.assert(
    fc.property(anySteps, fc.integer({ min: 0, max: 9 }), (rows, at) => {
      const steps = stepsFrom(rows)
      const before = attained(OBJECTIVE, steps)
      fc.pre(before.state !== 'no_data')
      const spared = attained(
        OBJECTIVE,
        steps.map((step) => ({ ...step, bad: 0 })),
      )
      expect(spared).toMatchObject({ state: 'met', attainment: 1, budget: { used: 0, remaining: 1 } })
      const worse = attained(
        OBJECTIVE,
        steps.map((step, index) => (index === at && step.bad < step.eligible ? { ...step, bad: step.bad + 1 } : step)),
      )
      expect(worse.attainment ?? 0).toBeLessThanOrEqual(before.attainment ?? 0)
      expect(worse.budget?.used ?? 0).toBeGreaterThanOrEqual(before.budget?.used ?? 0)
      expect(worse.budget?.remaining ?? 0).toBeLessThanOrEqual(before.budget?.remaining ?? 0)
      expect(worse.burnRate ?? 0).toBeGreaterThanOrEqual(before.burnRate ?? 0)
      expect(ranks.indexOf(worse.state)).toBeGreaterThanOrEqual(ranks.indexOf(before.state))
    }),
  )
})

test('the burn-down ends where the attainment says, and never rises', () => {
  fc.assert(
    fc.property(anySteps, (rows) => {
      const steps = stepsFrom(rows)
      const { budget } = attained(OBJECTIVE, steps)
      fc.pre(budget !== null)
      const line = burnDown(OBJECTIVE, steps, NOW).map(({ remaining }) => remaining ?? 0)
      expect(line.at(-1)).toBeCloseTo(1 - (budget?.used ?? 0), 9)
      for (const [index, value] of line.entries()) expect(value).toBeLessThanOrEqual(line[index - 1] ?? 1)
    }),
  )
})

test('burn alerts need both of their windows', () => {
  const rates = (values: Partial<BurnRates>): BurnRates => ({ PT5M: 0, PT30M: 0, PT1H: 0, PT6H: 0, ...values })
  const found = (values: Partial<BurnRates>) => burnAlerts(rates(values)).map(({ severity }) => severity)
  expect(found({ PT1H: 14.4, PT5M: 14.4 })).toEqual(['fast'])
  expect(found({ PT1H: 20, PT5M: 14 })).toEqual([])
  expect(found({ PT1H: 20, PT5M: null })).toEqual([])
  expect(found({ PT6H: 6, PT30M: 7 })).toEqual(['slow'])
  expect(found({ PT6H: 15, PT30M: 15, PT1H: 15, PT5M: 15 })).toEqual(['fast', 'slow'])
})

test.each([
  { unit: 'percent', delta: 20, current: 121, previous: 100, state: 'exceeded', change: 21 },
  { unit: 'percent', delta: 20, current: 120, previous: 100, state: 'within', change: 20 },
  { unit: 'percent', delta: 20, current: 50, previous: 100, state: 'within', change: -50 },
  { unit: 'percent', delta: -10, current: 80, previous: 100, state: 'exceeded', change: -20 },
  { unit: 'pp', delta: -1, current: 98.5, previous: 99.75, state: 'exceeded', change: -1.25 },
  { unit: 'pp', delta: -1, current: 99, previous: 99.75, state: 'within', change: -0.75 },
  { unit: 'percent', delta: 20, current: 5, previous: 0, state: 'no_data', change: null },
  { unit: 'pp', delta: 1, current: null, previous: 3, state: 'no_data', change: null },
] as const)('from $previous to $current is $state of $delta $unit', ({ state, change, current, previous, ...of }) => {
  expect(changeOf({ metric: 'total', period: 'DAY', ...of }, { current, previous })).toMatchObject({ state, change })
})
