import { sql } from 'kysely'
import { TIMEOUT_SECONDS } from '../../../contract/monitors/monitors.ts'
import { HOUR_MS } from '../../../domain/core/periods.ts'
import { AWAY_AFTER_MS, countedFrom, isSilent, SILENT_PERIODS } from '../../../domain/silence/silence.ts'
import type { Db } from '../core/database.ts'
import type { SilenceColumns } from '../core/tables.ts'
import { duesInDowntime, isInDowntime } from '../downtimes/downtime-windows.ts'
import { PERIOD_KINDS } from '../statistics/marks.ts'

const SECOND_MS = 1000
const LONGEST_CALL_MS = TIMEOUT_SECONDS.most * SECOND_MS
/** Longest delay of a run's start: a job waits for an agent for one period, at least a minute and at most an hour. */
const LEAST_WAIT_MS = 60_000

/** Range of slot frequencies, inclusive. */
export type Frequencies = { readonly from: number; readonly to: number }

type Candidate = Omit<SilenceColumns, 'noticed' | 'timeout' | 'counted_from'> & {
  expected_since: number
  last: number | null
  timeout_seconds: number
  tags: string[]
  is_known: boolean
  /** It is in a downtime now. */
  is_down: boolean
  /** Runs that were due within downtimes since the last result, until the silence was noticed. */
  due_down: number
}

/**
 * Finds every monitor and location without data, among slots of these frequencies. Most slots have a result within the shortest time
 * that could count as no data, so one index lookup excludes them; `isSilent` decides about the rest. `upSince`: time since which a
 * server has run without interruption. Silences from before an interruption stay.
 * A run due within a downtime of its schedule is not expected: each delays a silence by one period, and no silence begins within one.
 *
 * The limits keep the planner from reading all results at once, which takes ten times as long.
 */
export const silentNow = async (
  db: Db,
  { frequencies, upSince, now }: { frequencies: Frequencies; upSince: number; now: number },
): Promise<{ silent: SilenceColumns[]; fresh: SilenceColumns[] }> => {
  const schedule = { project: sql`q.project_key`, schedule: sql`q.schedule_key` }
  const { rows } = await sql<Candidate>`
    with expected as (
      select s.target_key, s.location_key, s.project_key, s.frequency, s.since, s.schedule_key, s.anchor,
        x.target_key is not null as is_known, coalesce(x.noticed, ${now}::bigint) as noticed,
        greatest(s.since, case when x.target_key is null then ${upSince}::bigint else 0 end) as expected_since,
        ${now}::bigint - ${SILENT_PERIODS} * s.frequency as "from"
      from slot s left join silence x using (target_key, location_key)
      where s.frequency between ${frequencies.from} and ${frequencies.to}),
    overdue as materialized (
      select * from expected e where e.expected_since < e."from" and (
        select 1 from result r where r.target_key = e.target_key and r.location_key = e.location_key
          and r.due > e."from" and r.due > ${now - SILENT_PERIODS * frequencies.to}::bigint limit 1) is null),
    quiet as materialized (
      select * from overdue e where (
        select 1 from result r where ${resultOf(sql`e`, now, frequencies)}
          and r.started + r.total > e."from" - ${SECOND_MS} limit 1) is null)
    select q.target_key, q.location_key, q.project_key, q.frequency, q.since, q.expected_since, q.is_known, last,
      o.doc #>> '{request,timeout_seconds}' as timeout_seconds, o.doc #> '{meta,tags}' as tags,
      ${isInDowntime({ ...schedule, at: sql`${now}::bigint` })} as is_down,
      ${dueInDowntime(sql`q`, { from: sql`greatest(last, q.expected_since)`, to: sql`q.noticed` })} as due_down
    from quiet q join object o on o.key = q.target_key cross join lateral (
      select max(r.started + r.total)::bigint as last from result r where ${resultOf(sql`q`, now, frequencies)}) l
    order by q.target_key, q.location_key, q.frequency`.execute(db)
  const places = new Set<string>()
  const silent = rows.flatMap((row) => {
    const expectation = {
      lastMs: row.last,
      expectedSinceMs: row.expected_since,
      frequencyMs: row.frequency,
      timeoutMs: timeoutMs(row),
    }
    const { target_key, location_key, project_key, frequency, since, is_known, is_down, due_down } = row
    if ((is_down && !is_known) || !isSilent(expectation, now - due_down * frequency)) return []
    // Several schedules may run a monitor from there: the most frequent of those that expect data counts.
    const place = `${target_key} ${location_key}`
    if (places.has(place)) return []
    places.add(place)
    const own = { target_key, location_key, project_key, frequency, timeout: expectation.timeoutMs, noticed: now }
    return [
      {
        is_known,
        row: { ...own, since: row.last ?? since, counted_from: countedFrom(expectation) + due_down * frequency },
      },
    ]
  })
  const fresh = silent.flatMap(({ is_known, row }) => (is_known ? [] : [row]))
  return { silent: silent.map(({ row }) => row), fresh: await withLastResults(db, fresh, now) }
}

