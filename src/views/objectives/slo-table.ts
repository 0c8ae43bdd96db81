import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import {
  COMPARATORS,
  OBJECTIVE_MEASURES,
  OBJECTIVE_METRICS,
  OBJECTIVE_PERIODS,
  OBJECTIVE_UNITS,
} from '../../contract/objectives/objectives.ts'
import { changeUnitsOf, METRIC_FACTS, unitOf, usualMeasure } from '../../domain/objectives/metric-facts.ts'
import { sloProblems } from '../../domain/objectives/objective-rules.ts'
import type { Objective, ObjectiveMetric, Threshold } from '../../domain/objectives/slo.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import type { DrawnField } from '../kit/form/field.ts'
import { formTable } from '../kit/form/form-table.ts'

export type StoredSlo = AnswerOf<ProductContract['objective.read']>

/** An objective as it is typed: its value is text. */
export type ObjectiveRow = Omit<Objective, 'value' | 'unit' | 'description'> & {
  readonly value: string
  readonly description: string
}
/** A threshold as it is typed: its change is text. */
export type ThresholdRow = Required<Pick<Threshold, 'metric' | 'measure' | 'unit' | 'period'>> & {
  readonly id?: string | undefined
  readonly delta: string
  readonly description: string
}
export type SloForm = {
  readonly includeTags: string
  readonly excludeTags: string
  readonly objectives: readonly ObjectiveRow[]
  readonly thresholds: readonly ThresholdRow[]
}

const SUBJECTS: Readonly<Record<string, string>> = {
  metric: 'The metric',
  measure: 'The measure',
  comparator: 'The comparison',
  value: 'The value',
  unit: 'The unit',
  delta: 'The change',
  period: 'The period',
  description: 'The note',
}

const rowsField = (label: string, noun: string): DrawnField => ({
  label,
  subject: 'This',
  control: { kind: 'own' },
  within(rest) {
    const [, index, part = ''] = /^\[(\d+)\]\.?(.*)$/.exec(rest) ?? []
    return { label: `${noun} ${Number(index) + 1}`, subject: SUBJECTS[part] ?? 'This' }
  },
})

/** Typed text as a number: a comma is read as a point, and what is no number fails the rules. */
const numberOf = (text: string): number => {
  const typed = text.trim().replace('−', '-').replace(',', '.')
  return typed === '' ? Number.NaN : Number(typed)
}

const objectiveOf = ({ value, description, ...row }: ObjectiveRow): Objective => ({
  ...row,
  value: numberOf(value),
  unit: unitOf(row.metric, row.measure),
  description: description.trim() || null,
})

const thresholdOf = ({ delta, description, ...row }: ThresholdRow): Threshold => ({
  ...row,
  delta: numberOf(delta),
  description: description.trim() || null,
})

/** The form of a project's objectives. */
export const sloTable = formTable({
  fields: {
    includeTags: {
      label: 'With any of these tags',
      part: 'tags',
      paths: ['include_tags'],
      member: 'A tag',
      optional: true,
      hint: 'Empty: monitors with any tags or none.',
      control: { kind: 'own' },
    },
    excludeTags: {
      label: 'Without any of these tags',
      part: 'tags',
      paths: ['exclude_tags'],
      member: 'A tag',
      optional: true,
      hint: 'Monitors with one of these tags are excluded, even if they have a tag above.',
      control: { kind: 'own' },
    },
    objectives: rowsField('Objectives', 'Objective'),
    thresholds: rowsField('Thresholds', 'Threshold'),
  },
  formOf: (slo: StoredSlo): SloForm => ({
    includeTags: listedOf(slo.include_tags),
    excludeTags: listedOf(slo.exclude_tags),
    objectives: slo.objectives.map(({ unit: _, value, description, ...row }) => ({
      ...row,
      value: String(value),
      description: description ?? '',
    })),
    thresholds: slo.thresholds.map(({ delta, description, ...row }) => ({
      ...row,
      delta: String(delta),
      description: description ?? '',
    })),
  }),
  bodyOf: (form: SloForm) => ({
    include_tags: membersOf(form.includeTags),
    exclude_tags: membersOf(form.excludeTags),
    objectives: form.objectives.map(objectiveOf),
    thresholds: form.thresholds.map(thresholdOf),
  }),
  rules: (body) => sloProblems(body),
})

/** A new objective: the one that most projects begin with. */
export const NEW_OBJECTIVE: ObjectiveRow = {
  metric: 'availability',
  measure: 'rate',
  comparator: '>=',
  value: '99.9',
  period: 'P30D',
  description: '',
}

export const NEW_THRESHOLD: ThresholdRow = {
  metric: 'total',
  measure: 'p50',
  unit: 'percent',
  delta: '20',
  period: 'P7D',
  description: '',
}

const known = <Name extends string>(names: readonly Name[], text: string): Name | undefined =>
  names.find((name) => name === text)

const fitting = <Name extends string>(allowed: readonly Name[], before: Name): Name =>
  allowed.includes(before) ? before : (allowed[0] ?? before)

const fittingPeriod = (metric: ObjectiveMetric, before: Objective['period']): Objective['period'] => {
  const { periods } = METRIC_FACTS[metric]
  return periods === 'all' ? before : fitting(periods, before)
}

/** Changes a choice of an objective. Choices that no longer fit the metric are replaced by its usual ones. */
export const withChoice = (
  row: ObjectiveRow,
  name: 'metric' | 'measure' | 'comparator' | 'period',
  text: string,
): ObjectiveRow => {
  const metric = known(OBJECTIVE_METRICS, name === 'metric' ? text : row.metric) ?? row.metric
  const facts = METRIC_FACTS[metric]
  const chosen = {
    measure: known(OBJECTIVE_MEASURES, name === 'measure' ? text : row.measure) ?? row.measure,
    comparator: known(COMPARATORS, name === 'comparator' ? text : row.comparator) ?? row.comparator,
    period: known(OBJECTIVE_PERIODS, name === 'period' ? text : row.period) ?? row.period,
  }
  const measure = fitting(facts.measures, chosen.measure)
  // 99.9 percent says nothing about milliseconds.
  const keepsValue = unitOf(row.metric, row.measure) === unitOf(metric, measure)
  return {
    ...row,
    metric,
    measure,
    comparator: fitting(facts.comparators, chosen.comparator),
    period: fittingPeriod(metric, chosen.period),
    value: keepsValue ? row.value : '',
  }
}

/** Changes a choice of a threshold, as `withChoice` does. */
export const withThresholdChoice = (
  row: ThresholdRow,
  name: 'metric' | 'measure' | 'unit' | 'period',
  text: string,
): ThresholdRow => {
  const metric = known(OBJECTIVE_METRICS, name === 'metric' ? text : row.metric) ?? row.metric
  const asked = known(OBJECTIVE_MEASURES, name === 'measure' ? text : row.measure) ?? row.measure
  const { measures } = METRIC_FACTS[metric]
  const measure = measures.includes(asked) ? asked : usualMeasure(metric)
  const unit = known(OBJECTIVE_UNITS, name === 'unit' ? text : row.unit) ?? row.unit
  const period = known(OBJECTIVE_PERIODS, name === 'period' ? text : row.period) ?? row.period
  return {
    ...row,
    metric,
    measure,
    unit: fitting(changeUnitsOf(metric, measure), unit),
    period: fittingPeriod(metric, period),
  }
}
