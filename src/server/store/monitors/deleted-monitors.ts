import { sql } from 'kysely'
import { DAY_MS } from '../../../domain/core/periods.ts'
import type { Db } from '../core/database.ts'
import { nameMatches } from '../core/name-search.ts'
import type { Stored } from '../core/objects.ts'
import type { MonitorDoc } from './monitors.ts'

/** Milliseconds for which a deleted monitor can be restored. */
export const RESTORABLE_MS = 30 * DAY_MS

export type DeletedMonitor = { seq: number; id: string; name: string; url: string; tags: string[]; deleted: number }

/**
 * Archives a monitor that is about to be deleted, with what its deletion removes and a restore brings back: its schedules, its dependencies
 * in both directions and its acknowledgements. In the same transaction, before its row goes.
 */
export const archiveMonitor = async (db: Db, { key }: Pick<Stored<MonitorDoc>, 'key'>, now: number): Promise<void> => {
  await sql`insert into deleted_monitor (key, id, project_key, name, doc, owner, created, last_update, deleted, schedule_keys,
      depends_on, dependents, acknowledgements)
    select key, id, project_key, name, doc, owner, created, last_update, ${now},
      array(select schedule_key from schedule_target where target_key = object.key),
      array(select on_key from monitor_dependency where target_key = object.key),
      array(select target_key from monitor_dependency where on_key = object.key),
      coalesce((select jsonb_agg(to_jsonb(a)) from acknowledgement a where a.target_key = object.key), '[]')
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

/** A restored monitor: keys of the schedules that ran it, of what it depended on, and of what depended on it. */
export type RestoredMonitor = { scheduleKeys: number[]; dependsOn: number[]; dependents: number[] }

/**
 * Puts a deleted monitor back under its old key, with its acknowledgements; null if there is none. Its schedules and dependencies are
 * left to the caller.
 */
export const restoreMonitor = async (
  db: Db,
  projectKey: number,
  id: string,
  now: number,
): Promise<RestoredMonitor | null> => {
  const { rows } = await sql<RestoredMonitor & { acknowledgements: unknown[] }>`
    with taken as (delete from deleted_monitor
      where project_key = ${projectKey} and id = ${id} and deleted > ${now - RESTORABLE_MS} returning *),
    back as (insert into object (key, id, project_key, kind, name, doc, owner, created, last_update) overriding system value
      select key, id, project_key, 'monitor', name, doc, owner, created, ${now} from taken returning key)
    select schedule_keys as "scheduleKeys", depends_on as "dependsOn", dependents, acknowledgements from taken, back`.execute(
    db,
  )
  const [row] = rows
  if (!row) return null
  const { acknowledgements, ...restored } = row
  // Under their keys: cursors of timelines name them.
  if (acknowledgements.length > 0)
    await sql`insert into acknowledgement overriding system value
      select * from jsonb_populate_recordset(null::acknowledgement, ${JSON.stringify(acknowledgements)}::jsonb)`.execute(
      db,
    )
  return restored
}

/**
 * Leaves the dependencies on monitors that are deleted themselves to their restores: of two deleted monitors, the one that is restored
 * last brings back the dependency between them.
 */
export const leaveDependencies = async (
  db: Db,
  key: number,
  { dependsOn, dependents }: Pick<RestoredMonitor, 'dependsOn' | 'dependents'>,
): Promise<void> => {
  await sql`update deleted_monitor set dependents = array_append(dependents, ${key}::int)
    where key = any(${dependsOn}::int[]) and not ${key}::int = any(dependents)`.execute(db)
  await sql`update deleted_monitor set depends_on = array_append(depends_on, ${key}::int)
    where key = any(${dependents}::int[]) and not ${key}::int = any(depends_on)`.execute(db)
}

/** Deletes for good the monitors that can no longer be restored; their results expire by themselves. */
export const purgeDeletedMonitors = async (db: Db, now: number): Promise<void> => {
  await sql`delete from deleted_monitor where deleted <= ${now - RESTORABLE_MS}`.execute(db)
}