type Sql = ReturnType<typeof sql>

/** How many runs of a slot were due within downtimes after one moment and until another. */
const dueInDowntime = (slot: Sql, { from, to }: { from: Sql; to: Sql }) => {
  const number = (ms: Sql) => sql`floor((${ms} - ${slot}.anchor)::numeric / ${slot}.frequency)::bigint`
  return duesInDowntime({
    project: sql`${slot}.project_key`,
    schedule: sql`${slot}.schedule_key`,
    first: sql`(${slot}.anchor + (${number(from)} + 1) * ${slot}.frequency)`,
    frequency: sql`${slot}.frequency`,
    count: sql`greatest(0, ${number(to)} - ${number(from)})`,
  })
}

/** Newest results of a slot within the longest relevant time; the outer bound lets the planner skip partitions. */
const resultOf = (slot: ReturnType<typeof sql>, now: number, { to }: Frequencies) =>
  sql`r.target_key = ${slot}.target_key and r.location_key = ${slot}.location_key
    and r.due >= ${slot}."from" - least(greatest(${slot}.frequency, ${LEAST_WAIT_MS}), ${HOUR_MS}) - ${LONGEST_CALL_MS}
    and r.due >= ${now - SILENT_PERIODS * to - HOUR_MS - LONGEST_CALL_MS}::bigint`

/** A tag `sys:timeout:<seconds>` overrides the field, up to the maximum. */
const timeoutMs = ({ tags, timeout_seconds }: Candidate): number =>
  tags.some((tag) => tag.startsWith('sys:timeout:')) ? LONGEST_CALL_MS : Number(timeout_seconds) * SECOND_MS

/** Adds the end of the last result to silences, however old: its hour is the newest summed-up one, or one that is not summed up yet. */
const withLastResults = async (db: Db, fresh: readonly SilenceColumns[], now: number): Promise<SilenceColumns[]> => {
  if (fresh.length === 0) return []
  const { rows } = await sql<{ target_key: number; location_key: number; last: number }>`
    select s.target_key, s.location_key, r.last from json_to_recordset(${JSON.stringify(fresh)}::json) as s(target_key int, location_key smallint)
    cross join lateral (
      select max(r.last) as last from (
        (select start from rollup h where h.target_key = s.target_key and h.kind = ${PERIOD_KINDS.HOUR}
          and h.location_key = s.location_key and h.start <= ${now} order by start desc limit 1)
        union all
        select hour from rollup_stale h where h.target_key = s.target_key and h.kind = ${PERIOD_KINDS.HOUR} and h.hour <= ${now}) h
      cross join lateral (
        select max(started + total)::bigint as last from result
        where target_key = s.target_key and location_key = s.location_key and due >= h.start and due < h.start + ${HOUR_MS}) r) r
    where r.last is not null`.execute(db)
  const last = new Map(rows.map((row) => [`${row.target_key} ${row.location_key}`, row.last]))
  return fresh.map((row) => ({ ...row, since: last.get(`${row.target_key} ${row.location_key}`) ?? row.since }))
}

/**
 * Silences as alerts count them: a run that was due within a downtime moves them on by a period, and while a downtime holds they count
 * from now, so that no alert fires within one.
 */
