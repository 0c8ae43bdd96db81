import type { conditionSet, outcome } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import type { pair } from '../../contract/core/wire.ts'
import type { exceptionType, verdict } from '../../contract/results/results.ts'
import { isLatencyMetric, LATENCY_METRICS, type Timing } from '../statistics/latency-metrics.ts'
import { type Condition, OPERATORS, type Operator, type Source } from './operators.ts'

export type ConditionSet = Shape<typeof conditionSet>
export type ConditionOutcome = Shape<typeof outcome>
export type Verdict = Shape<typeof verdict>
type Pair = Shape<typeof pair>

/** The observed outcome of a run. `timing` in milliseconds, `responseSize` in bytes; `body` is null if there was no text. */
export type Outcome = {
  readonly exceptionType: Shape<typeof exceptionType> | null
  readonly httpCode: number | null
  readonly timing: Timing
  readonly responseSize: number
  readonly headers: readonly Pair[]
  readonly body: string | null
}

type SourceRule = {
  readonly group: Verdict['group']
  readonly words: string
  /** Meaning of the condition's `property` for this source; null if it has none. */
  readonly property: 'header name' | 'latency' | null
  readonly actual: (outcome: Outcome, property: string) => string | null
}

const byName = new WeakMap<readonly Pair[], ReadonlyMap<string, readonly string[]>>()

/** Indexes headers by name, once for all conditions on a response: a server may send thousands of headers. */
const valuesByName = (headers: readonly Pair[]): ReadonlyMap<string, readonly string[]> => {
  const known = byName.get(headers)
  if (known) return known
  const made = new Map<string, string[]>()
  for (const { key, value } of headers) {
    const name = key.toLowerCase()
    const values = made.get(name)
    if (values) values.push(value)
    else made.set(name, [value])
  }
  byName.set(headers, made)
  return made
}

/** Returns a header's value, case-insensitively. Several headers of one name form one list (RFC 9110 section 5.3). */
const headerValue = (headers: readonly Pair[], name: string): string | null =>
  valuesByName(headers).get(name.toLowerCase())?.join(', ') ?? null

const latency = (timing: Timing, metric: string): string | null => {
  const key = metric === '' ? 'total' : metric
  // To the microsecond, because sums of phases carry rounding errors.
  return isLatencyMetric(key) ? String(Math.round(LATENCY_METRICS[key].ms(timing) * 1000) / 1000) : null
}

/** Sources that a condition can test, in the order they are offered. */
export const SOURCES = {
  http_code: {
    group: 'status',
    words: 'status code',
    property: null,
    actual: ({ httpCode }) => (httpCode === null ? null : String(httpCode)),
  },
  size: { group: 'size', words: 'response size', property: null, actual: ({ responseSize }) => String(responseSize) },
  header: {
    group: 'header',
    words: 'header',
    property: 'header name',
    actual: ({ headers }, name) => headerValue(headers, name),
  },
  text: { group: 'body', words: 'body', property: null, actual: ({ body }) => body },
  latency: {
    group: 'timing',
    words: 'latency',
    property: 'latency',
    actual: ({ timing }, metric) => latency(timing, metric),
  },
} as const satisfies Record<Source, SourceRule>

const subject = ({ source, property }: Condition): string => {
  const name = property ?? ''
  if (source === 'header') return `header ${name}`
  if (source === 'latency') return isLatencyMetric(name) ? LATENCY_METRICS[name].words : LATENCY_METRICS.total.words
  return SOURCES[source].words
}

const expectedText = (operator: Operator, { val, val2 }: Condition): string =>
  operator.needs === 'nothing' ? '' : operator.needs === 'two' ? `${val ?? ''} and ${val2 ?? ''}` : (val ?? '')

/** Describes a condition: `header content-type contains json`. */
const describeCondition = (condition: Condition): string => {
  const operator = OPERATORS[condition.condition]
  return `${subject(condition)} ${operator.words} ${expectedText(operator, condition)}`.trimEnd()
}

const MAX_ACTUAL_LENGTH = 400
const clipped = (text: string | null) =>
  text !== null && text.length > MAX_ACTUAL_LENGTH ? `${text.slice(0, MAX_ACTUAL_LENGTH)}…` : text

/** The outcome of a condition. Without `on_true` and `on_false`, the condition must be true or the run fails. */
const outcomeOf = (condition: Condition, isTrue: boolean): ConditionOutcome => {
  if (!condition.on_true && !condition.on_false) return isTrue ? 'none' : 'fail'
  return (isTrue ? condition.on_true : condition.on_false)?.outcome ?? 'none'
}

/** Judges one condition, at `index` in its set. The actual value is cut at 400 characters. */
export const judge = (condition: Condition, index: number, outcome: Outcome): Verdict => {
  const source = SOURCES[condition.source]
  const operator: Operator = OPERATORS[condition.condition]
  const actual = source.actual(outcome, condition.property ?? '')
  const expected = { val: condition.val ?? '', val2: condition.val2 ?? '', codes: condition.source === 'http_code' }
  const isTrue = operator.holds(actual, expected)
  return {
    id: condition.id ?? `c${index + 1}`,
    name: condition.name ?? describeCondition(condition),
    group: source.group,
    operator: condition.condition,
    actual: clipped(actual),
    expected: expectedText(operator, condition),
    verdict: isTrue,
    outcome: outcomeOf(condition, isTrue),
  }
}
