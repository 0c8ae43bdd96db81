import type { condition } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { compareNumbers } from '../core/decimals.ts'
import { occursIn } from '../core/occurs-in.ts'
import { parseTime } from '../core/wire-time.ts'
import type { Engines } from './engines.ts'
import { type Actual, actualOf, isList, isOfType, isRecord, VALUE_TYPES } from './values.ts'

export type Condition = Shape<typeof condition>
export type Source = Condition['source']
export type OperatorKey = Condition['condition']

/**
 * The condition's two values, whether its list may contain status code ranges and classes, and whether a JSON text is equal to the same
 * text alone. That is so for texts of JSON only: elsewhere all values are texts.
 */
export type Expected = {
  readonly val: string
  readonly val2: string
  readonly codes: boolean
  readonly exactTexts: boolean
}

/**
 * An operator of conditions. `needs` is the number of values that a person gives, `form` is their type: a `measure` is a number
 * (or a time, if the value is text). `holds` decides for an actual value; one with `engine` is decided by that engine instead, within
 * its time limit.
 */
export type Operator = {
  readonly words: string
  readonly needs: 'nothing' | 'one' | 'two' | 'list'
  readonly form: 'measure' | 'text' | 'pattern' | 'schema' | 'type'
  readonly on: readonly Source[]
  /** A value for which the operator makes sense. */
  readonly example: string
  /**
   * Decides for a text of which only the beginning is known; null where the rest could decide otherwise. Absent: it always could.
   */
  readonly ofBeginning?: OfBeginning
} & (
  | { readonly holds: (actual: Actual, expected: Expected) => boolean; readonly engine?: never }
  | { readonly engine: keyof Engines; readonly isNegated?: boolean; readonly holds?: never }
)

type OfBeginning = (beginning: string, expected: Expected) => boolean | null
type Holds = (actual: Actual, expected: Expected) => boolean

// No two parts of the pattern match the same digits, because the text may be a whole response body.
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** Parses a number; NaN if the text is not one, including the empty text. */
export const parseNumber = (text: string): number => (NUMBER.test(text) ? Number(text) : Number.NaN)

// The date format of HTTP headers (RFC 9110 section 5.6.7). Date.parse alone accepts nearly any text with a number in it.
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** Parses a value for `gt` and similar operators: a number, or the milliseconds of a time. NaN if it is neither. */
export const parseMeasure = (text: string): { kind: 'number' | 'time'; value: number } => {
  const number = parseNumber(text)
  if (!Number.isNaN(number)) return { kind: 'number', value: number }
  return { kind: 'time', value: HTTP_DATE.test(text) ? Date.parse(text) : (parseTime(text) ?? Number.NaN) }
}

/** Positive, zero or negative if `a` is greater than, equal to or less than `b`; NaN if they cannot be compared. */
export const compareMeasures = (a: string | null, b: string): number => {
  if (a === null) return Number.NaN
  const [left, right] = [parseMeasure(a), parseMeasure(b)]
  if (left.kind !== right.kind) return Number.NaN
  return left.kind === 'number' ? compareNumbers(a, left.value, b, right.value) : left.value - right.value
}

/** Whether two values that could be numbers are compared as such. */
const areNumbers = ({ value }: Pick<Actual, 'value'>, { exactTexts }: Expected): boolean =>
  !(exactTexts && typeof value === 'string')

const equal: Holds = (actual, expected) => {
  const { text } = actual
  const { val } = expected
  if (text === null || text === val) return text !== null
  return areNumbers(actual, expected) && compareNumbers(text, parseNumber(text), val, parseNumber(val)) === 0
}

/** Splits a comma-separated list. */
export const listItems = (list: string): string[] => list.split(',').map((item) => item.trim())

/** The first and last status code for `404`, `200-299` or `2xx`; null for anything else. */
export const codeRange = (item: string): readonly [number, number] | null => {
  const match = /^(?:(\d)xx|(\d{3})(?:\s*-\s*(\d{3}))?)$/i.exec(item)
  if (!match) return null
  const [, hundreds, first, last] = match
  if (hundreds !== undefined) return [Number(hundreds) * 100, Number(hundreds) * 100 + 99]
  return [Number(first), Number(last ?? first)]
}

const isListed: Holds = (actual, expected) => {
  const { text } = actual
  // Parsed once for all items, because it may be a whole body.
  const number = areNumbers(actual, expected) ? parseNumber(text ?? '') : Number.NaN
  const { val, codes } = expected
  return listItems(val).some((item) => {
    const range = codes ? codeRange(item) : null
    if (range) return Number(text) >= range[0] && Number(text) <= range[1]
    return text !== null && (text === item || compareNumbers(text, number, item, parseNumber(item)) === 0)
  })
}

const isBetween: Holds = ({ text }, { val, val2 }) =>
  compareMeasures(text, val) >= 0 && compareMeasures(text, val2) <= 0

const NUMBERS: readonly Source[] = ['http_code', 'size', 'latency']
const TEXTS: readonly Source[] = ['header', 'cookie', 'redirects', 'tls', 'json', 'xml', 'regex', 'text']
const ALL: readonly Source[] = [...NUMBERS, ...TEXTS]
/** Sources of which there may be no value at all. */
const MAY_LACK: readonly Source[] = ['header', 'cookie', 'tls', 'json', 'xml', 'regex']

