import { sql } from 'kysely'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import type { RunColumns } from '../core/tables.ts'

/** Most annotations of a kind. */
export const MOST_OF_A_KIND = 100

/** A change of a monitor: when, and the paths of the changed fields. */
export type ChangeRow = { readonly id: string; readonly time: number; readonly paths: readonly string[] }

/** Reads changes of an object from the audit log, newest first, one more than the most. */
export const readChanges = async (
  db: Db,
  of: { readonly projectKey: number; readonly objectId: string; readonly window: Window },
): Promise<ChangeRow[]> => {
  const { from, to } = of.window
  const { rows } = await sql<ChangeRow>`
    select a.id, a.time, array(select c ->> 'path' from jsonb_array_elements(a.changes) c) as paths from audit a
    where a.chain = ${of.projectKey} and a.resource ->> 'id' = ${of.objectId} and a.time >= ${from} and a.time < ${to}
      and jsonb_array_length(a.changes) > 0 and a.action not like '%.create'
    order by a.time desc, a.key desc limit ${MOST_OF_A_KIND + 1}`.execute(db)
  return rows
}

/** A window without runs, of a downtime that covers a schedule of the monitor or all of them. */
export type DowntimeRow = {
  readonly begins: number
  readonly ends: number
  readonly id: string | null
  readonly name: string | null
}

/** Reads downtimes that overlap a window and cover a monitor, newest first, one more than the most. Business hours are none. */
export const readDowntimes = async (
  db: Db,
  of: { readonly projectKey: number; readonly targetKey: number; readonly window: Window },
): Promise<DowntimeRow[]> => {
  const { from, to } = of.window
  const { rows } = await sql<DowntimeRow>`
    select w.begins, w.ends, coalesce(o.id, g.id) as id, coalesce(o.name, g.name) as name
    from (select distinct origin, downtime_key, begins, ends from downtime_window
        where project_key = ${of.projectKey} and ends > ${from} and begins < ${to} and origin <> 'hours'
          and (schedule_key is null or schedule_key in (select schedule_key from schedule_target where target_key = ${of.targetKey}))
      ) w
      left join object o on w.origin = 'project' and o.key = w.downtime_key
      left join organization_downtime g on w.origin = 'organization' and g.key = w.downtime_key
    order by w.begins desc limit ${MOST_OF_A_KIND + 1}`.execute(db)
  return rows
}

/** An alert that fired: the run that raised it, if one did, and the alert's id and name, while it is there. */
export type AlertRow = RunColumns & {
  readonly by_result: boolean
  readonly id: string | null
  readonly name: string | null
}

/** Reads alerts about a monitor that fired, newest first, one more than the most. `outcomes`, `events`: their codes. */
export const readAlerts = async (
  db: Db,
  of: {
    readonly targetKey: number
    readonly window: Window
    readonly outcomes: readonly number[]
    readonly byResult: number
  },
): Promise<AlertRow[]> => {
  const { from, to } = of.window
  const { rows } = await sql<AlertRow>`
    select d.target_key, d.location_key, d.source, d.attempt, d.due, d.event = ${of.byResult} as by_result, w.id, w.name
    from alert_decision d left join object w on w.key = d.webhook_key
    where d.target_key = ${of.targetKey} and d.due >= ${from} and d.due < ${to} and d.outcome = any(${[...of.outcomes]}::smallint[])
    order by d.due desc limit ${MOST_OF_A_KIND + 1}`.execute(db)
  return rows
}
