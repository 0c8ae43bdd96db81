import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { coded } from '../identity/codes.ts'

/** As they are stored. A pass that was told is an alert to those who read, but it is never one with a failure. */
export const notificationKinds = coded([
  'alert',
  'recovery',
  'delivery_error',
  'quota',
  'token',
  'pass',
  'location_away',
  'location_back',
])

const KEPT_MS = 90 * 86_400_000
const FORGOTTEN_AT_ONCE = 10_000

/** What people are to be told of. */
export type Notice = {
  readonly project_key: number
  readonly kind: number
  /** The monitor's and the webhook's key; 0 where there is none. */
  readonly target_key: number
  readonly webhook_key: number
  /** The location's key where it is about a location, or about no data from it; else 0. */
  readonly location_key: number
  readonly result_id: string | null
  readonly category: number | null
  readonly title: string
  readonly text: string
  /** How often it was told at once. */
  readonly times: number
}

const ROWS = sql`row(project_key int, kind smallint, target_key int, webhook_key int, location_key smallint, result_id text,
  category smallint, title text, text text, times int)`

/** Tells what begins and will go on, or goes on: that is one notification until it is closed. No two of one batch may be about the same. */
export const tellOngoing = async (db: Db, notices: readonly Notice[], now: number): Promise<void> => {
  if (notices.length === 0) return
  await sql`insert into notification (project_key, time, last, times, kind, target_key, webhook_key, location_key,
      result_id, category, title, text, open)
    select project_key, ${now}::bigint, ${now}::bigint, times, kind, target_key, webhook_key, location_key,
      result_id, category, title, text, true
    from json_to_recordset(${JSON.stringify(notices)}::json) as ${ROWS}
    on conflict (webhook_key, target_key, kind, location_key, project_key) where open do update set
      times = notification.times + excluded.times, last = excluded.last, result_id = excluded.result_id,
      category = excluded.category, title = excluded.title, text = excluded.text`.execute(db)
}

/** Tells what is over once it is told. */
export const tellOnce = async (db: Db, notices: readonly Notice[], now: number): Promise<void> => {
  if (notices.length === 0) return
  await sql`insert into notification (project_key, time, last, times, kind, target_key, webhook_key, location_key,
      result_id, category, title, text)
    select project_key, ${now}::bigint, ${now}::bigint, times, kind, target_key, webhook_key, location_key,
      result_id, category, title, text
    from json_to_recordset(${JSON.stringify(notices)}::json) as ${ROWS}`.execute(db)
}

/** Closes what goes on about these: what is told of them next is another notification. */
export const closeOngoing = async (
  db: Db,
  about: readonly Pick<Notice, 'project_key' | 'webhook_key' | 'target_key' | 'location_key'>[],
): Promise<void> => {
  if (about.length === 0) return
  await sql`update notification n set open = false
    from json_to_recordset(${JSON.stringify(about)}::json) as row(project_key int, webhook_key int, target_key int,
      location_key smallint)
    where n.open and n.webhook_key = row.webhook_key and n.target_key = row.target_key and n.location_key = row.location_key
      and n.project_key = row.project_key`.execute(db)
}

/** Forgets notifications after 90 days, and what is noted of them. Answers whether there are more. */
export const forgetNotifications = async (db: Db, now: number): Promise<boolean> => {
  const { rows } = await sql<{ key: number }>`
    with oldest as (select key, last from notification order by key limit ${FORGOTTEN_AT_ONCE})
    delete from notification n using oldest o where n.key = o.key and o.last < ${now - KEPT_MS} returning n.key`.execute(
    db,
  )
  if (rows.length === 0) return false
  const newest = rows.reduce((most, { key }) => Math.max(most, key), 0)
  await sql`delete from notification_read r where r.key <= ${newest}
    and not exists (select from notification n where n.key = r.key)`.execute(db)
  return rows.length === FORGOTTEN_AT_ONCE
}
