import { isWholeDecimal } from '../core/decimals.ts'
import { jsonText } from '../core/exact-json.ts'
import { ExactNumber } from '../core/exact-number.ts'

/** A JSON value. */
export type Json = null | boolean | number | ExactNumber | string | readonly Json[] | { readonly [name: string]: Json }

/** Value that a condition read: undefined if there is no value. */
export type Value = Json | undefined

/** Longest text that a condition or a filter reads or makes, in characters. */
export const MAX_TEXT_LENGTH = 1_048_576

/** Types of values, as the operator `type` names them. */
export const VALUE_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const

export const isList = (value: Value): value is readonly Json[] => Array.isArray(value)
export const isRecord = (value: Value): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)

/** Whether a value is of a type of `VALUE_TYPES`. A whole number is both `integer` and `number`. */
export const isOfType = (value: Value, type: string): boolean => {
  if (value === undefined) return false
  if (value instanceof ExactNumber) return type === 'number' || (type === 'integer' && isWholeDecimal(value.toString()))
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return isList(value)
  if (type === 'null') return value === null
  return type === (value === null || isList(value) ? '' : typeof value)
}

/** The text of a value: a text as it is, everything else as JSON. Null if there is no value. */
export const textOf = (value: Value): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : jsonText(value)

/** Value that an operator compares. The text of a large value is made only when it is needed. */
export type Actual = { readonly value: Value; readonly text: string | null }

export const actualOf = (value: Value): Actual => {
  let text: string | null | undefined
  return {
    value,
    get text() {
      if (text === undefined) text = textOf(value)
      return text
    },
  }
}
