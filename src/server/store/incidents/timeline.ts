import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** The kinds of a timeline's entries. Of the same moment, the later kind is the newer entry. */
const RANKS = { result: 0, decision: 1, delivery: 2, update: 3, acknowledgement: 4 } as const
type EntryType = keyof typeof RANKS

/** The end of a page: entries before it follow. */
export type TimelinePlace = { readonly time: number; readonly rank: number; readonly id: string }

/** Scope of a timeline: an incident, its first monitors, and the time in which it lasted. */
export type TimelineScope = {
  readonly incidentKey: number
  readonly projectKey: number
  readonly from: number
  readonly to: number
  readonly after: TimelinePlace | null
  readonly limit: number
}

type Target = { target_id: string | null; target_name: string; target_kind: string | null }
type Common = { time: number; id: string }
export type UpdateEntry = Common & {
  type: 'update'
  state: number
  text: string
  author: string | null
  author_name: string | null
  is_public: boolean
}
export type ResultEntry = Common &
  Target & { type: 'result'; category: number; run: string; is_first: boolean; is_last: boolean }
export type DecisionEntry = Common &
  Target & {
    type: 'decision'
    webhook_id: string
    webhook_name: string
    outcome: number
    state_before: number
    state_after: number
    run: string
  }
export type DeliveryEntry = Common &
  Target & {
    type: 'delivery'
    webhook_id: string | null
    webhook_name: string | null
    kind: string
    state: number
    claimed_until: number | null
    tries: number
    last_try: number | null
    http_code: number | null
    error: string | null
  }
export type AcknowledgementEntry = Common &
  Target & { type: 'acknowledgement'; name: string; note: string | null; taken_back: number | null }
export type TimelineRow = UpdateEntry | ResultEntry | DecisionEntry | DeliveryEntry | AcknowledgementEntry

/** Monitors of an incident whose results, decisions and messages are read, in the order in which they failed. */
const TIMELINE_MONITORS = 200

/** The monitors of the incident as `m`, each with the part of the incident in which it was affected. */
const monitorsOf = ({ incidentKey, to }: TimelineScope) => sql`(
  select target_key, since, least(coalesce(until, ${to}::bigint), ${to}::bigint) as until, target_id, name from incident_monitor
  where incident_key = ${incidentKey} order by since, target_key limit ${TIMELINE_MONITORS}) m
  left join object o on o.key = m.target_key`

const TARGET = sql`m.target_id, coalesce(o.name, m.name) as target_name, o.kind as target_kind`

/** Entries before the end of the last page, by the order of time, kind and id. */
const before = (type: EntryType, { after }: TimelineScope, time: RawBuilder<unknown>, id: RawBuilder<unknown>) => {
  if (after === null) return sql`true`
  const rank = RANKS[type]
  if (rank < after.rank) return sql`${time} <= ${after.time}::bigint`
  if (rank > after.rank) return sql`${time} < ${after.time}::bigint`
  return sql`(${time}, ${id} collate "C") < (${after.time}::bigint, ${after.id})`
}

const RUN = (row: string) =>
  sql.raw(`concat_ws('.', ${row}.target_key, ${row}.due, ${row}.location_key, ${row}.source, ${row}.attempt)`)

const updates = async (db: Db, scope: TimelineScope): Promise<UpdateEntry[]> => {
  const { rows } = await sql<UpdateEntry>`
    select 'update' as type, u.time, u.id, u.state, u.text, u.author, coalesce(a.name, k.name) as author_name, u.is_public
    from (select * from incident_update where incident_key = ${scope.incidentKey}
      and ${before('update', scope, sql`time`, sql`id`)} order by time desc, id collate "C" desc limit ${scope.limit}) u
    left join account a on a.id = u.author left join api_key k on k.id = u.author`.execute(db)
  return rows
}

/** The first and the last failing result of each monitor: two index reads each. */
const results = async (db: Db, scope: TimelineScope): Promise<ResultEntry[]> => {
  const end = (order: 'asc' | 'desc') => sql`cross join lateral (
    select r.* from result r where r.target_key = m.target_key and r.due >= m.since and r.due <= m.until
      and r.category <> 0 and r.category = any(${FAILING}::smallint[])
    order by r.due ${sql.raw(order)}, r.location_key, r.source, r.attempt limit 1) r`
  const one = (order: 'asc' | 'desc') => sql`
    select r.due as time, ${RUN('r')} as run, ${RUN('r')} as id, r.category, ${TARGET} from ${monitorsOf(scope)} ${end(order)}`
  const { rows } = await sql<ResultEntry>`
    select 'result' as type, * from (
      select time, id, run, category, target_id, target_name, target_kind, bool_or(is_first) as is_first, bool_or(is_last) as is_last
      from (select *, true as is_first, false as is_last from (${one('asc')}) first
        union all select *, false, true from (${one('desc')}) last) ends
      group by time, id, run, category, target_id, target_name, target_kind) found
    where ${before('result', scope, sql`time`, sql`id`)} order by time desc, id collate "C" desc limit ${scope.limit}`.execute(
    db,
  )
  return rows
}

