import type { EndpointName } from '../../src/contract/contract.ts'
import type { UploadedFile } from '../../src/contract/core/client.ts'
import type { LiveEvent } from '../../src/contract/live/live.ts'
import type { Failure } from './failure.ts'

/**
 * Arguments of a call to any endpoint; `CallOf` of each endpoint fits. The typed client says which parts each endpoint needs; `query`
 * is an object of names and values.
 */
export type CallInput = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: unknown
  readonly body?: unknown
  readonly file?: UploadedFile
}

/** A call: the name of its endpoint and its arguments. */
export type Call = { readonly operation: EndpointName; readonly input: CallInput }

/** Events of the resource cache. */
export type CacheEvent =
  | ({ readonly type: 'REQUIRE' } & Call)
  | ({ readonly type: 'FETCH' } & Call)
  | ({ readonly type: 'SAVE'; readonly key?: string } & Call)
  | { readonly type: 'FAILED'; readonly failure: Failure }
  | ({ readonly type: 'FETCHED'; readonly answer: unknown } & Call)
  | ({ readonly type: 'SAVED'; readonly save: string; readonly answer: unknown } & Call)
  /** A save was refused, got no answer, or was aborted. */
  | { readonly type: 'UNSAVED'; readonly save: string; readonly operation: EndpointName }
  | { readonly type: 'LIVE'; readonly event: LiveEvent }
  | { readonly type: 'CLEAR' }
  | { readonly type: 'CLEAR_ERROR'; readonly operation: EndpointName }
  | { readonly type: 'ABORT' }
  /** Fetches again what failed. */
  | { readonly type: 'RETRY' }

/** Sorts the fields of a JSON object and removes undefined ones, so that equal calls get equal keys. */
const stable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(stable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, stable(part)]),
  )
}

/** The cache key of a call, independent of the order of its fields. */
export const keyOf = (operation: EndpointName, input: CallInput = {}): string => {
  const parts = Object.entries(input).filter(([, part]) => part !== undefined && JSON.stringify(stable(part)) !== '{}')
  return parts.length === 0 ? operation : `${operation} ${JSON.stringify(stable(Object.fromEntries(parts)))}`
}
