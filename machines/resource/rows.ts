import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'

/** A row of a managed kind, as far as all kinds share it. */
export type AnyRow = { readonly id: string } & { readonly [field: string]: unknown }

const isObject = (value: unknown): value is { readonly [field: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value has an id, as the rows of lists have. */
export const isRow = (value: unknown): value is AnyRow => isObject(value) && typeof value.id === 'string'

/** The field of an operation's answer that holds its rows; null where the answer is no list. */
export const listKeyOf = (operation: EndpointName): 'data' | 'results' | null => {
  const { lists }: AnyEndpoint = contract[operation]
  return lists ?? null
}

/** The rows of a list's answer; none where it is no list or not there yet. */
export const rowsOf = (operation: EndpointName, answer: unknown): readonly unknown[] => {
  const key = listKeyOf(operation)
  const rows = key && isObject(answer) ? answer[key] : null
  return Array.isArray(rows) ? rows : []
}

/** A list's answer with other rows; what is no list stays as it is. */
export const withRows = (operation: EndpointName, answer: unknown, rows: readonly unknown[]): unknown => {
  const key = listKeyOf(operation)
  return key ? { meta: { more: false, next_cursor: null }, ...(isObject(answer) ? answer : {}), [key]: rows } : answer
}
