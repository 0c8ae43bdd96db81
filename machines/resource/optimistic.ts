import type { Call } from './cache-events.ts'
import { type CacheUpdate, idOf, invalidate, isListOf, kindOf, readOf } from './cache-updates.ts'
import { isRow, listKeyOf, rowsOf, withRows } from './rows.ts'

type Change = (data: unknown) => unknown

/** Turns an object on or off in its lists and where it is read; a save that changes more waits for its answer. */
const switched = (save: Call, call: Call): Change | null => {
  const { body } = save.input
  if (typeof body !== 'object' || body === null || Object.keys(body).join() !== 'enabled' || !('enabled' in body))
    return null
  const { enabled } = body
  const kind = kindOf(save.operation)
  const id = idOf(save)
  const withSwitch = (row: unknown): unknown => (isRow(row) && row.id === id ? { ...row, enabled } : row)
  if (isListOf(kind, call)) {
    return (data) => {
      const rows = rowsOf(call.operation, data)
      return rows.length === 0 ? data : withRows(call.operation, data, rows.map(withSwitch))
    }
  }
  return call.operation === readOf(kind) && idOf(call) === id ? withSwitch : null
}

/** Writes that are shown before they are confirmed, each with its change to a loaded resource; null where it shows nothing of it. */
const OPTIMISTIC: Readonly<Record<string, (save: Call, loaded: Call) => Change | null>> = {
  'notification.mark': (save, call) => {
    if (kindOf(call.operation) !== 'notification' || listKeyOf(call.operation) === null) return null
    const { ids, read } = markOf(save)
    return (data) => {
      const rows = rowsOf(call.operation, data).map((row) =>
        isRow(row) && row.read !== read && (ids === null || ids.has(row.id)) ? { ...row, read } : row,
      )
      return withUnread(withRows(call.operation, data, rows), (unread) => {
        if (ids === null) return read ? 0 : unread
        const known = rowsOf(call.operation, data).filter((row) => isRow(row) && ids.has(row.id) && row.read === read)
        return Math.max(0, unread + (read ? -1 : 1) * (ids.size - known.length))
      })
    }
  },
  'schedule.update': switched,
  'webhook.update': switched,
}

const markOf = ({ input: { body } }: Call): { ids: ReadonlySet<unknown> | null; read: boolean } => {
  if (typeof body !== 'object' || body === null) return { ids: null, read: true }
  const ids = 'ids' in body && Array.isArray(body.ids) ? new Set(body.ids) : null
  return { ids, read: !('read' in body && body.read === false) }
}

const withUnread = (data: unknown, change: (unread: number) => number): unknown => {
  if (typeof data !== 'object' || data === null || !('meta' in data)) return data
  const { meta } = data
  if (typeof meta !== 'object' || meta === null || !('unread' in meta) || typeof meta.unread !== 'number') return data
  return { ...data, meta: { ...meta, unread: change(meta.unread) } }
}

/** Cache updates that show a write before it is confirmed; `id` is that of its save. */
export const optimisticUpdates = (save: Call, id: string, loaded: readonly Call[]): readonly CacheUpdate[] =>
  loaded.flatMap((call): CacheUpdate[] => {
    const change = OPTIMISTIC[save.operation]?.(save, call)
    return change ? [{ kind: 'tell', call, event: { type: 'SHOW', save: id, change } }] : []
  })

/**
 * Cache updates after an optimistic write has ended. One that was refused or got no answer is reverted, and its resources are fetched
 * again, because a write without an answer may be stored.
 */
export const settledUpdates = (
  { operation, save }: { readonly operation: string; readonly save: string },
  isStored: boolean,
  loaded: readonly Call[],
): readonly CacheUpdate[] =>
  loaded.flatMap((call): CacheUpdate[] =>
    operation in OPTIMISTIC && kindOf(call.operation) === kindOf(operation)
      ? [{ kind: 'tell', call, event: { type: 'SETTLE', save, isStored } }, ...(isStored ? [] : [invalidate(call)])]
      : [],
  )
