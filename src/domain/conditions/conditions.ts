import type { conditionSet, outcome } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import type { verdict } from '../../contract/results/results.ts'
import { substitute } from '../core/placeholders.ts'
import { BodyReader, CUT } from './body-reader.ts'
import { type Compared, comparedAs, type NumericTexts, OLDER_NUMERIC_TEXTS, readsJson } from './comparison.ts'
import { type Engines, isUnreadable } from './engines.ts'
import { filtered, filterFault } from './filters.ts'
import { type Condition, type Expected, OPERATORS, type Operator } from './operators.ts'
import type { Outcome } from './outcome.ts'
import { type Property, propertyOf } from './property.ts'
import { type Gap, type Reading, unable } from './reading.ts'
import { type SourceRule, sourceRule } from './sources.ts'
import { type Actual, actualOf, type Value } from './values.ts'

export type { Outcome } from './outcome.ts'
export type ConditionSet = Shape<typeof conditionSet>
export type ConditionOutcome = Shape<typeof outcome>
export type Verdict = Shape<typeof verdict>

/** Input of conditions besides the response. */
export type Bench = {
  /** Null where expressions cannot be evaluated. */
  readonly engines: Engines | null
  /** Variables of the run, to which conditions add those they set. */
  readonly variables: Readonly<Record<string, string>>
  /** The body of the response, parsed once for all conditions. */
  readonly body: BodyReader
  /** How texts of JSON that could be numbers are compared. */
  readonly numericTexts: NumericTexts
}

/** Result of a condition: its verdict, and the value that it read. */
export type Judged = { readonly verdict: Verdict; readonly value: Value }

const NO_ENGINES = unable('The agent that made the call cannot evaluate this condition. Update the agent.')

const NO_CHAIN = 'must have value filters after |, such as |length or |round(2)'

/** The part of a response that a condition is about: `header content-type`, `time to first byte`. */
export const subjectOf = ({ source, property }: Pick<Condition, 'source' | 'property'>): string => {
  const { words, property: rule } = sourceRule(source)
  const name = property ?? ''
  if (rule?.choices) {
    const path = name.split('|')[0]?.trim() || rule.usual
    return rule.choices.find(({ value }) => value === path)?.label ?? words
  }
  return rule && name !== '' ? `${words} ${name}` : words
}

/** Longest schema or value that a result repeats. */
const MAX_SHOWN_LENGTH = 400
const clipped = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text

const expectedText = ({ needs, form }: Operator, { val, val2 }: Condition): string => {
  if (needs === 'nothing') return ''
  if (needs === 'two') return `${val ?? ''} and ${val2 ?? ''}`
  return form === 'schema' ? clipped(val ?? '') : (val ?? '')
}

/** Describes a condition: `header content-type contains json`. */
export const describeCondition = (condition: Condition): string => {
  const operator: Operator = OPERATORS[condition.condition]
  const expected = operator.form === 'schema' ? '' : expectedText(operator, condition)
  return `${subjectOf(condition)} ${operator.words} ${expected}`.trimEnd()
}

/** The handler of an answer. Without `on_true` and `on_false`, the condition must be true or the run fails. */
const handlerOf = (
  { on_true, on_false }: Condition,
  isTrue: boolean,
): { outcome: ConditionOutcome; message?: string } => {
  if (!on_true && !on_false) return { outcome: isTrue ? 'none' : 'fail' }
  return (isTrue ? on_true : on_false) ?? { outcome: 'none' }
}

/** From the one that changes nothing to the worst. */
export const SEVERITY = { none: -1, pass: 0, slow: 1, warning: 2, fail: 3 } as const satisfies Record<
  ConditionOutcome,
  number
>

/** A condition that could not be evaluated must not hide a failure, whichever of its answers would have told it. */
const worseHandler = (condition: Condition) => {
  const [yes, no] = [handlerOf(condition, true), handlerOf(condition, false)]
  return SEVERITY[yes.outcome] > SEVERITY[no.outcome] ? yes : no
}

/** Whether a condition must be evaluated by engines, whose time is not bounded. */
export const needsEngines = ({ source, condition, property }: Condition): boolean => {
  const { engine, filters } = sourceRule(source)
  const { engine: decidedBy }: Operator = OPERATORS[condition]
  return engine !== undefined || decidedBy !== undefined || (filters !== 'none' && (property ?? '').includes('|'))
}

