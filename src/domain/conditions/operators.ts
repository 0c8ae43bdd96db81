import type { condition } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { occursIn } from '../core/occurs-in.ts'
import { parseTime } from '../core/wire-time.ts'

export type Condition = Shape<typeof condition>
export type Source = Condition['source']
export type OperatorKey = Condition['condition']

/** The condition's two values, and whether its list may contain status code ranges and classes. */
export type Expected = { readonly val: string; readonly val2: string; readonly codes: boolean }

/**
 * An operator of conditions. `needs` is the number of values that a person gives, `form` is their type: a `measure` is a number
 * (or a time, if the value is text). `holds` decides for an actual value, which is null if there is none.
 */
export type Operator = {
  readonly words: string
  readonly needs: 'nothing' | 'one' | 'two' | 'list'
  readonly form: 'measure' | 'text'
  readonly on: readonly Source[]
  readonly holds: (actual: string | null, expected: Expected) => boolean
}

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
const compare = (a: string | null, b: string): number => {
  if (a === null) return Number.NaN
  const [left, right] = [parseMeasure(a), parseMeasure(b)]
  return left.kind === right.kind ? left.value - right.value : Number.NaN
}

const equal = (actual: string | null, val: string): boolean =>
  actual !== null && (actual === val || parseNumber(actual) === parseNumber(val))

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

const isListed = (actual: string | null, { val, codes }: Expected): boolean => {
  // Parsed once for all items, because it may be a whole body.
  const number = parseNumber(actual ?? '')
  return listItems(val).some((item) => {
    const range = codes ? codeRange(item) : null
    if (range) return Number(actual) >= range[0] && Number(actual) <= range[1]
    return actual !== null && (actual === item || number === parseNumber(item))
  })
}

const isBetween = (actual: string | null, { val, val2 }: Expected) =>
  compare(actual, val) >= 0 && compare(actual, val2) <= 0

const ALL: readonly Source[] = ['http_code', 'size', 'header', 'text', 'latency']
const TEXTS: readonly Source[] = ['header', 'text']

type Holds = Operator['holds']
const not =
  (holds: Holds): Holds =>
  (actual, expected) =>
    !holds(actual, expected)
const contains: Holds = (actual, { val }) => actual !== null && occursIn(actual, val)
const exists: Holds = (actual) => actual !== null
const isEmpty: Holds = (actual) => actual === null || actual === ''

const measure = { form: 'measure', on: ALL } as const
const text = { form: 'text', on: TEXTS } as const

/**
 * All operators. The editor, the validation and the evaluation of conditions are derived from this table. Each `not_…` is the
 * exact opposite of its counterpart: if there is no value (a missing header), the positive one is false and the negative one true.
 */
export const OPERATORS = {
  eq: { words: 'equals', needs: 'one', form: 'text', on: ALL, holds: (actual, { val }) => equal(actual, val) },
  ne: { words: 'does not equal', needs: 'one', form: 'text', on: ALL, holds: (actual, { val }) => !equal(actual, val) },
  gt: { words: 'is greater than', needs: 'one', ...measure, holds: (actual, { val }) => compare(actual, val) > 0 },
  ge: { words: 'is at least', needs: 'one', ...measure, holds: (actual, { val }) => compare(actual, val) >= 0 },
  lt: { words: 'is less than', needs: 'one', ...measure, holds: (actual, { val }) => compare(actual, val) < 0 },
  le: { words: 'is at most', needs: 'one', ...measure, holds: (actual, { val }) => compare(actual, val) <= 0 },
  between: { words: 'is between', needs: 'two', ...measure, holds: isBetween },
  not_between: { words: 'is not between', needs: 'two', ...measure, holds: not(isBetween) },
  in: { words: 'is one of', needs: 'list', form: 'text', on: ALL, holds: isListed },
  not_in: { words: 'is none of', needs: 'list', form: 'text', on: ALL, holds: not(isListed) },
  contains: { words: 'contains', needs: 'one', ...text, holds: contains },
  not_contains: { words: 'does not contain', needs: 'one', ...text, holds: not(contains) },
  starts: { words: 'starts with', needs: 'one', ...text, holds: (actual, { val }) => actual?.startsWith(val) ?? false },
  ends: { words: 'ends with', needs: 'one', ...text, holds: (actual, { val }) => actual?.endsWith(val) ?? false },
  exists: { words: 'exists', needs: 'nothing', form: 'text', on: ['header'], holds: exists },
  not_exists: { words: 'does not exist', needs: 'nothing', form: 'text', on: ['header'], holds: not(exists) },
  empty: { words: 'is empty', needs: 'nothing', ...text, holds: isEmpty },
  not_empty: { words: 'is not empty', needs: 'nothing', ...text, holds: not(isEmpty) },
} as const satisfies Record<OperatorKey, Operator>
