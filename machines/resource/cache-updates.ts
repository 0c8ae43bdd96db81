import type { EndpointName } from '../../src/contract/contract.ts'
import { managedNames } from '../../src/contract/kind-neighbours.ts'
import { traits } from '../../src/contract/traits.ts'
import type { Call } from './cache-events.ts'
import { type AnyRow, isRow, listKeyOf, rowsOf, withRows } from './rows.ts'
import type { UnconfirmedEvent } from './unconfirmed.ts'

/** A change to a cached resource that follows from a write or a live event. Only `fetch` may name one that is not loaded. */
export type CacheUpdate =
  | { readonly kind: 'patch'; readonly call: Call; readonly change: (data: unknown) => unknown }
  | { readonly kind: 'tell'; readonly call: Call; readonly event: UnconfirmedEvent }
  | { readonly kind: 'invalidate'; readonly call: Call }
  | { readonly kind: 'fetch'; readonly call: Call }
  | { readonly kind: 'clear'; readonly call: Call }

const managed: ReadonlySet<string> = new Set(managedNames)

/** The kind that an operation is about: `monitor` of `monitor.conditions`. */
export const kindOf = (operation: string): string => operation.split('.')[0] ?? ''

const isName = (name: string): name is EndpointName => name in traits

/** The endpoint that reads one object of a kind; null where there is none. */
export const readOf = (kind: string): EndpointName | null => {
  const read = `${kind}.read`
  return isName(read) ? read : null
}

/** What an operation's answer shows of an object, as the endpoint declares it. */
const shownBy = (operation: EndpointName): string | null => traits[operation]?.shows ?? null

export const idOf = ({ input }: Call): string | null => input.params?.id ?? null

/** Not the whole list: rows may be missing from it for a reason that only the server knows. */
export const isFiltered = ({ input }: Call): boolean =>
  input.params !== undefined || Object.keys(input.query ?? {}).some((name) => name !== 'limit')

const replaceRow =
  (operation: EndpointName, row: AnyRow) =>
  (data: unknown): unknown => {
    const rows = rowsOf(operation, data)
    const at = rows.findIndex((each) => isRow(each) && each.id === row.id)
    return at < 0 ? data : withRows(operation, data, rows.with(at, row))
  }

/** Lists show the newest first. */
const addRow =
  (operation: EndpointName, row: AnyRow) =>
  (data: unknown): unknown => {
    const rows = rowsOf(operation, data)
    return rows.some((each) => isRow(each) && each.id === row.id)
      ? replaceRow(operation, row)(data)
      : withRows(operation, data, [row, ...rows])
  }

const removeRow =
  (operation: EndpointName, id: string) =>
  (data: unknown): unknown => {
    const rows = rowsOf(operation, data)
    const left = rows.filter((each) => !(isRow(each) && each.id === id))
    return left.length === rows.length ? data : withRows(operation, data, left)
  }

export const invalidate = (call: Call): CacheUpdate => ({ kind: 'invalidate', call })

/** The project at a glance and its usage, which count its objects. */
export const countsOf = (loaded: readonly Call[]): readonly Call[] =>
  loaded.filter(({ operation }) => operation === 'project.synopsis' || operation === 'quota.read')

/** Whether a call lists objects of a kind. Other lists of its endpoints have other rows: `workflow.results` has results. */
export const isListOf = (kind: string, { operation }: Call): boolean =>
  kindOf(operation) === kind && /\.list(-|$)/.test(operation) && listKeyOf(operation) !== null

/** A call with its answer; null until it is here. */
export type LoadedCall = Call & { readonly data?: unknown }

const isResultOf = (data: unknown, id: string): boolean => isRow(data) && data.call_id === id

/** The ids of loaded results of a monitor: those of its lists, and those that are read alone. */
const resultsOf = (id: string, loaded: readonly LoadedCall[]): readonly string[] =>
  loaded.flatMap((call) => {
    if (kindOf(call.operation) !== 'result') return []
    if (isResultOf(call.data, id)) return [idOf(call) ?? '']
    return idOf(call) === id ? rowsOf(call.operation, call.data).flatMap((row) => (isRow(row) ? [row.id] : [])) : []
  })

/** An object is gone, and its results with it: from its lists, and from wherever they are read. Nothing asks for them in vain. */
export const withoutObject = (kind: string, id: string, loaded: readonly LoadedCall[]): CacheUpdate[] => {
  const gone = new Set([id, ...resultsOf(id, loaded)])
  return loaded.flatMap((call): CacheUpdate[] => {
    if (isListOf(kind, call)) return [{ kind: 'patch', call, change: removeRow(call.operation, id) }]
    return gone.has(idOf(call) ?? '') ? [{ kind: 'clear', call }] : []
  })
}

/** The answer of a write or a read, where it shows an object of a managed kind as its lists do. */
const shownRow = (operation: EndpointName, answer: unknown): AnyRow | null =>
  isRow(answer) && shownBy(operation) === kindOf(operation) ? answer : null

/** After an object was read, the lists that hold it show it as it was read. */
export const afterFetch = ({ operation }: Call, answer: unknown, loaded: readonly Call[]): CacheUpdate[] => {
  const row = shownRow(operation, answer)
  return row
    ? loaded
        .filter((call) => isListOf(kindOf(operation), call))
        .map((call) => ({ kind: 'patch', call, change: replaceRow(call.operation, row) }))
    : []
}

/**
 * Cache updates after a write, derived from its name and shapes alone. A returned row replaces the row in its lists and its read
 * endpoint; another answer replaces every cached answer that shows the same thing of the same object; a removed object is removed
 * from both; everything else about the object is fetched again.
 */
export const afterSave = (save: Call, answer: unknown, loaded: readonly LoadedCall[]): CacheUpdate[] => [
  ...afterWrite(save, answer, loaded),
  ...(/\.(create|remove|restore)$/.test(save.operation) ? countsOf(loaded).map(invalidate) : []),
]

const afterWrite = (save: Call, answer: unknown, loaded: readonly LoadedCall[]): CacheUpdate[] => {
  const kind = kindOf(save.operation)
  if (!managed.has(kind)) return loaded.filter((call) => kindOf(call.operation) === kind).map(invalidate)
  const row = shownRow(save.operation, answer)
  const id = row?.id ?? idOf(save)
  if (save.operation.endsWith('.remove') && id !== null) return withoutObject(kind, id, loaded)
  const isCreated = /\.(create|restore)$/.test(save.operation)
  return loaded.flatMap((call): CacheUpdate[] => {
    if (isListOf(kind, call)) {
      // No content: whatever has changed may show in the list. Another answer than a row says that the row is as it was.
      if (!row) return answer === null ? [invalidate(call)] : []
      if (!isCreated) return [{ kind: 'patch', call, change: replaceRow(call.operation, row) }]
      return [isFiltered(call) ? invalidate(call) : { kind: 'patch', call, change: addRow(call.operation, row) }]
    }
    if (kindOf(call.operation) !== kind || id === null || idOf(call) !== id) return []
    const isSameThing =
      answer !== null && shownBy(call.operation) !== null && shownBy(call.operation) === shownBy(save.operation)
    return [isSameThing ? { kind: 'patch', call, change: () => answer } : invalidate(call)]
  })
}
