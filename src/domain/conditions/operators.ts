import type { condition } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { occursIn } from '../core/occurs-in.ts'
import { parseTime } from '../core/wire-time.ts'

export type Condition = Shape<typeof condition>
export type Source = Condition['source']
export type OperatorKey = Condition['condition']

/** What an operator compares with: the condition's two values, and whether its list may hold code ranges and classes. */
export type Expected = { readonly val: string; readonly val2: string; readonly codes: boolean }

/**
 * A way to question a value. `needs` is what a person must give with it; `form` is what the given values must be:
 * a `measure` is a number (or a time, where the value is text). `holds` answers for a value, null where there is none.
 */
export type Operator = {
  readonly words: string
  readonly needs: 'nothing' | 'one' | 'two' | 'list'
  readonly form: 'measure' | 'text'
  readonly on: readonly Source[]
  readonly holds: (actual: string | null, expected: Expected) => boolean
}

// No two parts of it can take the same digits: the text may be all that a server answered.
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** The number that a text spells; NaN where it spells none (an empty text is no zero). */
export const parseNumber = (text: string): number => (NUMBER.test(text) ? Number(text) : Number.NaN)

// The date form of HTTP headers (RFC 9110 section 5.6.7). Date.parse alone would take nearly any text with a number in it.
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** What a text measures, by which `gt` and its like compare: a number, or the milliseconds of a time. NaN where neither. */
export const parseMeasure = (text: string): { kind: 'number' | 'time'; value: number } => {
  const number = parseNumber(text)
  if (!Number.isNaN(number)) return { kind: 'number', value: number }
  return { kind: 'time', value: HTTP_DATE.test(text) ? Date.parse(text) : (parseTime(text) ?? Number.NaN) }
}

/** Positive, zero or negative as `a` is more than, equal to or less than `b`; NaN where they cannot be compared. */
const compare = (a: string | null, b: string): number => {
  if (a === null) return Number.NaN
  const [left, right] = [parseMeasure(a), parseMeasure(b)]
  return left.kind === right.kind ? left.value - right.value : Number.NaN
}

const equal = (actual: string | null, val: string): boolean =>
  actual !== null && (actual === val || parseNumber(actual) === parseNumber(val))

/** The items of a comma list. */
export const listItems = (list: string): string[] => list.split(',').map((item) => item.trim())

/** The codes that `404`, `200-299` or `2xx` stands for, as first and last; null for anything else. */
export const codeRange = (item: string): readonly [number, number] | null => {
  const match = /^(?:(\d)xx|(\d{3})(?:\s*-\s*(\d{3}))?)$/i.exec(item)
  if (!match) return null
  const [, hundreds, first, last] = match
  if (hundreds !== undefined) return [Number(hundreds) * 100, Number(hundreds) * 100 + 99]
  return [Number(first), Number(last ?? first)]
}

const isListed = (actual: string | null, { val, codes }: Expected): boolean => {
  // Read once for all items: it may be a whole body.
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
 * Every operator, once: what the editor offers, what a condition must give, and how it is judged. Each `not_…` is the
 * exact opposite of its twin, so where there is no value (a header that is absent) the positive one is false and the
 * negative one true.
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
