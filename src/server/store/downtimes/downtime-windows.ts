import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

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

/** Whether a schedule is in a downtime, or outside of its business hours, at a moment, as SQL. */
export const isInDowntime = ({ at, ...of }: Asked & { readonly at: Sql }) =>
  sql`exists ${windowsOver(of, sql`1`, holdsAt(at))}`

/** Whether a schedule is in a downtime at a moment, whatever its business hours, as SQL. */
export const isInRealDowntime = ({ at, ...of }: Asked & { readonly at: Sql }) =>
  sql`exists ${windowsOver(of, sql`1`, sql`${holdsAt(at)} and w.origin <> 'hours'`)}`

/** The downtimes of a schedule that end after a moment, whatever its business hours, as an SQL multirange; null without any. */
export const realDowntimesAfter = ({ at, ...of }: Asked & { readonly at: Sql }) =>
  sql`(select range_agg(held) from ${windowsOver(of, sql`int8range(w.begins, w.ends) as held`, sql`w.ends > ${at} and w.origin <> 'hours'`)} windows)`

const holdsAt = (at: Sql) => sql`w.ends > ${at} and w.begins <= ${at}`

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
