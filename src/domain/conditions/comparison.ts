import type { NUMERIC_TEXTS } from '../../contract/conditions/conditions.ts'
import { hasPlaceholder } from '../core/placeholders.ts'
import {
  type Condition,
  type Expected,
  isOfNumbers,
  listItems,
  OPERATORS,
  type Operator,
  parseMeasure,
  parseNumber,
} from './operators.ts'
import { propertyOf } from './property.ts'
import { sourceRule } from './sources.ts'
import { type Actual, isList, textOf } from './values.ts'

/** One of `NUMERIC_TEXTS`. */
export type NumericTexts = (typeof NUMERIC_TEXTS)[number]

/** The rule of new sets of conditions. */
export const NEW_NUMERIC_TEXTS: NumericTexts = 'text'

/** The rule of conditions from before 0.6, whose sets name none. */
export const OLDER_NUMERIC_TEXTS: NumericTexts = 'number'

/** The rule of a set. One that names none is from before 0.6, unless it has no condition whose answer could change. */
export const numericTextsOf = (
  meta: { readonly numeric_texts?: NumericTexts | undefined },
  conditions: readonly Condition[],
): NumericTexts => meta.numeric_texts ?? (conditions.length > 0 ? OLDER_NUMERIC_TEXTS : NEW_NUMERIC_TEXTS)

/** Whether a condition reads values of JSON, which has texts beside numbers; elsewhere all values are texts. */
export const readsJson = ({ source, property }: Pick<Condition, 'source' | 'property'>): boolean => {
  if (source === 'json') return true
  if (!property?.includes('jsonpath')) return false
  const filters = propertyOf(property, sourceRule(source).filters === 'after a spaced bar')?.filters ?? []
  return filters.some(({ name }) => name === 'jsonpath')
}

/** Values that an operator looks for as they are; null if it asks for something else than equality. */
const wantedBy = (condition: Condition['condition'], val: string): readonly string[] | null => {
  if (condition === 'in' || condition === 'not_in') return listItems(val)
  return ['eq', 'ne', 'contains', 'not_contains'].includes(condition) ? [val] : null
}

const isNumber = (text: string): boolean => !Number.isNaN(parseNumber(text))

/** Whether the answer of a condition can hang on how texts that look like numbers are compared. A value with a placeholder may be a number. */
export const hangsOnNumericTexts = (condition: Condition): boolean =>
  condition.enabled !== false &&
  readsJson(condition) &&
  (wantedBy(condition.condition, condition.val ?? '') ?? []).some((one) => isNumber(one) || hasPlaceholder(one))

/** Ends of sentences for each way to compare: “equals 1.1, as texts”. */
export const COMPARED_WORDS = { text: 'as texts', number: 'as numbers', time: 'as times' } as const

export type Compared = keyof typeof COMPARED_WORDS

/** The way in which a condition compared a text that could be a number or a time; undefined where there is but one way. */
export const comparedAs = (
  { source, condition }: Condition,
  { value }: Pick<Actual, 'value'>,
  { val, exactTexts }: Expected,
): Compared | undefined => {
  if (isOfNumbers(source)) return undefined
  const { form }: Operator = OPERATORS[condition]
  if (form === 'measure') {
    const measure = typeof value === 'string' ? parseMeasure(value) : null
    return measure === null || Number.isNaN(measure.value) ? undefined : measure.kind
  }
  const wanted = wantedBy(condition, val)
  if (wanted === null || !wanted.some(isNumber)) return undefined
  if (condition.endsWith('contains') && !isList(value)) return undefined
  const found = condition.endsWith('contains') && isList(value) ? value : [value]
  const open = found.filter((one) => isNumber(textOf(one) ?? '') && !wanted.includes(textOf(one) ?? ''))
  if (open.length === 0) return undefined
  return exactTexts && open.every((one) => typeof one === 'string') ? 'text' : 'number'
}
