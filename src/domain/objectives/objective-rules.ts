import { type Problem, type ProblemCode, problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import { changeUnitsOf, METRIC_FACTS, unitOf, usualMeasure } from './metric-facts.ts'
import type { Objective, Slo, Threshold } from './slo.ts'

/** Each objective costs time on every look at the figures. */
const MOST_ROWS = 30
const MOST_VALUE = 1e9

type Report = (field: string, code: ProblemCode, says: string) => void

const listed = (names: readonly string[]): string => {
  const [last, ...others] = names.toReversed()
  return others.length === 0 ? `${last}` : `${others.reverse().join(', ')} or ${last}`
}

/** Reports a choice that does not fit the metric. Returns whether it fits. */
const fits = (
  report: Report,
  field: string,
  { value, options, of }: { readonly value: string; readonly options: readonly string[]; readonly of: string },
): boolean => {
  if (options.includes(value)) return true
  report(field, 'invalid', `must be ${listed(options)} for ${of}.`)
  return false
}

const objectiveProblems = (one: Objective, report: Report): void => {
  const { metric, measure, comparator, value, unit, period } = one
  const facts = METRIC_FACTS[metric]
  const isMeasured = fits(report, 'measure', { value: measure, options: facts.measures, of: metric })
  fits(report, 'comparator', { value: comparator, options: facts.comparators, of: metric })
  if (isMeasured) fits(report, 'unit', { value: unit, options: [unitOf(metric, measure)], of: `${metric} ${measure}` })
  if (facts.periods !== 'all') fits(report, 'period', { value: period, options: facts.periods, of: metric })
  const most = measure === 'count' ? MOST_VALUE : (facts.most ?? MOST_VALUE)
  if (!(value >= 0 && value <= most)) report('value', 'range', `must be from 0 to ${most} for ${metric}.`)
  else if (comparator === '<' && value === 0) report('value', 'range', 'must be above 0 with <: nothing is below 0.')
  else if (comparator === '>' && value === most)
    report('value', 'range', `must be below ${most} with >: nothing is above ${most}.`)
  else if (measure === 'count' && !Number.isInteger(value))
    report('value', 'invalid', 'must be a whole number of results.')
}

const thresholdProblems = (one: Threshold, report: Report): void => {
  const { metric, measure = usualMeasure(metric), unit, period, delta } = one
  const facts = METRIC_FACTS[metric]
  const isMeasured = fits(report, 'measure', { value: measure, options: facts.measures, of: metric })
  if (isMeasured) fits(report, 'unit', { value: unit, options: changeUnitsOf(metric, measure), of: metric })
  if (facts.periods !== 'all') fits(report, 'period', { value: period, options: facts.periods, of: metric })
  if (delta === 0)
    report('delta', 'invalid', 'must not be 0: positive for the largest rise, negative for the largest fall.')
  else if (!(Math.abs(delta) <= MOST_VALUE)) report('delta', 'range', `must be from -${MOST_VALUE} to ${MOST_VALUE}.`)
  else if (unit === 'percent' && delta < -100)
    report('delta', 'range', 'must be at least -100: nothing falls by more than 100 percent.')
  else if (unit === 'pp' && Math.abs(delta) > 100) report('delta', 'range', 'must be from -100 to 100 with pp.')
}

const sameObjective = (a: Objective, b: Objective): boolean =>
  a.metric === b.metric && a.measure === b.measure && a.comparator === b.comparator && a.period === b.period

/** Field errors of the service level objectives of a project. */
export const sloProblems = ({ include_tags = [], exclude_tags = [], objectives, thresholds }: Slo): Problem[] => {
  const problems = [...tagProblems('include_tags', include_tags), ...tagProblems('exclude_tags', exclude_tags)]
  for (const [index, tag] of exclude_tags.entries())
    if (include_tags.includes(tag))
      problems.push(problem(`exclude_tags[${index}]`, 'duplicate', `must not be an included tag: ${tag} is.`))
  const reporter =
    (at: string): Report =>
    (field, code, says) =>
      problems.push(problem(`${at}.${field}`, code, says))
  if (objectives.length > MOST_ROWS)
    problems.push(problem('objectives', 'length', `must have at most ${MOST_ROWS} objectives.`))
  if (thresholds.length > MOST_ROWS)
    problems.push(problem('thresholds', 'length', `must have at most ${MOST_ROWS} thresholds.`))
  for (const [index, one] of objectives.slice(0, MOST_ROWS).entries()) {
    const report = reporter(`objectives[${index}]`)
    objectiveProblems(one, report)
    const earlier = objectives.findIndex((other) => sameObjective(one, other))
    if (earlier < index)
      report(
        'metric',
        'duplicate',
        `must not repeat objective ${earlier + 1}: metric, measure, comparator and period are the same.`,
      )
  }
  for (const [index, one] of thresholds.slice(0, MOST_ROWS).entries())
    thresholdProblems(one, reporter(`thresholds[${index}]`))
  return problems
}
