import { sql } from 'kysely'
import { POLICY_OUTCOMES } from '../../../contract/alerts/alert-decisions.ts'
import { BODY_DAYS } from '../../../contract/core/retention-days.ts'
import type { AlertOutcome } from '../../../domain/alerts/alert-reason.ts'
import { keptFrom } from '../../../domain/core/retention.ts'
import { arrayColumn, sharedTexts } from '../core/array-columns.ts'
import type { Db } from '../core/database.ts'
import type { DecisionColumns, RunColumns } from '../core/tables.ts'
import { coded } from '../identity/codes.ts'

export const outcomes = coded<AlertOutcome>([
  'fired',
  'repeated',
  'passed',
  'recovered',
  'fired_late',
  'recovered_late',
  'counted',
  'already_told',
  'snoozed',
  'recovery_owed',
  'recovery_unwanted',
  'ended_untold',
  'row_ended',
  'unchanged',
  'ignored',
  'manual',
  ...POLICY_OUTCOMES,
])
export const alertStates = coded(['quiet', 'counting', 'open', 'acknowledged'])
export const alertEvents = coded(['RESULT', 'UNSNOOZE', 'NO_DATA', 'DATA', 'TICK', 'SIGNAL', 'CALM'])

/** Returns the oldest due time whose decisions are kept. */
export const keptSince = (now: number): number => keptFrom(BODY_DAYS, now)

/** Stores decisions in the transaction that makes them, except for runs whose result details are already deleted. */
export const storeDecisions = async (db: Db, decisions: readonly DecisionColumns[], now: number): Promise<void> => {
  const rows = decisions.filter(({ due }) => due >= keptSince(now))
  if (rows.length === 0) return
  const texts = sharedTexts()
  const column = (of: (row: DecisionColumns) => number | boolean | null) => arrayColumn(rows.map(of))
  const places = column(({ guard, facts }) => texts.placeOf(JSON.stringify({ guard, facts })))
  await sql`insert into alert_decision (target_key, due, location_key, source, attempt, webhook_key, late, time, outcome, event,
      state_before, state_after, category, counted_before, counted, needed, snoozed_until, guard, facts)
    select target_key, due, location_key, source, attempt, webhook_key, late, time, outcome, event,
      state_before, state_after, category, counted_before, counted, needed, snoozed_until, text.facts ->> 'guard',
      nullif(text.facts -> 'facts', 'null')
    from unnest(${column((row) => row.target_key)}::int[], ${column((row) => row.due)}::bigint[],
      ${column((row) => row.location_key)}::smallint[], ${column((row) => row.source)}::int[],
      ${column((row) => row.attempt)}::smallint[], ${column((row) => row.webhook_key)}::int[],
      ${column((row) => row.late)}::boolean[], ${column((row) => row.time)}::bigint[],
      ${column((row) => row.outcome)}::smallint[], ${column((row) => row.event)}::smallint[],
      ${column((row) => row.state_before)}::smallint[], ${column((row) => row.state_after)}::smallint[],
      ${column((row) => row.category)}::smallint[], ${column((row) => row.counted_before)}::int[],
      ${column((row) => row.counted)}::int[], ${column((row) => row.needed)}::int[],
      ${column((row) => row.snoozed_until)}::bigint[], ${places}::int[])
      row(target_key, due, location_key, source, attempt, webhook_key, late, time, outcome, event,
        state_before, state_after, category, counted_before, counted, needed, snoozed_until, place)
    join jsonb_array_elements(${texts.json()}::jsonb) with ordinality text(facts, place) using (place)
    on conflict do nothing`.execute(db)
}

/** A decision with the data shown with it. */
export type DecisionRow = DecisionColumns & {
  webhook_id: string
  webhook_name: string
  call_id: string | null
  call_name: string | null
  call_kind: string | null
  location_id: string | null
}

const COLUMNS = sql`d.*, w.id as webhook_id, w.name as webhook_name, t.id as call_id, t.name as call_name, t.kind as call_kind,
  l.id as location_id`
const BESIDE = sql`join object w on w.key = d.webhook_key left join object t on t.key = d.target_key
  left join location l on l.key = d.location_key`

/** Returns the decisions about one run, in order. */
export const decisionsOfRun = async (db: Db, run: RunColumns): Promise<DecisionRow[]> => {
  const { rows } = await sql<DecisionRow>`
    select ${COLUMNS} from alert_decision d ${BESIDE}
    where d.target_key = ${run.target_key} and d.due = ${run.due} and d.location_key = ${run.location_key}
      and d.source = ${run.source} and d.attempt = ${run.attempt}
    order by d.time, d.late`.execute(db)
  return rows
}

/** Position of the end of a page of decisions. */
export type DecisionPlace = Pick<DecisionColumns, 'time' | 'target_key' | 'due' | 'location_key' | 'source' | 'attempt'>

const PLACE = sql`(d.time, d.target_key, d.due, d.location_key, d.source, d.attempt, d.late)`
/** Includes `late`, because one run can have two decisions at different times. */
const placeOf = ({ time, target_key, due, location_key, source, attempt }: DecisionPlace) =>
  sql`(${time}::bigint, ${target_key}::int, ${due}::bigint, ${location_key}::smallint, ${source}::int, ${attempt}::smallint, false)`

/** Returns a webhook's decisions, newest first. */
export const decisionsOfWebhook = async (
  db: Db,
  asked: { webhookKey: number; targetKey?: number; after?: DecisionPlace; limit: number },
): Promise<DecisionRow[]> => {
  const { rows } = await sql<DecisionRow>`
    select ${COLUMNS} from (
      select * from alert_decision d where webhook_key = ${asked.webhookKey}
        ${asked.targetKey === undefined ? sql`` : sql`and target_key = ${asked.targetKey}`}
        ${asked.after === undefined ? sql`` : sql`and time <= ${asked.after.time} and ${PLACE} < ${placeOf(asked.after)}`}
      order by time desc, target_key desc, due desc, location_key desc, source desc, attempt desc, late desc
      limit ${asked.limit}) d ${BESIDE}
    order by d.time desc, d.target_key desc, d.due desc, d.location_key desc, d.source desc, d.attempt desc, d.late desc`.execute(
    db,
  )
  return rows
}

/** Returns the runs that are waiting for an earlier one. */
export const isWaiting = async (db: Db, run: RunColumns): Promise<boolean> => {
  const { rows } = await sql`
    select from alert_waiting where target_key = ${run.target_key} and due = ${run.due}
      and location_key = ${run.location_key} and source = ${run.source} and attempt = ${run.attempt}`.execute(db)
  return rows.length > 0
}