const not =
  (holds: Holds): Holds =>
  (actual, expected) =>
    !holds(actual, expected)
/** A text contains a part, a list an item. */
const contains: Holds = ({ value, text }, expected) =>
  isList(value) ? value.some((item) => equal(actualOf(item), expected)) : text !== null && occursIn(text, expected.val)
const exists: Holds = ({ value }) => value !== undefined
const isEmpty: Holds = ({ value }) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isList(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0)
const is =
  (wanted: boolean): Holds =>
  ({ value }) =>
    value === wanted || value === String(wanted)

const notOf =
  (decide: OfBeginning): OfBeginning =>
  (beginning, expected) => {
    const answer = decide(beginning, expected)
    return answer === null ? null : !answer
  }
/** Whether a text may still be a longer one. */
const mayBe = (beginning: string, whole: string): boolean =>
  whole.length > beginning.length && whole.startsWith(beginning)
const beginsEqual: OfBeginning = (beginning, { val }) => (mayBe(beginning, val) ? null : false)
const beginsListed: OfBeginning = (beginning, { val }) =>
  listItems(val).some((item) => mayBe(beginning, item)) ? null : false
const beginContains: OfBeginning = (beginning, { val }) => (occursIn(beginning, val) ? true : null)
const beginsWith: OfBeginning = (beginning, { val }) =>
  beginning.startsWith(val) || (mayBe(beginning, val) ? null : false)

const number = { needs: 'one', form: 'measure', on: ALL, example: '100' } as const
const numbers = { ...number, needs: 'two' } as const
const any = { needs: 'one', form: 'text', on: ALL, example: 'ok' } as const
const text = { ...any, on: TEXTS } as const
const nothing = { needs: 'nothing', form: 'text', example: '' } as const

/**
 * All operators. The editor, the validation and the evaluation of conditions are derived from this table. Each `not_…` is the
 * exact opposite of its counterpart: if there is no value (a missing header), the positive one is false and the negative one true.
 */
export const OPERATORS = {
  eq: { words: 'equals', ...any, holds: equal, ofBeginning: beginsEqual },
  ne: {
    words: 'does not equal',
    ...any,
    holds: not(equal),
    ofBeginning: notOf(beginsEqual),
  },
  gt: { words: 'is greater than', ...number, holds: ({ text }, { val }) => compareMeasures(text, val) > 0 },
  ge: { words: 'is at least', ...number, holds: ({ text }, { val }) => compareMeasures(text, val) >= 0 },
  lt: { words: 'is less than', ...number, holds: ({ text }, { val }) => compareMeasures(text, val) < 0 },
  le: { words: 'is at most', ...number, holds: ({ text }, { val }) => compareMeasures(text, val) <= 0 },
  between: { words: 'is between', ...numbers, holds: isBetween },
  not_between: { words: 'is not between', ...numbers, holds: not(isBetween) },
  in: {
    words: 'is one of',
    ...any,
    needs: 'list',
    example: 'one, another',
    holds: isListed,
    ofBeginning: beginsListed,
  },
  not_in: {
    words: 'is none of',
    ...any,
    needs: 'list',
    example: 'one, another',
    holds: not(isListed),
    ofBeginning: notOf(beginsListed),
  },
  contains: { words: 'contains', ...text, holds: contains, ofBeginning: beginContains },
  not_contains: { words: 'does not contain', ...text, holds: not(contains), ofBeginning: notOf(beginContains) },
  starts: {
    words: 'starts with',
    ...text,
    holds: ({ text }, { val }) => text?.startsWith(val) ?? false,
    ofBeginning: beginsWith,
  },
  ends: { words: 'ends with', ...text, holds: ({ text }, { val }) => text?.endsWith(val) ?? false },
  matches: { words: 'matches', ...text, form: 'pattern', example: '^v[0-9]+', engine: 'pattern' },
  not_matches: {
    words: 'does not match',
    ...text,
    form: 'pattern',
    example: '^v[0-9]+',
    engine: 'pattern',
    isNegated: true,
  },
  exists: { words: 'exists', ...nothing, on: MAY_LACK, holds: exists },
  not_exists: { words: 'does not exist', ...nothing, on: MAY_LACK, holds: not(exists) },
  empty: { words: 'is empty', ...nothing, on: TEXTS, holds: isEmpty, ofBeginning: () => false },
  not_empty: { words: 'is not empty', ...nothing, on: TEXTS, holds: not(isEmpty), ofBeginning: () => true },
  type: {
    words: 'is of type',
    needs: 'one',
    form: 'type',
    on: ['json'],
    example: 'number',
    holds: ({ value }, { val }) => isOfType(value, val),
  },
  schema: {
    words: 'is valid against the schema',
    needs: 'one',
    form: 'schema',
    on: ['json', 'text'],
    example: '{"type":"object","required":["id"]}',
    engine: 'schema',
  },
  true: { words: 'is true', ...nothing, on: ['json', 'xml'], holds: is(true) },
  false: { words: 'is false', ...nothing, on: ['json', 'xml'], holds: is(false) },
} as const satisfies Record<OperatorKey, Operator>

/** Whether all values of a source are numbers. */
export const isOfNumbers = (source: Source): boolean => NUMBERS.includes(source)

/** Whether a text is a type that the operator `type` knows. */
export const isValueType = (text: string): boolean => VALUE_TYPES.some((type) => type === text)
