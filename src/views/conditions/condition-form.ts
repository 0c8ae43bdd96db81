import type { ConditionOutcome } from '../../domain/conditions/conditions.ts'
import {
  type Condition,
  OPERATORS,
  type Operator,
  type OperatorKey,
  type Source,
} from '../../domain/conditions/operators.ts'
import { type Group, SOURCES, type SourceRule, sourceRule } from '../../domain/conditions/sources.ts'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const sources: readonly (readonly [string, SourceRule])[] = Object.entries(SOURCES)

/** Sources that a condition of some groups can be about. */
export const sourceOptions = (groups: readonly Group[]) =>
  sources
    .filter(([, { group }]) => groups.includes(group))
    .map(([value, { words }]) => ({ value, label: capital(words) }))

const operators: readonly (readonly [string, Operator])[] = Object.entries(OPERATORS)

/** Comparisons that fit a source. */
export const operatorOptions = (source: Source) =>
  operators.filter(([, { on }]) => on.includes(source)).map(([value, { words }]) => ({ value, label: words }))

/** Outcomes as the rest of a sentence about a run. */
export const OUTCOME_WORDS: Readonly<Record<ConditionOutcome, string>> = {
  none: 'changes nothing',
  pass: 'passes',
  slow: 'is slow',
  warning: 'is a warning',
  fail: 'fails',
}

/** Outcomes that a condition can give a run; only a latency can make it slow. */
export const outcomeOptions = (source: Source) =>
  Object.entries(OUTCOME_WORDS)
    .filter(([value]) => value !== 'slow' || source === 'latency')
    .map(([value, label]) => ({ value, label }))

const isSource = (text: string): text is Source => Object.hasOwn(SOURCES, text)
const isOperator = (text: string): text is OperatorKey => Object.hasOwn(OPERATORS, text)
const isOutcome = (text: string): text is ConditionOutcome => Object.hasOwn(OUTCOME_WORDS, text)

/** Outcome for one answer of a condition; one without handlers fails the run unless it holds. */
export const outcomeShown = ({ on_true, on_false }: Condition, isTrue: boolean): ConditionOutcome => {
  if (!on_true && !on_false) return isTrue ? 'none' : 'fail'
  return (isTrue ? on_true : on_false)?.outcome ?? 'none'
}

/** Sets the outcome for one answer of a condition and keeps the other. */
export const withOutcome = (condition: Condition, isTrue: boolean, chosen: string): Condition => {
  if (!isOutcome(chosen)) return condition
  const other = { ...(isTrue ? condition.on_false : condition.on_true), outcome: outcomeShown(condition, !isTrue) }
  const own = { ...(isTrue ? condition.on_true : condition.on_false), outcome: chosen }
  return { ...condition, on_true: isTrue ? own : other, on_false: isTrue ? other : own }
}

/**
 * Changes the source of a condition and clears what does not fit it. The usual comparison of the earlier source gives way to that of the
 * new one: a body can be "less than" a number, but that is seldom meant.
 */
export const withSource = (condition: Condition, chosen: string): Condition => {
  if (!isSource(chosen) || chosen === condition.source) return condition
  const isUsual = condition.condition === sourceRule(condition.source).usual
  const fits = !isUsual && OPERATORS[condition.condition].on.some((source) => source === chosen)
  const { on_true, on_false, ...rest } = condition
  const isSlow = on_true?.outcome === 'slow' || on_false?.outcome === 'slow'
  return {
    ...rest,
    ...(isSlow && chosen !== 'latency' ? {} : { ...(on_true && { on_true }), ...(on_false && { on_false }) }),
    source: chosen,
    property: sourceRule(chosen).property?.usual ?? sourceRule(chosen).property?.choices?.[0]?.value ?? null,
    condition: fits ? condition.condition : sourceRule(chosen).usual,
    val: null,
    val2: null,
  }
}

/** Says that the comparison changed with the source; null where it stays. */
export const replacedNote = (before: Condition, after: Condition): string | null =>
  before.condition === after.condition
    ? null
    : `The comparison “${OPERATORS[before.condition].words}” is now “${OPERATORS[after.condition].words}”, which fits this source.`

/** Changes the comparison of a condition and clears values that it does not take. */
export const withOperator = (condition: Condition, chosen: string): Condition => {
  if (!isOperator(chosen)) return condition
  const { needs }: Operator = OPERATORS[chosen]
  return {
    ...condition,
    condition: chosen,
    val: needs === 'nothing' ? null : (condition.val ?? null),
    val2: needs === 'two' ? (condition.val2 ?? null) : null,
  }
}

/** Placeholder of a condition's value: its unit or an example. */
export const valueHint = ({ source, condition }: Condition): string => {
  const { example, needs }: Operator = OPERATORS[condition]
  const { unit } = sourceRule(source)
  if (source === 'http_code' && needs === 'list') return '2xx, 301'
  return unit ?? example
}

/** A new condition. */
export const NEW_CONDITION: Condition = { source: 'latency', property: 'total', condition: 'lt', val: null }

/** The first condition of a group, without a value. */
export const newCondition = (groups: readonly Group[]): Condition => {
  const [source = 'latency'] = sources.flatMap(([name, { group }]) =>
    groups.includes(group) && isSource(name) ? [name] : [],
  )
  if (groups.includes('timing')) return NEW_CONDITION
  return withSource({ ...NEW_CONDITION, source: source === 'latency' ? 'size' : 'latency' }, source)
}

/** Sets the message of one answer; an empty one is none. */
export const withMessage = (condition: Condition, isTrue: boolean, message: string): Condition => {
  const set = withOutcome(condition, isTrue, outcomeShown(condition, isTrue))
  const key = isTrue ? 'on_true' : 'on_false'
  const outcome = set[key]?.outcome ?? 'none'
  return { ...set, [key]: { outcome, ...(message !== '' && { message }) } }
}

/** Sets the variable that a condition stores its value in; without a name there is none. */
export const withVariable = (condition: Condition, name: string, scope: string): Condition => {
  const { set_variable: _, ...rest } = condition
  return name === '' ? rest : { ...rest, set_variable: { name, scope: isScope(scope) ? scope : 'workflow' } }
}

/**
 * A condition that a click on a value has made, once a variable is named for it: whoever extracts a value that changes does not want it to
 * stay the same, so that it has to exist only. A comparison that was chosen stays. `made`: as the click made it.
 */
export const storing = (before: Condition, after: Condition, made: Condition): Condition => {
  const isNamed = !before.set_variable && after.set_variable !== undefined
  const isAsMade = after.condition === made.condition && after.val === made.val && after.property === made.property
  const isFit = OPERATORS.exists.on.some((source: Source) => source === after.source)
  return isNamed && isAsMade && isFit ? withOperator(after, 'exists') : after
}

type Scope = NonNullable<Condition['set_variable']>['scope']

const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  workflow: 'for the rest of the run',
  call_workspace: 'in the monitor’s environment',
  global: 'in the environment global',
}
const isScope = (text: string): text is Scope => Object.hasOwn(SCOPE_WORDS, text)

/** Where a variable of a condition can be kept. */
export const SCOPE_OPTIONS = Object.entries(SCOPE_WORDS).map(([value, label]) => ({ value, label }))

/** A copy of a condition, without its id. */
export const copyOf = ({ id: _, ...condition }: Condition): Condition => condition
