import { sql } from 'kysely'
import type { Quota } from '../../../contract/core/quotas.ts'
import type { Db } from '../core/database.ts'
import { coded } from '../identity/codes.ts'

/** Stored kinds. Readers see `pass` as an alert, but it is never merged with a failure. */
export const notificationKinds = coded([
  'alert',
  'recovery',
  'delivery_error',
  'quota',
  'token',
  'pass',
  'location_away',
  'location_back',
  'certificate',
])

const KEPT_MS = 90 * 86_400_000
const DELETED_AT_ONCE = 10_000

/** A notification to send. */
export type Notice = {
  readonly project_key: number
  readonly kind: number
  /** Keys of the monitor and the webhook; 0 if there is none. */
  readonly target_key: number
  readonly webhook_key: number
  /** The location's key if it is about a location or about no data from it; else 0. */
  readonly location_key: number
  readonly result_id: string | null
  readonly category: number | null
  readonly title: string
  readonly text: string
  /** How many occurrences it stands for. */
  readonly times: number
  /** What a limit is of. */
  readonly about?: Quota
  /** Whether people are mailed about it, once until it is closed. */
  readonly isMailed?: boolean
}

/** Stored states of a notification's mail. */
export const NOTICE_MAIL = { none: 0, due: 1, written: 2 } as const

const rowsOf = (notices: readonly Notice[]): string =>
  JSON.stringify(
    notices.map(({ isMailed = false, ...notice }) => ({
      ...notice,
      mail: isMailed ? NOTICE_MAIL.due : NOTICE_MAIL.none,
    })),
  )

const ROWS = sql`row(project_key int, kind smallint, target_key int, webhook_key int, location_key smallint, result_id text,
  category smallint, title text, text text, times int, about text, mail smallint)`

/**
 * Opens or continues notifications: repeats belong to one notification until it is closed. A batch must not contain two about the same
 * incident.
 */
export const openNotifications = async (db: Db, notices: readonly Notice[], now: number): Promise<void> => {
  if (notices.length === 0) return
  await sql`insert into notification (project_key, time, last, times, kind, target_key, webhook_key, location_key,
      result_id, category, title, text, about, mail, open)
    select project_key, ${now}::bigint, ${now}::bigint, times, kind, target_key, webhook_key, location_key,
      result_id, category, title, text, about, mail, true
    from json_to_recordset(${rowsOf(notices)}::json) as ${ROWS}
    on conflict (target_key, webhook_key, kind, location_key, project_key) where open do update set
      times = notification.times + excluded.times, last = excluded.last, result_id = excluded.result_id,
      category = excluded.category, title = excluded.title, text = excluded.text,
      mail = greatest(notification.mail, excluded.mail)`.execute(db)
}

/** Adds notifications that are complete at once. */
export const addNotifications = async (db: Db, notices: readonly Notice[], now: number): Promise<void> => {
  if (notices.length === 0) return
  await sql`insert into notification (project_key, time, last, times, kind, target_key, webhook_key, location_key,
      result_id, category, title, text, about, mail)
    select project_key, ${now}::bigint, ${now}::bigint, times, kind, target_key, webhook_key, location_key,
      result_id, category, title, text, about, mail
    from json_to_recordset(${rowsOf(notices)}::json) as ${ROWS}`.execute(db)
}

/** Closes open notifications about these, so that the next occurrence opens a new one. */
export const closeNotifications = async (
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

/** Deletes notifications after 90 days, with their read marks. Returns whether there are more. */
export const deleteOldNotifications = async (db: Db, now: number): Promise<boolean> => {
  const { rows } = await sql<{ key: number }>`
    with oldest as (select key, last from notification order by key limit ${DELETED_AT_ONCE})
    delete from notification n using oldest o where n.key = o.key and o.last < ${now - KEPT_MS} returning n.key`.execute(
    db,
  )
  if (rows.length === 0) return false
  const newest = rows.reduce((most, { key }) => Math.max(most, key), 0)
  await sql`delete from notification_read r where r.key <= ${newest}
    and not exists (select from notification n where n.key = r.key)`.execute(db)
  return rows.length === DELETED_AT_ONCE
}