/** Codes of categories that a timeline shows: SLOW, WARNING and FAIL; skipped runs are none. */
const FAILING = [1, 2, 3]

const decisions = async (db: Db, scope: TimelineScope): Promise<DecisionEntry[]> => {
  const id = sql`(${RUN('d')} || '.' || d.webhook_key || '.' || d.late)`
  const { rows } = await sql<DecisionEntry>`
    select 'decision' as type, d.*, w.id as webhook_id, w.name as webhook_name from (
      select d.time, ${id} as id, d.webhook_key, d.outcome, d.state_before, d.state_after, ${RUN('d')} as run, ${TARGET}
      from ${monitorsOf(scope)} cross join lateral (
        select * from alert_decision d where d.target_key = m.target_key and d.time between ${scope.from} and ${scope.to}
          and (d.state_before <> d.state_after or d.late) and (greatest(d.state_before, d.state_after) >= 2 or d.late)
          and ${before('decision', scope, sql`d.time`, id)}
        order by d.time desc, ${id} collate "C" desc limit ${scope.limit}) d
      order by d.time desc, ${id} collate "C" desc limit ${scope.limit}) d
    join object w on w.key = d.webhook_key`.execute(db)
  return rows
}

/** Messages of alerts that tell of every pass. No trouble precedes them, so they have no part in an outage. */
const ABOUT_A_PASS = sql`(d.kind = 'alert' and coalesce(d.in_a_row, 1) = 0 and d.payload ->> 'result_class' = 'PASS')`

const deliveries = async (db: Db, scope: TimelineScope): Promise<DeliveryEntry[]> => {
  const { rows } = await sql<DeliveryEntry>`
    select 'delivery' as type, d.*, w.id as webhook_id, w.name as webhook_name from (
      select d.created as time, d.message_id as id, d.webhook_key, d.kind, d.state, d.claimed_until, d.tries, d.last_try, d.http_code,
        d.error, m.target_id, coalesce(o.name, m.name) as target_name, o.kind as target_kind
      from delivery d join incident_monitor m on m.incident_key = ${scope.incidentKey} and m.target_key = d.target_key
        left join object o on o.key = m.target_key
      where d.project_key = ${scope.projectKey} and d.created between ${scope.from} and ${scope.to}
        and d.kind in ('alert', 'recovery') and not ${ABOUT_A_PASS} and ${before('delivery', scope, sql`d.created`, sql`d.message_id`)}
      order by d.created desc, d.message_id collate "C" desc limit ${scope.limit}) d
    left join object w on w.key = d.webhook_key`.execute(db)
  return rows
}

const acknowledgements = async (db: Db, scope: TimelineScope): Promise<AcknowledgementEntry[]> => {
  const id = sql`k.key::text`
  const { rows } = await sql<AcknowledgementEntry>`
    select 'acknowledgement' as type, k.time, ${id} as id, k.name, k.note, k.taken_back, ${TARGET}
    from ${monitorsOf(scope)} join acknowledgement k on k.target_key = m.target_key
    where k.time between ${scope.from} and ${scope.to} and ${before('acknowledgement', scope, sql`k.time`, id)}
    order by k.time desc, ${id} collate "C" desc limit ${scope.limit}`.execute(db)
  return rows
}

const placeOf = ({ time, type, id }: TimelineRow): TimelinePlace => ({ time, rank: RANKS[type], id })

/** Writes the end of a page. */
export const cursorOf = (row: TimelineRow): string => {
  const { time, rank, id } = placeOf(row)
  return `${time}_${rank}_${id}`
}

/** Reads the end of a page; null if it is none. */
export const readTimelineCursor = (cursor: string): TimelinePlace | null => {
  const [, time, rank, id] = /^([0-9]{1,15})_([0-4])_([\w.-]{1,200})$/.exec(cursor) ?? []
  return id === undefined ? null : { time: Number(time), rank: Number(rank), id }
}

/** Reads a page of a timeline, newest first. Each source reads no more than the page has room for. */
export const readTimeline = async (db: Db, scope: TimelineScope): Promise<TimelineRow[]> => {
  const found: TimelineRow[] = [
    ...(await acknowledgements(db, scope)),
    ...(await updates(db, scope)),
    ...(await deliveries(db, scope)),
    ...(await decisions(db, scope)),
    ...(await results(db, scope)),
  ]
  return found
    .sort((a, b) => b.time - a.time || RANKS[b.type] - RANKS[a.type] || (a.id < b.id ? 1 : -1))
    .slice(0, scope.limit)
}
