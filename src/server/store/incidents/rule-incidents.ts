import { sql } from 'kysely'
import { covers } from '../alerts/webhooks.ts'
import type { Db } from '../core/database.ts'
import { INVESTIGATING, MONITORING, RESOLVED } from './incident-codes.ts'

/** Time within which alerts join the incident that another alert of the project opened. */
const JOIN_MS = 10 * 60_000

/** A monitor or workflow whose alert opened, with the start of its outage. */
export type Failing = { readonly target_key: number; readonly project_key: number }

/** Returns the running incident of each monitor: the one that it is in, else the one that a rule opened in its project not long ago. */
export const runningIncidents = async (
  db: Db,
  failing: readonly Failing[],
  now: number,
): Promise<(one: Failing) => number | undefined> => {
  const targetKeys = failing.map(({ target_key }) => target_key)
  const projectKeys = [...new Set(failing.map(({ project_key }) => project_key))]
  const { rows: own } = await sql<{ target_key: number; key: number }>`
    select distinct on (m.target_key) m.target_key, i.key from incident i join incident_monitor m on m.incident_key = i.key
    where i.project_key = any(${projectKeys}::int[]) and i.ended is null and i.merged_into is null
      and m.target_key = any(${targetKeys}::int[])
    order by m.target_key, i.key`.execute(db)
  const { rows: recent } = await sql<{ project_key: number; key: number }>`
    select distinct on (project_key) project_key, key from incident
    where project_key = any(${projectKeys}::int[]) and ended is null and merged_into is null and by_rule and created > ${now - JOIN_MS}
    order by project_key, created desc, key desc`.execute(db)
  const ofTarget = new Map(own.map((row) => [row.target_key, row.key]))
  const ofProject = new Map(recent.map((row) => [row.project_key, row.key]))
  return ({ target_key, project_key }) => ofTarget.get(target_key) ?? ofProject.get(project_key)
}

/** Notes that monitors joined incidents, or failed in them again: a watched one is investigated again. Returns the ids of the incidents. */
export const recordFailing = async (
  db: Db,
  joined: readonly { readonly key: number; readonly since: number }[],
  now: number,
): Promise<{ project_key: number; id: string }[]> => {
  if (joined.length === 0) return []
  const { rows } = await sql<{ project_key: number; id: string }>`
    update incident i set last_update = greatest(${now}, i.last_update + 1),
      begun = case when i.by_rule then least(i.begun, j.since) else i.begun end,
      state = case when i.state = ${MONITORING} then ${INVESTIGATING} else i.state end
    from (select key, min(since) as since from json_to_recordset(${JSON.stringify(joined)}::json) as row(key int, since bigint) group by key) j
    where i.key = j.key returning i.project_key, i.id`.execute(db)
  return rows
}

/** A monitor whose alert closed, and when. */
export type Recovering = Failing & { readonly at: number }

/** Returns the monitors for which another alert that opens incidents is still open. */
export const stillFailing = async (db: Db, targetKeys: readonly number[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ target_key: number }>`
    select distinct s.target_key from alert_state s join object w on w.key = s.webhook_key join object t on t.key = s.target_key
    where s.target_key = any(${[...targetKeys]}::int[]) and s.state ->> 'value' in ('open', 'acknowledged')
      and ${covers('w', 't')} and (w.doc ->> 'opens_incident')::boolean`.execute(db)
  return new Set(rows.map(({ target_key }) => target_key))
}

/** An incident in which all monitors have recovered. */
export type Calmed = {
  readonly key: number
  readonly id: string
  readonly project_key: number
  readonly state: number
  /** The last recovery. */
  readonly until: number
}

/** Notes when monitors recovered in their running incidents. Returns the ids of all these incidents. */
export const recordRecovered = async (
  db: Db,
  recovered: readonly Recovering[],
): Promise<{ key: number; project_key: number; id: string }[]> => {
  const { rows } = await sql<{ key: number; project_key: number; id: string }>`
    with over as (
      update incident_monitor m set until = greatest(m.since, r.at)
      from json_to_recordset(${JSON.stringify(recovered)}::json) as r(target_key int, project_key int, at bigint), incident i
      where m.target_key = r.target_key and m.until is null and i.key = m.incident_key and i.project_key = r.project_key
        and i.ended is null and i.merged_into is null
      returning m.incident_key)
    select i.key, i.project_key, i.id from incident i where i.key in (select incident_key from over)`.execute(db)
  return rows
}

/**
 * Settles incidents in which no monitor fails any more: one that a rule opened and nobody wrote to is resolved, any other is watched.
 * Deleted monitors do not fail. Returns those that were settled, in their new state.
 */
export const settleCalmed = async (db: Db, keys: readonly number[], now: number): Promise<Calmed[]> => {
  if (keys.length === 0) return []
  const { rows } = await sql<Calmed>`
    with calm as (
      select i.key, max(m.until) as until,
        i.by_rule and not exists (select from incident_update u where u.incident_key = i.key and u.author is not null) as is_over
      from incident i join incident_monitor m on m.incident_key = i.key
      where i.key = any(${[...keys]}::int[]) and not exists (
        select from incident_monitor f join object o on o.key = f.target_key where f.incident_key = i.key and f.until is null)
      group by i.key)
    update incident i set state = case when is_over then ${RESOLVED}::smallint else ${MONITORING}::smallint end,
      ended = case when is_over then greatest(i.begun, calm.until) end, last_update = greatest(${now}, i.last_update + 1)
    from calm where i.key = calm.key and (is_over or i.state <> ${MONITORING})
    returning i.key, i.id, i.project_key, i.state, calm.until`.execute(db)
  return rows
}
