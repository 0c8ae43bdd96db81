import { sql } from 'kysely'
import { DAY_MS } from '../../../domain/core/periods.ts'
import { downtimeOf } from '../../../domain/downtimes/downtime-rules.ts'
import { type Window, windowsOf } from '../../../domain/downtimes/downtime-windows.ts'
import type { Db } from '../core/database.ts'
import type { Stored } from '../core/objects.ts'
import type { DowntimeDoc } from './downtimes.ts'

/** Windows are written down this far ahead, and further when less than half of it is left. */
const AHEAD_MS = 2 * DAY_MS
/** Windows that are written down further ahead were written by a clock that was ahead. */
const FURTHEST_MS = AHEAD_MS + 60_000
/** Kept for results that arrive late, and for slots that were due while no server ran. */
const KEPT_MS = 35 * DAY_MS
/** Downtimes whose windows are written down in one transaction: a change of one of them waits for it. */
const AT_ONCE = 100

type Tied = { readonly key: number; readonly project_key: number; readonly schedule_key: number | null }

const addWindows = async (db: Db, { key, project_key, schedule_key }: Tied, windows: readonly Window[]) => {
  if (windows.length === 0) return
  await db
    .insertInto('downtime_window')
    .values(
      windows.map(({ startMs, endMs }) => ({
        downtime_key: key,
        begins: startMs,
        ends: endMs,
        project_key,
        schedule_key,
      })),
    )
    .onConflict((conflict) => conflict.columns(['downtime_key', 'begins']).doNothing())
    .execute()
}

/** Ends the window of a downtime that holds, and removes those to come; what is past stays as it was. */
export const cutWindows = async (db: Db, downtimeKey: number, now: number): Promise<void> => {
  await sql`delete from downtime_window where downtime_key = ${downtimeKey} and begins >= ${now}`.execute(db)
  await sql`update downtime_window set ends = ${now} where downtime_key = ${downtimeKey} and ends > ${now}`.execute(db)
}

/** Writes a downtime's windows anew, from now on: it never reaches back. */
const rewriteWindows = async (db: Db, tied: Tied, doc: DowntimeDoc, now: number): Promise<void> => {
  await cutWindows(db, tied.key, now)
  const windows = windowsOf(downtimeOf(doc), now, now + AHEAD_MS)
  await addWindows(
    db,
    tied,
    windows.map(({ startMs, endMs }) => ({ startMs: Math.max(startMs, now), endMs })),
  )
  await noteUntil(db, tied.key, now)
}

const noteUntil = async (db: Db, key: number, now: number): Promise<void> => {
  await db
    .updateTable('downtime')
    .set({ until: now + AHEAD_MS })
    .where('key', '=', key)
    .execute()
}

/**
 * Puts a downtime that was created or changed into effect from now on: runs that were made before stay as they are, and queued runs
 * within its windows are withdrawn unless an agent has begun them.
 */