/** The property of a condition, as it is once its variables are filled in. */
const readProperty = ({ source, property }: Condition, engines: Engines | null): Reading<Property> => {
  const { filters, property: rule } = sourceRule(source)
  const text = property ?? ''
  // Sources without a property ignore it, and so did the body before it took filters.
  if (rule === null || filters === 'none' || (source === 'text' && !text.trimStart().startsWith('|')))
    return { value: { path: filters === 'none' ? text : '', filters: [] } }
  const parsed = propertyOf(text, filters === 'after a spaced bar')
  const fault = parsed ? filterFault(parsed.filters, engines) : NO_CHAIN
  if (!parsed || fault) return invalidProperty(fault ?? NO_CHAIN)
  const fits = parsed.path === '' ? rule.isOptional : rule.fits(parsed.path)
  return fits ? { value: parsed } : invalidProperty(`must be ${rule.words}`)
}

const invalidProperty = (says: string) => unable(`With its variables filled in, the property ${says}.`)
const invalidValue = (says: string) => unable(`With its variables filled in, the value ${says}.`)

/** Reads what an engine finds in the body. */
const FINDERS: Readonly<
  Record<NonNullable<SourceRule['engine']>, (path: string, engines: Engines, body: BodyReader) => Reading>
> = {
  path: (path, engines, body) => {
    const query = engines.path(path)
    if (isUnreadable(query)) return invalidProperty(query.says)
    const document = body.json()
    return 'gap' in document ? document : { value: query.find(document.value) }
  },
  xpath: (path, engines, body) => {
    const query = engines.xpath(path)
    if (isUnreadable(query)) return invalidProperty(query.says)
    const document = body.xml(engines)
    if ('gap' in document) return document
    const found = query.find(document.value)
    return 'failed' in found ? unable(`The XPath failed: ${found.failed}`) : found
  },
  pattern: (path, engines, body) => {
    const pattern = engines.pattern(path)
    if (isUnreadable(pattern)) return invalidProperty(pattern.says)
    const text = body.text()
    if ('gap' in text) return text
    if (!body.isCut) return { value: pattern.find(text.value) }
    const found = pattern.findWithin(text.value)
    return found === undefined ? CUT : { value: found }
  },
}

/** The body as a text. Filters need all of it. */
const readText = ({ body: text, unread }: Outcome, isFiltered: boolean, body: BodyReader): Reading => {
  if (unread !== undefined) return body.text()
  return isFiltered && body.isCut ? CUT : { value: text ?? undefined }
}

const read = (condition: Condition, outcome: Outcome, { engines, body }: Bench): Reading => {
  const property = readProperty(condition, engines)
  if ('gap' in property) return property
  const { path, filters } = property.value
  const rule = sourceRule(condition.source)
  if (rule.engine && !engines) return NO_ENGINES
  const found =
    rule.engine && engines
      ? FINDERS[rule.engine](path, engines, body)
      : condition.source === 'text'
        ? readText(outcome, filters.length > 0, body)
        : { value: rule.read?.(outcome, path) }
  return 'gap' in found ? found : filtered(found.value, filters, engines)
}

type Answer =
  | { readonly isTrue: boolean; readonly note?: string; readonly compared?: Compared | undefined }
  | { readonly gap: Gap }

/** Whether a value matches a pattern. There is no match without a value. */
const matches = ({ text }: Actual, val: string, engines: Engines): Answer => {
  const pattern = engines.pattern(val)
  if (isUnreadable(pattern)) return invalidValue(pattern.says)
  return { isTrue: text !== null && pattern.find(text) !== undefined }
}

const isValid = ({ source }: Condition, { value }: Actual, val: string, engines: Engines, body: BodyReader): Answer => {
  const schema = engines.schema(val)
  if (isUnreadable(schema)) return invalidValue(schema.says)
  // The body itself is a text, and a schema is about the JSON in it.
  const document: Reading = source === 'text' ? body.json() : { value }
  if (document.gap) return document
  if (document.value === undefined) return { isTrue: false }
  const fault = schema.fault(document.value)
  return fault === null ? { isTrue: true } : { isTrue: false, note: clipped(fault) }
}

