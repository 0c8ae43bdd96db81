import { expect, test } from 'vitest'
import { METRIC_FACTS, unitOf } from '../../../src/domain/objectives/metric-facts.ts'
import { sloProblems } from '../../../src/domain/objectives/objective-rules.ts'
import { type Objective, type ObjectiveMetric, type Threshold, withRowIds } from '../../../src/domain/objectives/slo.ts'

const right: Objective = {
  metric: 'availability',
  measure: 'rate',
  comparator: '>=',
  value: 99.9,
  unit: 'percent',
  period: 'P30D',
}
const said = (objective: Partial<Objective>, others: readonly Objective[] = []) =>
  sloProblems({ objectives: [...others, { ...right, ...objective }], thresholds: [] }).map(({ message }) => message)

test.each([
  [{ unit: 'ms' }, 'objectives[0].unit must be percent for availability rate.'],
  [{ comparator: '<' }, 'objectives[0].comparator must be >= or > for availability.'],
  [{ measure: 'p95' }, 'objectives[0].measure must be rate for availability.'],
  [{ value: 101 }, 'objectives[0].value must be from 0 to 100 for availability.'],
  [{ value: 100, comparator: '>' }, 'objectives[0].value must be below 100 with >: nothing is above 100.'],
  [
    { metric: 'casc', measure: 'mean', unit: 'value', value: 8, period: 'PT5M' },
    'objectives[0].period must be WEEK or MONTH for casc.',
  ],
  [
    { metric: 'fail', measure: 'count', unit: 'value', comparator: '<=', value: 1.5 },
    'objectives[0].value must be a whole number of results.',
  ],
] as const)('%j: %s', (objective, message) => {
  expect(said(objective)).toContain(message)
})

test('a second objective of the same metric, measure, comparator and period is refused', () => {
  expect(said({ value: 99 }, [right])).toEqual([
    'objectives[1].metric must not repeat objective 1: metric, measure, comparator and period are the same.',
  ])
  expect(said({ value: 99, period: 'WEEK' }, [right])).toEqual([])
})

test.each([
  [{ unit: 'pp', delta: 5 }, 'thresholds[0].unit must be percent or ms for total.'],
  [{ delta: 0 }, 'thresholds[0].delta must not be 0: positive for the largest rise, negative for the largest fall.'],
  [{ delta: -120 }, 'thresholds[0].delta must be at least -100: nothing falls by more than 100 percent.'],
] as const)('threshold %j: %s', (threshold, message) => {
  const given: Threshold = { metric: 'total', period: 'DAY', unit: 'percent', ...{ delta: 20 }, ...threshold }
  expect(sloProblems({ objectives: [], thresholds: [given] }).map((one) => one.message)).toEqual([message])
})

test('every metric takes its own measures, comparators, units and periods', () => {
  for (const [metric, facts] of Object.entries(METRIC_FACTS) as [ObjectiveMetric, (typeof METRIC_FACTS)['fail']][])
    for (const measure of facts.measures)
      for (const comparator of facts.comparators) {
        const period = facts.periods === 'all' ? 'DAY' : (facts.periods[0] ?? 'DAY')
        expect(said({ metric, measure, comparator, value: 5, unit: unitOf(metric, measure), period })).toEqual([])
      }
})

test('rows without an id get one, and known ids stay', () => {
  expect(withRowIds([{}, { id: 'o1' }, {}, { id: 'o1' }], 'o').map(({ id }) => id)).toEqual(['o2', 'o1', 'o3', 'o4'])
})
