import { useCallback, useMemo, useState } from 'react'
import type { Failure } from '../../../machines/resource/failure.ts'
import { useScreenEvents } from '../app/screen-machines.ts'
import { useResource } from '../app/use-resource.ts'
import { useWorld } from '../app/use-world.ts'
import type { Notification, NotificationQuery } from './notification-words.ts'

export type FeedState = {
  readonly rows: readonly Notification[]
  readonly unread: number
  readonly isThere: boolean
  readonly status: 'notSet' | 'pending' | 'success' | 'failed'
  readonly error: Failure | null
  readonly hasOlder: boolean
  readonly loadingOlder: boolean
  refetch(): void
}

type Older = { of: string; rows: readonly Notification[]; cursor: string | null; loading: boolean }

/** The first page is read again as things happen; what is kept of older ones follows it, unless there is a gap between. */
const joined = (first: readonly Notification[], kept: readonly Notification[]): readonly Notification[] => {
  const last = first.at(-1)
  if (!last || kept.length === 0) return first
  const at = kept.findIndex(({ id }) => id === last.id)
  const isGap = at < 0 && Date.parse(last.time) > Date.parse(kept[0]?.time ?? '')
  const fresh = new Set(first.map(({ id }) => id))
  return isGap ? first : [...first, ...kept.filter(({ id }) => !fresh.has(id))]
}

/** The feed by a query: new ones come in on top, older ones page by page. */
export const useNotifications = (query: NotificationQuery): FeedState => {
  const world = useWorld()
  const { data, status, error, refetch } = useResource('notification.list', { query })
  const of = JSON.stringify(query)
  const [older, setOlder] = useState<Older>({ of, rows: [], cursor: null, loading: false })
  const kept = older.of === of ? older : null
  const page = data?.results
  const rows = useMemo(() => joined(page ?? [], kept?.rows ?? []), [page, kept])
  const isWhole = kept !== null && kept.rows.length > 0 && rows !== page
  const cursor = isWhole ? kept.cursor : (data?.meta.next_cursor ?? null)
  const busy = kept?.loading ?? false

  const readOlder = useCallback(async () => {
    if (cursor === null || busy) return
    setOlder({ of, rows, cursor, loading: true })
    const answer = await world.call('notification.list', { query: { ...query, cursor } }).catch(() => null)
    setOlder((now) => {
      if (now.of !== of) return now
      if (!answer) return { ...now, loading: false }
      return { of, rows: [...now.rows, ...answer.results], cursor: answer.meta.next_cursor, loading: false }
    })
  }, [world, of, rows, cursor, busy, query])

  useScreenEvents(
    'screen',
    useCallback(
      (event) => {
        if (event.type === 'OLDER') void readOlder()
        // The cache marks the first page; the older ones are kept here.
        if (event.type === 'MARKED')
          setOlder((now) => ({
            ...now,
            rows: now.rows.map((row) =>
              Array.isArray(event.ids) && !event.ids.includes(row.id) ? row : { ...row, read: event.read === true },
            ),
          }))
      },
      [readOlder],
    ),
  )
  return {
    rows,
    unread: data?.meta.unread ?? 0,
    isThere: data !== undefined,
    status,
    error,
    hasOlder: cursor !== null,
    loadingOlder: busy,
    refetch,
  }
}
