import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { QUOTAS } from '../../../contract/core/quotas.ts'
import type { notificationFeed } from '../../../contract/notifications/notifications.ts'
import { possibleTime } from '../../../domain/core/possible-times.ts'
import { formatTime, parseTime } from '../../../domain/core/wire-time.ts'
import type { NotificationKind } from '../../../domain/notifications/notification-words.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { invalid, notFound } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { alertTarget } from '../../store/alerts/alert-target.ts'
import { type Delivered, deliveriesOf } from '../../store/alerts/decision-deliveries.ts'
import { targetKindOf } from '../../store/alerts/target-kind.ts'
import { eventBatch } from '../../store/core/events.ts'
import { categories } from '../../store/identity/codes.ts'
import {
  countUnread,
  type FeedFilter,
  listNotifications,
  markAll,
  markOf,
  markSome,
  type NotificationRow,
  type Reader,
} from '../../store/notifications/notification-feed.ts'
import { notificationKinds } from '../../store/notifications/notifications.ts'

type Answer = AnswerOf<ProductContract['notification.list']>

const PAGE = 50

export const notificationHandlers = (services: Services): HandlersOf<typeof notificationFeed> => ({
  'notification.list': async ({ query }, context) => {
    const { db, project } = context
    const monitor = query.call_id === undefined ? null : await alertTarget(db, project.key, query.call_id)
    if (monitor === undefined) return notFound('monitor')
    const before = beforeOf(query.cursor)
    if (before === null) return badCursor()
    return page(context, {
      limit: query.limit ?? PAGE,
      ...(before !== undefined && { before }),
      ...(monitor && { targetKey: monitor.key }),
      ...(query.kind && { kinds: codesOf(query.kind) }),
      ...(query.unread && { unread: query.unread === 'true' }),
    })
  },

  'notification.list-of-call': async ({ params, query }, context) => {
    const monitor = await alertTarget(context.db, context.project.key, params.id)
    if (!monitor) return notFound('monitor')
    const before = beforeOf(query.cursor)
    if (before === null) return badCursor()
    const since = query.since === undefined ? undefined : parseTime(query.since)
    if (since === null)
      return invalid([
        { field: 'since', code: 'invalid', message: 'since must be a time such as 2026-01-05T10:00:00Z.' },
      ])
    return page(context, {
      targetKey: monitor.key,
      limit: query.limit ?? PAGE,
      ...(before !== undefined && { before }),
      ...(since !== undefined && { since: possibleTime(since, context.now) }),
    })
  },

  'notification.mark': async ({ body }, context) => {
    const reader = readerOf(context)
    const { ids, read = true } = body
    const events = eventBatch()
    const unread = await services.database.db.transaction().execute(async (db) => {
      await markOf(db, reader)
      if (ids)
        await markSome(
          db,
          reader,
          ids.flatMap((id) => keyOf(id) ?? []),
          read,
        )
      else await markAll(db, reader, read)
      // Marking as read applies to all of the reader's screens.
      events.tell(reader.projectKey, { type: 'notification' })
      await events.write(db, context.now)
      return countUnread(db, reader, await markOf(db, reader))
    })
    services.live.announce()
    return { unread }
  },
})

const readerOf = ({ actor, project }: ProjectContext): Reader => ({ id: actor, projectKey: project.key })

const page = async (context: ProjectContext, filter: FeedFilter): Promise<Answer> => {
  const reader = readerOf(context)
  const mark = await markOf(context.db, reader)
  const rows = await listNotifications(context.db, reader, mark, { ...filter, limit: filter.limit + 1 })
  const unread = await countUnread(context.db, reader, mark)
  const more = rows.length > filter.limit
  const shown = rows.slice(0, filter.limit)
  const last = shown.at(-1)
  const deliveryFor = await deliveriesFor(context, shown)
  return {
    meta: { more, next_cursor: more && last ? idOf(last) : null, unread },
    results: shown.map((row) => rowOf(row, deliveryFor(row))),
  }
}

/** Returns a function from a notification to the delivery of its newest message. A withdrawn repeat says nothing about the incident. */
const deliveriesFor = async ({ db, now }: ProjectContext, rows: readonly NotificationRow[]) => {
  const sent = rows.flatMap(({ webhook_key, webhook_id, result_id }) =>
    webhook_id === null || result_id === null ? [] : [{ webhook_key, webhook_id, result_id }],
  )
  const deliveryOf = await deliveriesOf(db, sent, now)
  return ({ webhook_id, result_id }: NotificationRow): Delivered | null => {
    const found = webhook_id === null || result_id === null ? null : deliveryOf(webhook_id, result_id)
    return found?.status === 'withdrawn' ? null : found
  }
}

const idOf = ({ key }: { key: number }): string => key.toString(36)
/** Decodes a notification's id into its key; null if it is not valid. */
const keyOf = (id: string): number | null => (/^[0-9a-z]{1,10}$/.test(id) ? Number.parseInt(id, 36) : null)

const beforeOf = (cursor: string | undefined): number | null | undefined =>
  cursor === undefined ? undefined : keyOf(cursor)

const badCursor = () =>
  invalid([{ field: 'cursor', code: 'invalid', message: 'cursor must be the next_cursor of an earlier answer.' }])

/** Stored `pass` notifications belong to the kind `alert`. */
const codesOf = (kind: NotificationKind): number[] =>
  (kind === 'alert' ? (['alert', 'pass'] as const) : [kind]).map(notificationKinds.code)

const kindOf = (code: number): NotificationKind => {
  const name = notificationKinds.name(code)
  return name === 'pass' ? 'alert' : name
}

const rowOf = (row: NotificationRow, delivery: Delivered | null): Answer['results'][number] => ({
  id: idOf(row),
  time: formatTime(row.time),
  kind: kindOf(row.kind),
  call_id: row.call_id,
  call_name: row.call_name,
  call_kind: targetKindOf(row.call_kind),
  result_id: row.result_id,
  result_category: row.category === null ? null : categories.name(row.category),
  location_id: row.location_id,
  webhook_id: row.webhook_id,
  webhook_name: row.webhook_name,
  token_id: row.token_id,
  token_name: row.token_name,
  quota: QUOTAS.find((quota) => quota === row.about) ?? null,
  title: row.title,
  text: row.text,
  delivery: delivery && { status: delivery.status, http_code: delivery.http_code, error: delivery.error },
  read: row.read,
  times: row.times,
  last_time: formatTime(row.last),
})