/** Decides about a body of which only the beginning is known. */
const answerOfBeginning = (
  condition: Condition,
  { text }: Actual,
  expected: Expected,
  engines: Engines | null,
): Answer => {
  const operator: Operator = OPERATORS[condition.condition]
  if (text === null) return CUT
  if (operator.engine) {
    if (!engines) return NO_ENGINES
    const pattern = engines.pattern(expected.val)
    if (isUnreadable(pattern)) return invalidValue(pattern.says)
    return pattern.findWithin(text) === undefined ? CUT : { isTrue: !operator.isNegated }
  }
  const isTrue = operator.ofBeginning?.(text, expected) ?? null
  return isTrue === null ? CUT : { isTrue }
}

const answer = (condition: Condition, actual: Actual, { engines, body, numericTexts }: Bench): Answer => {
  const operator: Operator = OPERATORS[condition.condition]
  const val = condition.val ?? ''
  const expected: Expected = {
    val,
    val2: condition.val2 ?? '',
    codes: condition.source === 'http_code',
    exactTexts: numericTexts === 'text' && readsJson(condition),
  }
  if (condition.source === 'text' && body.isCut && operator.engine !== 'schema')
    return answerOfBeginning(condition, actual, expected, engines)
  if (operator.holds)
    return { isTrue: operator.holds(actual, expected), compared: comparedAs(condition, actual, expected) }
  if (!engines) return NO_ENGINES
  if (operator.engine === 'schema') return isValid(condition, actual, val, engines, body)
  const found = matches(actual, val, engines)
  return 'gap' in found ? found : { isTrue: found.isTrue !== (operator.isNegated ?? false) }
}

/** The condition with placeholders replaced by the variables of its run. Those without a variable stay. */
const filledIn = (condition: Condition, variables: Bench['variables']): Condition => {
  const fill = (text: string | null | undefined) => (text ? substitute(text, variables).text : text)
  const { property, val, val2 } = condition
  return {
    ...condition,
    ...(property && { property: fill(property) }),
    ...(val && { val: fill(val) }),
    ...(val2 && { val2: fill(val2) }),
  }
}

/**
 * Judges one condition, at `index` in its set. It never throws: what cannot be evaluated says so in the verdict's note. The actual
 * value is cut at 400 characters.
 */
export const judgeCondition = (asked: Condition, index: number, outcome: Outcome, bench: Bench): Judged => {
  const condition = filledIn(asked, bench.variables)
  const found = read(condition, outcome, bench)
  const actual = actualOf('gap' in found ? undefined : found.value)
  return verdictOf(condition, index, actual, found.gap ? found : answer(condition, actual, bench))
}

/** The verdict of a condition that was not evaluated, and why. */
export const unjudged = (condition: Condition, index: number, note: string): Judged =>
  verdictOf(condition, index, actualOf(undefined), unable(note))

const verdictOf = (condition: Condition, index: number, actual: Actual, given: Answer): Judged => {
  const operator: Operator = OPERATORS[condition.condition]
  const isTrue = 'gap' in given ? false : given.isTrue
  const note = 'gap' in given ? given.gap.note : given.note
  const compared = 'gap' in given ? undefined : given.compared
  const { outcome, message } =
    'gap' in given && !given.gap.isLacking ? worseHandler(condition) : handlerOf(condition, isTrue)
  const shown = actual.text
  const verdict: Verdict = {
    id: condition.id ?? `c${index + 1}`,
    name: condition.name ?? describeCondition(condition),
    group: sourceRule(condition.source).group,
    operator: condition.condition,
    actual: shown === null ? null : clipped(shown),
    expected: expectedText(operator, condition),
    ...(compared !== undefined && { compared }),
    verdict: isTrue,
    outcome,
    ...(message !== undefined && message !== '' && { message }),
    ...(note !== undefined && { note }),
  }
  return { verdict, value: actual.value }
}

/** Judges one condition without engines and variables, as for responses of agents that report in the older form. */
export const judge = (condition: Condition, index: number, outcome: Outcome): Verdict =>
  judgeCondition(condition, index, outcome, {
    engines: null,
    variables: {},
    body: new BodyReader(outcome),
    numericTexts: OLDER_NUMERIC_TEXTS,
  }).verdict
