import { sql } from 'kysely'
import { deliveryErrorWords } from '../../domain/notifications/notification-words.ts'
import type { Database, Db } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import { type Notice, notificationKinds, openNotifications } from '../store/notifications/notifications.ts'

/** Time after which an unreachable receiver is reported; short outages are not. */
const LONG_MS = 10 * 60_000

/** Failed deliveries to one receiver. */
type Trouble = { project_key: number; webhook_key: number; webhook: string; messages: number; error: string | null }

/**
 * Creates notifications about unreachable receivers: deliveries that were given up, or retried for long. One notification per receiver
 * until a delivery succeeds. Returns whether there were any.
 */
export const notifyDeliveryErrors = async (options: {
  database: Database
  now: number
  announce: () => void
}): Promise<boolean> => {
  const { database, now, announce } = options
  const isTold = await database.db.transaction().execute(async (db) => {
    await closeRecovered(db)
    const notices = [
      ...(await givenUp(db)).map((trouble) => noticeOf(trouble, true)),
      ...(await triedLong(db, now)).map((trouble) => noticeOf(trouble, false)),
    ]
    // A receiver may have both: given up takes precedence.
    const each = [...new Map(notices.reverse().map((notice) => [notice.webhook_key, notice])).values()]
    await openNotifications(db, each, now)
    const events = eventBatch()
    for (const key of new Set(each.map((notice) => notice.project_key))) events.tell(key, { type: 'notification' })
    return events.write(db, now)
  })
  if (isTold) announce()
  return isTold
}

const noticeOf = ({ project_key, webhook_key, ...facts }: Trouble, isGivenUp: boolean): Notice => ({
  project_key,
  webhook_key,
  target_key: 0,
  location_key: 0,
  kind: notificationKinds.code('delivery_error'),
  result_id: null,
  category: null,
  times: facts.messages,
  isMailed: isGivenUp,
  ...deliveryErrorWords({ ...facts, isGivenUp }),
})

/** Closes notifications of receivers that have accepted a message since; the next failure opens a new one. */
const closeRecovered = async (db: Db): Promise<void> => {
  await sql`update notification n set open = false
    where open and target_key = 0 and kind = ${notificationKinds.code('delivery_error')}
      and exists (select from delivery d where d.webhook_key = n.webhook_key and d.state = 1 and d.last_try > n.last)`.execute(
    db,
  )
}

/** Deliveries given up since the last check. */
const givenUp = async (db: Db): Promise<Trouble[]> => {
  const { rows } = await sql<Trouble>`
    with failed as (
      update delivery set told = true where state = 2 and not told returning project_key, webhook_key, error)
    select f.project_key, f.webhook_key, w.name as webhook, count(*)::int as messages, max(f.error) as error
    from failed f join object w on w.key = f.webhook_key group by f.project_key, f.webhook_key, w.name`.execute(db)
  return rows
}

/** Deliveries retried for long without a notification. */
const triedLong = async (db: Db, now: number): Promise<Trouble[]> => {
  const { rows } = await sql<Trouble>`
    select d.project_key, d.webhook_key, w.name as webhook, count(*)::int as messages, max(d.error) as error
    from delivery d join object w on w.key = d.webhook_key
    where d.state = 0 and d.next_try is not null and d.last_try is not null and d.created < ${now - LONG_MS} and not exists (
      select from notification n where n.open and n.webhook_key = d.webhook_key and n.target_key = 0)
    group by d.project_key, d.webhook_key, w.name`.execute(db)
  return rows
}
