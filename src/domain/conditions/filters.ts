import { canonicalDecimal, type Rounding, roundedDecimal } from '../core/decimals.ts'
import { parseJson } from '../core/exact-json.ts'
import { ExactNumber, numberOf } from '../core/exact-number.ts'
import type { Engines } from './engines.ts'
import { isUnreadable } from './engines.ts'
import type { FilterCall } from './filter-calls.ts'
import { parseNumber } from './operators.ts'
import { type Reading, unable } from './reading.ts'
import { fromAnyBase64, utf8Text } from './text-codings.ts'
import { isList, isRecord, type Json, MAX_TEXT_LENGTH, textOf, type Value } from './values.ts'

type Args = Readonly<Record<string, string>>

/** A value filter. `args` are its parameters in order, `least` of which must be given. */
export type FilterRule = {
  readonly words: string
  readonly args: readonly string[]
  readonly least: number
  readonly example: { readonly use: string; readonly of: Json; readonly gives: Json }
  /** Undefined for a value that it does not fit, or in which it finds nothing. */
  readonly run: (value: Value, args: Args, engines: Engines | null) => Value
  /** Whether it fits a value in which it found nothing; absent: it finds something in each that it fits. */
  readonly findsNothing?: (value: Value) => boolean
  /** Why arguments are not valid, as the rest of a sentence; null if they are. */
  readonly fault?: (args: Args, engines: Engines | null) => string | null
}

const onText =
  (make: (text: string, args: Args) => Value): FilterRule['run'] =>
  (value, args) => {
    const text = isList(value) || isRecord(value) || value === null ? null : textOf(value)
    return text === null ? undefined : make(text, args)
  }

/** The number of a value, exact where a double cannot hold it. NaN if it is no number. */
const numberIn = (value: Value): number | ExactNumber => {
  if (typeof value === 'number' || value instanceof ExactNumber) return value
  return typeof value === 'string' && !Number.isNaN(parseNumber(value)) ? numberOf(value) : Number.NaN
}

/** Makes a number of a number; `exactly` does so with the text of one that no double holds. */
const onNumber =
  (make: (number: number, args: Args) => number, exactly: (text: string, args: Args) => string): FilterRule['run'] =>
  (value, args) => {
    const number = numberIn(value)
    if (number instanceof ExactNumber) return numberOf(exactly(number.toString(), args))
    const made = Number.isFinite(number) ? make(number, args) : Number.NaN
    return Number.isFinite(made) ? made : undefined
  }

const bounded = (text: string): Value => (text.length > MAX_TEXT_LENGTH ? undefined : text)

/** Length in characters: a pair of surrogates is one. */
const characters = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

const lengthOf: FilterRule['run'] = (value) => {
  if (isList(value)) return value.length
  if (isRecord(value)) return Object.keys(value).length
  return value === undefined || value === null ? 0 : characters(textOf(value) ?? '')
}

const ROUNDERS: Readonly<Record<string, (value: number) => number>> = {
  common: Math.round,
  ceiling: Math.ceil,
  floor: Math.floor,
}
const MAX_DIGITS = 10

const rounded = (number: number, { precision = '0', method = 'common' }: Args): number => {
  const round = ROUNDERS[method] ?? Math.round
  const digits = Number(precision)
  // Moves the point in the number's text, because 1.005 * 100 is less than 100.5.
  const [mantissa = '', exponent = '0'] = String(number).split('e')
  const shifted = round(Number(`${mantissa}e${Number(exponent) + digits}`))
  const [whole = '', power = '0'] = String(shifted).split('e')
  return Number(`${whole}e${Number(power) - digits}`)
}

const isRounding = (method: string): method is Rounding => Object.hasOwn(ROUNDERS, method)

const roundedExactly = (text: string, { precision = '0', method = 'common' }: Args): string =>
  roundedDecimal(text, Number(precision), isRounding(method) ? method : 'common')

const roundFault = ({ precision = '0', method = 'common' }: Args): string | null => {
  if (!/^\d{1,2}$/.test(precision) || Number(precision) > MAX_DIGITS)
    return `round takes 0 to ${MAX_DIGITS} decimal places`
  return Object.hasOwn(ROUNDERS, method) ? null : `round takes the methods ${Object.keys(ROUNDERS).join(', ')}`
}

