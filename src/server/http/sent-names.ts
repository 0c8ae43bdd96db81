import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import type { Problem } from '../../domain/core/problem.ts'
import { invalid, type Refusal } from '../refusal.ts'
import type { Change } from './context.ts'

/** A name or tag in a body with characters that its shape refuses: valid only where the object has it already. */
export type OddName = {
  readonly problem: Problem
  /** The field's own name, without those that it is in. */
  readonly field: string
  readonly text: string
}

/** Whether an endpoint stores new objects alone, so that none of their names can be stored already. */
const isCreate = ({ status, access }: AnyEndpoint): boolean => status === 201 || access === 'public'

/** Refuses the names that no stored object can have: before the handler works. An endpoint that reads stores none, and takes all. */
export const refuseOdd = (endpoint: AnyEndpoint, names: readonly OddName[]): readonly Problem[] =>
  endpoint.effect !== 'read' && isCreate(endpoint) ? names.map(({ problem }) => problem) : []

/**
 * Refuses the names that a write has changed. Changes hold the objects as they were, so names that were stored before such characters were
 * refused can be sent back.
 */
export const refuseNew = (names: readonly OddName[], changes: readonly Change[]): Refusal | null => {
  if (changes.length === 0) return null
  const added = names.filter((name) => !changes.some(({ before }) => holdsName(before, name)))
  return added.length === 0 ? null : invalid(added.map(({ problem }) => problem))
}

/** Whether a document has the text under the same field; `field` is that of `value`. */
const holdsName = (value: unknown, name: OddName, field = ''): boolean => {
  if (typeof value === 'string') return field === name.field && value === name.text
  if (Array.isArray(value)) return value.some((item) => holdsName(item, name, field))
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([key, child]) => holdsName(child, name, key))
  )
}
