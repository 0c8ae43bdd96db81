import { sql } from 'kysely'
import { DAY_MS } from '../../../domain/core/periods.ts'
import type { Window } from '../../../domain/downtimes/downtime-windows.ts'
import type { Db } from '../core/database.ts'
import { PROJECT, type WindowOrigin } from './window-origins.ts'

/** Windows are written down this far ahead, and further when less than half of it is left. */
export const AHEAD_MS = 2 * DAY_MS

/** A project, or one of its schedules, that windows cover. */
export type Covered = { readonly project_key: number; readonly schedule_key: number | null }

/** Something with windows: a downtime. */
export type Ruled = { readonly key: number; readonly doc: unknown }

const addWindows = async (
  db: Db,
  origin: WindowOrigin,
  key: number,
  { covered, windows }: { readonly covered: readonly Covered[]; readonly windows: readonly Window[] },
): Promise<void> => {
  const rows = covered.flatMap((one) => windows.map(({ startMs, endMs }) => ({ begins: startMs, ends: endMs, ...one })))
  if (rows.length === 0) return
  await sql`insert into downtime_window (origin, downtime_key, begins, ends, project_key, schedule_key)
    select ${origin.name}, ${key}::int, begins, ends, project_key, schedule_key
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(begins bigint, ends bigint, project_key int, schedule_key int)
    on conflict do nothing`.execute(db)
}

/** Ends the active window of a downtime, and removes those to come; what is past stays as it was. `projectKeys`: only theirs. */
export const cutWindows = async (
  db: Db,
  downtimeKey: number,
  now: number,
  { origin = PROJECT, projectKeys }: { origin?: WindowOrigin; projectKeys?: readonly number[] } = {},
): Promise<void> => {
  const cut = sql`origin = ${origin.name} and downtime_key = ${downtimeKey}
    and (${projectKeys === undefined} or project_key = any(${[...(projectKeys ?? [])]}::int[]))`
  await sql`delete from downtime_window where ${cut} and begins >= ${now}`.execute(db)
  await sql`update downtime_window set ends = ${now} where ${cut} and ends > ${now}`.execute(db)
}

/** Writes windows anew, from now on: they never reach back. */
export const rewriteWindows = async (
  db: Db,
  origin: WindowOrigin,
  { key, doc }: Ruled,
  { covered, now }: { readonly covered: readonly Covered[]; readonly now: number },
): Promise<void> => {
  const projectKeys = covered.map((one) => one.project_key)
  await cutWindows(db, key, now, { origin, projectKeys })
  const windows = origin
    .windows(doc, now, now + AHEAD_MS)
    .map(({ startMs, endMs }) => ({ startMs: Math.max(startMs, now), endMs }))
  await addWindows(db, origin, key, { covered, windows })
  await noteUntil(db, origin, { key, projectKeys, now })
}

const noteUntil = async (
  db: Db,
  { table }: WindowOrigin,
  { key, projectKeys, now }: { key: number; projectKeys: readonly number[]; now: number },
): Promise<void> => {
  await sql`update ${table} set until = ${now + AHEAD_MS} where key = ${key}
    and project_key = any(${[...projectKeys]}::int[])`.execute(db)
}

/**
 * Puts a downtime that was created or changed into effect from now on: runs that were made before stay as they are, and queued runs
 * within its windows are withdrawn unless an agent has begun them.
 */
export const applyDowntime = async (db: Db, ruled: Ruled, now: number, origin = PROJECT): Promise<void> => {
  const { key } = ruled
  // Locked first: windows that `keepWindows` is writing down from the previous document are then there to be cut.
  const { rows: covered } = await sql<Covered>`
    select project_key, schedule_key from ${origin.table} where key = ${key} order by project_key for update`.execute(
    db,
  )
  await rewriteWindows(db, origin, ruled, { covered, now })
  const start = sql`coalesce(job.not_before, job.due)`
  await sql`
    delete from job using downtime_window w where w.origin = ${origin.name} and w.downtime_key = ${key} and w.ends > ${now}
      and job.project_key = w.project_key and job.source > 0 and (w.schedule_key is null or w.schedule_key = job.source)
      and ${start} >= w.begins and ${start} < w.ends and (job.lease_until is null or job.lease_until <= ${now})`.execute(
    db,
  )
}

/** Writes the windows of a downtime down further ahead. Those that began before `from` were written down before. */
export const extendWindows = async (
  db: Db,
  origin: WindowOrigin,
  { key, doc }: Ruled,
  { covered, from, now }: { covered: readonly Covered[]; from: number; now: number },
): Promise<void> => {
  const windows = origin.windows(doc, from, now + AHEAD_MS).filter(({ startMs }) => startMs >= from)
  await addWindows(db, origin, key, { covered, windows })
  await noteUntil(db, origin, { key, projectKeys: covered.map((one) => one.project_key), now })
}