/** The length is known before the text is made, so that no short body grows to gigabytes. */
const replaced = (text: string, { search = '', other = '' }: Args): Value => {
  if (search === '') return text
  const parts = text.split(search)
  const length = text.length + (parts.length - 1) * (other.length - search.length)
  return length > MAX_TEXT_LENGTH ? undefined : parts.join(other)
}

const jsonIn = (text: string): Value => {
  try {
    return parseJson(text) as Json
  } catch {
    return undefined
  }
}

const pathFault = ({ path = '' }: Args, engines: Engines | null): string | null => {
  const compiled = engines?.path(path)
  return compiled && isUnreadable(compiled) ? `jsonpath takes a JSON path: ${compiled.says}` : null
}

const none = { args: [], least: 0 } as const
const hasItems = (value: Value): boolean => isList(value) || typeof value === 'string'

/** All value filters, which the editor, the documentation and the evaluation are derived from. */
export const FILTERS: Readonly<Record<string, FilterRule>> = {
  int: {
    words: 'the whole number before the decimal point',
    ...none,
    example: { use: 'int', of: '12.7', gives: 12 },
    run: onNumber(
      (number) => Math.trunc(number) + 0,
      (text) => roundedDecimal(text, 0, 'truncate'),
    ),
  },
  float: {
    words: 'a text as a number',
    ...none,
    example: { use: 'float', of: '12.70', gives: 12.7 },
    run: onNumber((number) => number, canonicalDecimal),
  },
  length: {
    words: 'the number of characters of a text, items of a list or members of an object; 0 if there is no value',
    ...none,
    example: { use: 'length', of: ['a', 'b'], gives: 2 },
    run: lengthOf,
  },
  lower: {
    words: 'lower case',
    ...none,
    example: { use: 'lower', of: 'OK', gives: 'ok' },
    run: onText((text) => bounded(text.toLowerCase())),
  },
  upper: {
    words: 'upper case',
    ...none,
    example: { use: 'upper', of: 'ok', gives: 'OK' },
    run: onText((text) => bounded(text.toUpperCase())),
  },
  trim: {
    words: 'without spaces at both ends',
    ...none,
    example: { use: 'trim', of: ' ok ', gives: 'ok' },
    run: onText((text) => text.trim()),
  },
  reverse: {
    words: 'a text or a list from its end',
    ...none,
    example: { use: 'reverse', of: 'abc', gives: 'cba' },
    run: (value, args, engines) =>
      isList(value) ? value.toReversed() : onText((text) => [...text].reverse().join(''))(value, args, engines),
  },
  round: {
    words: 'rounded to decimal places (0 unless given), by the method `common`, `ceiling` or `floor`',
    args: ['precision', 'method'],
    least: 0,
    example: { use: "round(1, 'floor')", of: 12.78, gives: 12.7 },
    run: onNumber(rounded, roundedExactly),
    fault: roundFault,
  },
  replace: {
    words: 'every occurrence of a text replaced by another',
    args: ['search', 'other'],
    least: 2,
    example: { use: "replace(',', '.')", of: '1,5', gives: '1.5' },
    run: onText(replaced),
  },
  split: {
    words: 'the parts of a text between separators; `[0]` or `.0` takes the first part, `[-1]` the last',
    args: ['separator'],
    least: 1,
    example: { use: "split(';')[0]", of: 'text/html; charset=utf-8', gives: 'text/html' },
    run: onText((text, { separator = '' }) => text.split(separator)),
    fault: ({ separator = '' }) => (separator === '' ? 'split takes a separator of at least one character' : null),
  },
  first: {
    words: 'the first item of a list or character of a text',
    ...none,
    example: { use: 'first', of: [7, 8], gives: 7 },
    findsNothing: hasItems,
    run: (value, args, engines) =>
      isList(value)
        ? value[0]
        : onText((text) => {
            const code = text.codePointAt(0)
            return code === undefined ? undefined : String.fromCodePoint(code)
          })(value, args, engines),
  },
  last: {
    words: 'the last item of a list or character of a text',
    ...none,
    example: { use: 'last', of: [7, 8], gives: 8 },
    findsNothing: hasItems,
    run: (value, args, engines) =>
      isList(value) ? value.at(-1) : onText((text) => [...text.slice(-2)].at(-1))(value, args, engines),
  },
  default: {
    words: 'another value where there is none',
    args: ['other'],
    least: 1,
    example: { use: "default('none')", of: null, gives: 'none' },
    run: (value, { other = '' }) => (value === undefined || value === null ? other : value),
  },
  jsonpath: {
    words: 'the value at a JSON path; a text is parsed first',
    args: ['path'],
    least: 1,
    example: { use: "jsonpath('$.id')", of: '{"id":7}', gives: 7 },
    run: (value, { path = '' }, engines) => {
      const document = typeof value === 'string' ? jsonIn(value) : value
      const compiled = engines?.path(path)
      return document === undefined || !compiled || isUnreadable(compiled) ? undefined : compiled.find(document)
    },
    findsNothing: (value) => typeof value !== 'string' || jsonIn(value) !== undefined,
    fault: pathFault,
  },
  b64decode: {
    words: 'decoded from base64, in either alphabet, as UTF-8 text',
    ...none,
    example: { use: 'b64decode', of: 'b2s=', gives: 'ok' },
    run: onText((text) => {
      const bytes = fromAnyBase64(text)
      return bytes === null ? undefined : (utf8Text(bytes) ?? undefined)
    }),
  },
  urlencode: {
    words: 'encoded for a URL',
    ...none,
    example: { use: 'urlencode', of: 'a b', gives: 'a%20b' },
    run: onText((text) => bounded(encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')))),
  },
}

/** The filter of a name; undefined if there is none. */
export const filterOf = (name: string): FilterRule | undefined =>
  Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined

/** Longest chain of filters: no known condition needs more. */
const MAX_FILTERS = 10

/** Arguments by the name of their parameter; null if there is one too many, or an unknown name. */
const argumentsOf = ({ args }: FilterCall, rule: FilterRule): Args | null => {
  const found: Record<string, string> = {}
  for (const [index, { name, value }] of args.entries()) {
    const parameter = name ?? rule.args[index]
    if (parameter === undefined || !rule.args.includes(parameter) || Object.hasOwn(found, parameter)) return null
    found[parameter] = value
  }
  return found
}

const usage = (name: string, { args, least }: FilterRule): string => {
  if (args.length === 0) return `${name} takes no arguments`
  return `${name} takes ${args.map((arg, index) => (index < least ? arg : `${arg} (optional)`)).join(' and ')}`
}

/** Why filters are not valid, as the rest of a sentence; null if they are. */
export const filterFault = (calls: readonly FilterCall[], engines: Engines | null): string | null => {
  if (calls.length > MAX_FILTERS) return `must have at most ${MAX_FILTERS} value filters`
  for (const call of calls) {
    const rule = filterOf(call.name)
    if (!rule) return `must use the value filters ${Object.keys(FILTERS).join(', ')}, not ${call.name}`
    const args = argumentsOf(call, rule)
    if (!args || Object.keys(args).length < rule.least) return `must fit its value filter: ${usage(call.name, rule)}`
    const fault = rule.fault?.(args, engines)
    if (fault) return `must fit its value filter: ${fault}`
  }
  return null
}

/**
 * Applies valid filters to a value. A value that a filter does not fit, such as a page that is no JSON, was not read: nothing may hold because of
 * that, unless a later filter makes something of no value, as `length` and `default` do.
 */
export const filtered = (value: Value, calls: readonly FilterCall[], engines: Engines | null): Reading => {
  let current = value
  let misfit: string | null = null
  for (const call of calls) {
    const rule = filterOf(call.name)
    const args = rule && argumentsOf(call, rule)
    if (!rule || !args) return { value: undefined }
    const made = rule.run(current, args, engines)
    const isGiven = current !== undefined && current !== null
    if (made === undefined && isGiven && !(rule.findsNothing?.(current) ?? false)) misfit ??= call.name
    current = call.index === null ? made : isList(made) ? made.at(call.index) : undefined
    if (current !== undefined) misfit = null
  }
  return misfit === null ? { value: current } : unable(`The value filter ${misfit} does not fit what was read.`)
}
