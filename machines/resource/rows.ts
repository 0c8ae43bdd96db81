import type { EndpointName } from '../../src/contract/contract.ts'
import { traits } from '../../src/contract/traits.ts'

/** A row with the fields that all kinds share. */
export type AnyRow = { readonly id: string } & { readonly [field: string]: unknown }

const isObject = (value: unknown): value is { readonly [field: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value has an id, as the rows of lists have. */
export const isRow = (value: unknown): value is AnyRow => isObject(value) && typeof value.id === 'string'

/** The field that contains the rows of an operation's answer; null if it is not a list. */
export const listKeyOf = (operation: EndpointName): 'data' | 'results' | null => traits[operation]?.lists ?? null

/** The rows of a list's answer; empty if it is not a list or not loaded. */
export const rowsOf = (operation: EndpointName, answer: unknown): readonly unknown[] => {
  const key = listKeyOf(operation)
  const rows = key && isObject(answer) ? answer[key] : null
  return Array.isArray(rows) ? rows : []
}

/** Replaces the rows of a list's answer. Other answers stay unchanged. */
export const withRows = (operation: EndpointName, answer: unknown, rows: readonly unknown[]): unknown => {
  const key = listKeyOf(operation)
  return key ? { meta: { more: false, next_cursor: null }, ...(isObject(answer) ? answer : {}), [key]: rows } : answer
}

/** A list's answer with one more of its pages, while others are still loading. */
export const withPage = (operation: EndpointName, answer: unknown, rows: readonly unknown[]): unknown => {
  const grown = withRows(operation, answer, [...rowsOf(operation, answer), ...rows])
  return isObject(grown) ? { ...grown, meta: { more: true, next_cursor: null } } : grown
}

/** Whether more pages of a list's answer are being loaded: the server names the cursor of the next page where it has one. */
export const isGrowing = (answer: unknown): boolean =>
  isObject(answer) && isObject(answer.meta) && answer.meta.more === true && answer.meta.next_cursor === null