export const countedSilences = async (db: Db, where: Sql, now: number): Promise<SilenceColumns[]> => {
  const isDown = isInDowntime({ project: sql`s.project_key`, schedule: sql`s.schedule_key`, at: sql`${now}::bigint` })
  const due = dueInDowntime(sql`s`, { from: sql`silence.noticed`, to: sql`${now}::bigint` })
  const { rows } = await sql<SilenceColumns>`
    select silence.*, coalesce(counted.from, silence.counted_from) as counted_from from silence left join lateral (
      select min(case when ${isDown} then ${now}::bigint else silence.counted_from + ${due} * s.frequency end) as "from" from slot s
      where s.target_key = silence.target_key and s.location_key = silence.location_key and s.frequency = silence.frequency
    ) counted on true where ${where}`.execute(db)
  return rows
}

/** Stores new silences. */
export const addSilences = async (db: Db, fresh: readonly SilenceColumns[]): Promise<void> => {
  if (fresh.length === 0) return
  await sql`insert into silence (target_key, location_key, project_key, since, counted_from, noticed, frequency, timeout)
    select s.* from json_to_recordset(${JSON.stringify(fresh)}::json) as s(target_key int, location_key smallint, project_key int,
      since bigint, counted_from bigint, noticed bigint, frequency bigint, timeout bigint)
    where exists (select from object o where o.key = s.target_key) on conflict do nothing`.execute(db)
}

const keysOf = ({ target_key, location_key }: SilenceColumns) => ({ target_key, location_key })

/** Deletes silences that are over: those of these frequencies that are not in `silent`, and those that no slot expects. */
export const endSilences = async (
  db: Db,
  { silent, frequencies }: { silent: readonly SilenceColumns[]; frequencies: Frequencies },
): Promise<SilenceColumns[]> => {
  const { rows } = await sql<SilenceColumns>`
    delete from silence x where (x.frequency between ${frequencies.from} and ${frequencies.to} and not exists (
        select from json_to_recordset(${JSON.stringify(silent.map(keysOf))}::json) as s(target_key int, location_key smallint)
        where s.target_key = x.target_key and s.location_key = x.location_key))
      or not exists (select from slot where slot.target_key = x.target_key and slot.location_key = x.location_key)
    returning *`.execute(db)
  return rows
}

/** Returns the locations from which a monitor has no data, longest first. */
export type SilenceOf = {
  /** Whether no location has data. */
  everywhere: boolean
  /** `awaySince`: no agent of the location has asked for work since then; null if one does. */
  locations: { id: string; since: number; awaySince: number | null }[]
}

type LocationRow = { target_key: number; id: string; since: number; seen: number | null; others: boolean }

/** Returns the silences of these monitors, by key. */
export const silencesOf = async (db: Db, keys: readonly number[], now: number): Promise<Map<number, SilenceOf>> => {
  const { rows } = await sql<LocationRow>`
    select x.target_key, l.id, x.since, a.seen,
      exists (select from slot s where s.target_key = x.target_key and not exists (
        select from silence y where y.target_key = s.target_key and y.location_key = s.location_key)) as others
    from silence x join location l on l.key = x.location_key
    left join lateral (select max(last_seen) as seen from agent where agent.location_key = x.location_key) a on true
    where x.target_key = any(${[...keys]}::int[]) order by x.target_key, x.since, x.location_key`.execute(db)
  const found = new Map<number, SilenceOf>()
  for (const { target_key, id, since, seen, others } of rows) {
    const silence = found.get(target_key) ?? { everywhere: !others, locations: [] }
    const isAway = seen !== null && seen <= now - AWAY_AFTER_MS
    silence.locations.push({ id, since, awaySince: isAway ? seen : null })
    found.set(target_key, silence)
  }
  return found
}

/** Counts a project's monitors without data from some location, and returns those with the longest silence. */
export const silentMonitors = async (
  db: Db,
  projectKey: number,
  most: number,
): Promise<{
  count: number
  longest: { key: number; id: string; name: string; since: number; locations: number }[]
}> => {
  const { rows } = await sql<{
    key: number
    id: string
    name: string
    since: number
    locations: number
    count: number
  }>`
    select o.key, o.id, o.name, x.since, x.locations, count(*) over ()::int as count from (
      select target_key, min(since) as since, count(*)::int as locations from silence where project_key = ${projectKey}
      group by target_key) x
    join object o on o.key = x.target_key and o.doc #>> '{meta,workspace}' <> '_meta'
    order by x.since, o.key limit ${most}`.execute(db)
  return { count: rows[0]?.count ?? 0, longest: rows.map(({ count: _, ...row }) => row) }
}
