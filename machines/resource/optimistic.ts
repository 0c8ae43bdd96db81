import type { Call } from './cache-events.ts'
import { type CacheUpdate, kindOf } from './cache-updates.ts'
import { isRow, listKeyOf, rowsOf, withRows } from './rows.ts'

/** The writes that show before they are answered. What fails is read again, and shows as it is. */
const OPTIMISTIC: Readonly<Record<string, (save: Call, loaded: Call) => CacheUpdate | null>> = {
  'notification.mark': (save, call) => {
    if (kindOf(call.operation) !== 'notification' || listKeyOf(call.operation) === null) return null
    const { ids, read } = markOf(save)
    const change = (data: unknown): unknown => {
      const rows = rowsOf(call.operation, data).map((row) =>
        isRow(row) && row.read !== read && (ids === null || ids.has(row.id)) ? { ...row, read } : row,
      )
      return withUnread(withRows(call.operation, data, rows), (unread) => {
        if (ids === null) return read ? 0 : unread
        const known = rowsOf(call.operation, data).filter((row) => isRow(row) && ids.has(row.id) && row.read === read)
        return Math.max(0, unread + (read ? -1 : 1) * (ids.size - known.length))
      })
    }
    return { kind: 'patch', call, change }
  },
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

/** What a write shows at once, before it is answered. */
export const optimisticUpdates = (save: Call, loaded: readonly Call[]): readonly CacheUpdate[] =>
  loaded.flatMap((call) => OPTIMISTIC[save.operation]?.(save, call) ?? [])

/** What has shown at once and was refused: it is read again. */
export const revertedUpdates = (operation: string, loaded: readonly Call[]): readonly CacheUpdate[] =>
  operation in OPTIMISTIC
    ? loaded
        .filter((call) => kindOf(call.operation) === kindOf(operation))
        .map((call) => ({ kind: 'invalidate', call }))
    : []