export const applyDowntime = async (
  db: Db,
  { key, doc }: Pick<Stored<DowntimeDoc>, 'key' | 'doc'>,
  now: number,
): Promise<void> => {
  // Locked first: windows that `keepWindows` is writing down from the previous document are then there to be cut.
  const tied = await db
    .selectFrom('downtime')
    .select(['key', 'project_key', 'schedule_key'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await rewriteWindows(db, tied, doc, now)
  const start = sql`coalesce(job.not_before, job.due)`
  await sql`
    delete from job using downtime_window w where w.downtime_key = ${key} and w.ends > ${now}
      and job.project_key = w.project_key and job.source > 0 and (w.schedule_key is null or w.schedule_key = job.source)
      and ${start} >= w.begins and ${start} < w.ends and (job.lease_until is null or job.lease_until <= ${now})`.execute(
    db,
  )
}

/**
 * Keeps the windows of all downtimes written down ahead, those of a time in which no server ran too. Where a clock was ahead, windows
 * that were written by it are written anew. Windows that are long over are forgotten.
 */
export const keepWindows = async (database: Db, now: number): Promise<void> => {
  while (await keepSomeWindows(database, now));
  // Of downtimes that were deleted while a clock was ahead.
  const isLeft = sql`not exists (select from downtime d where d.key = downtime_window.downtime_key)`
  await sql`delete from downtime_window where begins >= ${now} and ${isLeft}`.execute(database)
  await sql`update downtime_window set ends = ${now} where ends > ${now} and ${isLeft}`.execute(database)
}

/** Returns whether there may be more. */
const keepSomeWindows = (database: Db, now: number): Promise<boolean> =>
  database.transaction().execute(async (db) => {
    const { rows } = await sql<Tied & { until: number; doc: DowntimeDoc }>`
      select d.key, d.project_key, d.schedule_key, d.until, o.doc from downtime d join object o on o.key = d.key
      where d.until < ${now + AHEAD_MS / 2} or d.until > ${now + FURTHEST_MS}
      order by d.key limit ${AT_ONCE} for update of d skip locked`.execute(db)
    for (const { until, doc, ...tied } of rows)
      if (until > now + FURTHEST_MS) await rewriteWindows(db, tied, doc, now)
      else await extendWindows(db, tied, doc, { from: Math.max(until, now - KEPT_MS), now })
    if (rows.length > 0)
      await sql`delete from downtime_window where ends < ${now - KEPT_MS}
        and project_key = any(${[...new Set(rows.map((row) => row.project_key))]}::int[])`.execute(db)
    return rows.length === AT_ONCE
  })

const extendWindows = async (
  db: Db,
  tied: Tied,
  doc: DowntimeDoc,
  { from, now }: { from: number; now: number },
): Promise<void> => {
  const windows = windowsOf(downtimeOf(doc), from, now + AHEAD_MS)
  // Those that began before were written down before.
  await addWindows(
    db,
    tied,
    windows.filter(({ startMs }) => startMs >= from),
  )
  await noteUntil(db, tied.key, now)
}

type Sql = ReturnType<typeof sql>

type Asked = { readonly project: Sql; readonly schedule: Sql }

/**
 * Windows `w` of a schedule, and those of all schedules of its project, that fulfil a condition. They are read apart, each by an index
 * of its own: with `or` every window of the project would be read.
 */
const windowsOver = ({ project, schedule }: Asked, columns: Sql, where: Sql) => sql`(
  select ${columns} from downtime_window w where w.schedule_key = ${schedule} and ${where}
  union all
  select ${columns} from downtime_window w where w.project_key = ${project} and w.schedule_key is null and ${where})`

/** Whether a schedule is in a downtime at a moment, as SQL. */
export const isInDowntime = ({ at, ...of }: Asked & { readonly at: Sql }) =>
  sql`exists ${windowsOver(of, sql`1`, sql`w.ends > ${at} and w.begins <= ${at}`)}`

/** The number of the due times `first + k · frequency`, k from 0 to below `count`, that lie in downtimes of the schedule, as SQL. */
export const duesInDowntime = ({
  first,
  frequency,
  count,
  ...of
}: Asked & { readonly first: Sql; readonly frequency: Sql; readonly count: Sql }) => {
  // Number of due times before a moment.
  const before = (ms: Sql) => sql`least(${count}, (greatest(0, ${ms} - ${first}) + ${frequency} - 1) / ${frequency})`
  const within = sql`w.ends > ${first} and w.begins < ${first} + ${count} * ${frequency}`
  return sql`(select coalesce(sum(${before(sql`upper(r)`)} - ${before(sql`lower(r)`)}), 0)::int from unnest((
    select range_agg(held) from ${windowsOver(of, sql`int8range(w.begins, w.ends) as held`, within)} windows)) r)`
}

/** When the next downtime of each schedule begins, by the schedule's key; now or before where one holds. Milliseconds. */
export const nextDowntimes = async (
  db: Db,
  schedules: readonly { readonly project_key: number; readonly source: number }[],
  now: number,
): Promise<Map<number, number>> => {
  const of = { project: sql`s.project_key`, schedule: sql`s.source` }
  const { rows } = await sql<{ schedule_key: number; begins: number }>`
    select s.source as schedule_key, min(w.begins) as begins
    from json_to_recordset(${JSON.stringify(schedules)}::json) as s(project_key int, source int)
    cross join lateral ${windowsOver(of, sql`w.begins`, sql`w.ends > ${now}`)} w
    group by s.source`.execute(db)
  return new Map(rows.map((row) => [row.schedule_key, row.begins]))
}
