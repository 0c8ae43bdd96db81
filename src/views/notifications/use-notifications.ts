import { useCallback } from 'react'
import type { Failure } from '../../../machines/resource/failure.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { type PageOf, useOlder } from '../core/use-older.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
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

/** The first page is read again as things happen; what is kept of older ones follows it, unless there is a gap between. */
const joined = (kept: readonly Notification[], { results: first }: PageOf<Notification>): readonly Notification[] => {
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
  const { rows, hasOlder, loadingOlder, change } = useOlder<Notification>({
    of,
    first: data,
    join: joined,
    read: (cursor) => world.call('notification.list', { query: { ...query, cursor } }),
  })
  useScreenEvents(
    'screen',
    useCallback(
      (event) => {
        // The cache marks the first page; the older ones are kept here.
        if (event.type === 'MARKED')
          change((row) =>
            Array.isArray(event.ids) && !event.ids.includes(row.id) ? row : { ...row, read: event.read === true },
          )
      },
      [change],
    ),
  )
  return {
    rows,
    unread: data?.meta.unread ?? 0,
    isThere: data !== undefined,
    status,
    error,
    hasOlder,
    loadingOlder,
    refetch,
  }
}
