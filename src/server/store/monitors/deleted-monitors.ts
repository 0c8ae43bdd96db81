import { sql } from 'kysely'
import { DAY_MS } from '../../../domain/core/periods.ts'
import type { Db } from '../core/database.ts'
import { nameMatches } from '../core/name-search.ts'
import type { Stored } from '../core/objects.ts'
import type { MonitorDoc } from './monitors.ts'

/** Milliseconds for which a deleted monitor can be restored. */
export const RESTORABLE_MS = 30 * DAY_MS

export type DeletedMonitor = { seq: number; id: string; name: string; url: string; tags: string[]; deleted: number }

/** Keeps a monitor that is about to be deleted, with the schedules that run it. In the same transaction, before its row goes. */
export const archiveMonitor = async (db: Db, { key }: Pick<Stored<MonitorDoc>, 'key'>, now: number): Promise<void> => {
  await sql`insert into deleted_monitor (key, id, project_key, name, doc, owner, created, last_update, deleted, schedule_keys)
    select key, id, project_key, name, doc, owner, created, last_update, ${now},
      array(select schedule_key from schedule_target where target_key = object.key)
    from object where key = ${key} and kind = 'monitor'`.execute(db)
}

/** Reads the restorable monitors of a project, the last deleted first; `before` is the number of a row. */
export const deletedMonitors = async (
  db: Db,
  projectKey: number,
  { before, limit, now, search }: { before: number | null; limit: number; now: number; search: string },
): Promise<DeletedMonitor[]> => {
  const { rows } = await sql<DeletedMonitor>`
    select seq, id, name, doc #>> '{request,url}' as url, doc #> '{meta,tags}' as tags, deleted from deleted_monitor
    where project_key = ${projectKey} and deleted > ${now - RESTORABLE_MS} and (${before}::int is null or seq < ${before})
      and ${search === '' ? sql`true` : nameMatches(search)}
    order by seq desc limit ${limit}`.execute(db)
  return rows
}

/** Puts a deleted monitor back under its old key; null if there is none. Returns the keys of the schedules that ran it. */
export const restoreMonitor = async (
  db: Db,
  projectKey: number,
  id: string,
  now: number,
): Promise<{ scheduleKeys: number[] } | null> => {
  const { rows } = await sql<{ schedule_keys: number[] }>`
    with taken as (delete from deleted_monitor
      where project_key = ${projectKey} and id = ${id} and deleted > ${now - RESTORABLE_MS} returning *),
    back as (insert into object (key, id, project_key, kind, name, doc, owner, created, last_update) overriding system value
      select key, id, project_key, 'monitor', name, doc, owner, created, ${now} from taken returning key)
    select schedule_keys from taken, back`.execute(db)
  const [row] = rows
  return row ? { scheduleKeys: row.schedule_keys } : null
}

/** Deletes for good the monitors that can no longer be restored; their results expire by themselves. */
export const purgeDeletedMonitors = async (db: Db, now: number): Promise<void> => {
  await sql`delete from deleted_monitor where deleted <= ${now - RESTORABLE_MS}`.execute(db)
}
