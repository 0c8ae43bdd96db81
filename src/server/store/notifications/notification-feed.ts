import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** A reader: an account or an API key, in one project. */
export type Reader = { readonly id: string; readonly projectKey: number }

export type NotificationRow = {
  key: number
  time: number
  last: number
  times: number
  kind: number
  result_id: string | null
  category: number | null
  title: string
  text: string
  call_id: string | null
  call_name: string | null
  call_kind: string | null
  webhook_key: number
  webhook_id: string | null
  webhook_name: string | null
  token_id: string | null
  token_name: string | null
  about: string | null
  location_id: string | null
  read: boolean
}

export type FeedFilter = {
  readonly kinds?: readonly number[]
  readonly targetKey?: number
  /** True: only unread ones; false: only read ones. */
  readonly unread?: boolean
  /** Sent or repeated since this time, in milliseconds. */
  readonly since?: number
  /** Only notifications older than this key. */
  readonly before?: number
  readonly limit: number
}

/** Maximum counted; beyond it the count is "many". */
const MOST_COUNTED = 100

/**
 * Returns the reader's mark: everything up to this key is read, except for entries of `notification_read`. For a new reader everything
 * sent before they joined counts as read.
 */
export const markOf = async (db: Db, { id, projectKey }: Reader): Promise<number> => {
  const known = await db
    .selectFrom('notification_mark')
    .select('read_to')
    .where('reader', '=', id)
    .where('project_key', '=', projectKey)
    .executeTakeFirst()
  if (known) return known.read_to
  const { rows } = await sql<{ read_to: number }>`
    insert into notification_mark (reader, project_key, read_to)
    select ${id}, ${projectKey}, coalesce((
      select key from notification where project_key = ${projectKey} and time < coalesce(
        (select created from account where id = ${id}), (select created from api_key where id = ${id}), 0)
      order by key desc limit 1), 0)
    on conflict (reader, project_key) do update set read_to = notification_mark.read_to returning read_to`.execute(db)
  return rows[0]?.read_to ?? 0
}

const isRead = (mark: number) => sql`coalesce(x.read, n.key <= ${mark})`

const exceptionOf = ({ id, projectKey }: Reader) =>
  sql`left join notification_read x on x.reader = ${id} and x.project_key = ${projectKey} and x.key = n.key`

/** The oldest key that may be unread, where searching can start. */
const oldestUnread = ({ id, projectKey }: Reader, mark: number) =>
  sql`least(${mark}::bigint + 1, (select min(key) from notification_read where reader = ${id} and project_key = ${projectKey} and not read))`

export const listNotifications = async (
  db: Db,
  reader: Reader,
  mark: number,
  filter: FeedFilter,
): Promise<NotificationRow[]> => {
  const { kinds, targetKey, unread, since, before, limit } = filter
  const { rows } = await sql<NotificationRow>`
    select n.key, n.time, n.last, n.times, n.kind, n.result_id, n.category, n.title, n.text, t.id as call_id, t.name as call_name, t.kind as call_kind,
      n.webhook_key, w.id as webhook_id, w.name as webhook_name, k.id as token_id, k.name as token_name, n.about, l.id as location_id, ${isRead(mark)} as read
    from notification n ${exceptionOf(reader)}
    left join object t on t.key = n.target_key left join object w on w.key = n.webhook_key and w.kind = 'webhook'
    left join object k on k.key = n.webhook_key and k.kind = 'token'
    left join location l on l.key = n.location_key
    where n.project_key = ${reader.projectKey}
      ${targetKey === undefined ? sql`` : sql`and n.target_key = ${targetKey}`}
      ${kinds === undefined ? sql`` : sql`and n.kind = any(${[...kinds]}::smallint[])`}
      ${since === undefined ? sql`` : sql`and n.last >= ${since}`}
      ${before === undefined ? sql`` : sql`and n.key < ${before}`}
      ${unread === true ? sql`and n.key >= ${oldestUnread(reader, mark)} and not ${isRead(mark)}` : sql``}
      ${unread === false ? sql`and ${isRead(mark)}` : sql``}
    order by n.key desc limit ${limit}`.execute(db)
  return rows
}

/** Counts unread notifications, at most `MOST_COUNTED`. */
export const countUnread = async (db: Db, reader: Reader, mark: number): Promise<number> => {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from notification n ${exceptionOf(reader)}
      where n.project_key = ${reader.projectKey} and n.key >= ${oldestUnread(reader, mark)} and not ${isRead(mark)}
      limit ${MOST_COUNTED}) counted`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Marks some as read or unread; ids of other projects are ignored. */
export const markSome = async (db: Db, reader: Reader, keys: readonly number[], read: boolean): Promise<void> => {
  await sql`insert into notification_read (reader, project_key, key, read)
    select ${reader.id}, project_key, key, ${read} from notification
    where project_key = ${reader.projectKey} and key = any(${[...keys]}::bigint[])
    on conflict (reader, project_key, key) do update set read = excluded.read`.execute(db)
  if (read) await raiseMark(db, reader)
}

/** Marks all as read or unread. */
export const markAll = async (db: Db, reader: Reader, read: boolean): Promise<void> => {
  await sql`insert into notification_mark (reader, project_key, read_to)
    select ${reader.id}, ${reader.projectKey}, case when ${read} then coalesce(
      (select key from notification where project_key = ${reader.projectKey} order by key desc limit 1), 0) else 0 end
    on conflict (reader, project_key) do update set read_to = excluded.read_to`.execute(db)
  await db
    .deleteFrom('notification_read')
    .where('reader', '=', reader.id)
    .where('project_key', '=', reader.projectKey)
    .execute()
}

/** Raises the mark to the first unread notification, so that few individual marks remain. */
const raiseMark = async (db: Db, reader: Reader): Promise<void> => {
  const mark = await markOf(db, reader)
  await sql`
    with first as (
      select min(n.key) as key from notification n ${exceptionOf(reader)}
      where n.project_key = ${reader.projectKey} and n.key > ${mark} and not ${isRead(mark)}),
    raised as (
      update notification_mark set read_to = greatest(read_to, coalesce((select key - 1 from first),
        (select max(key) from notification where project_key = ${reader.projectKey}), 0))
      where reader = ${reader.id} and project_key = ${reader.projectKey} returning read_to)
    delete from notification_read x using raised
    where x.reader = ${reader.id} and x.project_key = ${reader.projectKey} and x.read and x.key <= raised.read_to`.execute(
    db,
  )
}
