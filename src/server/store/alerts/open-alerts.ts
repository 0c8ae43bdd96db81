import { sql } from 'kysely'
import type { StoredAlert } from '../../../../machines/alerts/alert.ts'
import type { Db } from '../core/database.ts'
import { covers } from './webhooks.ts'

/** An alert that is open for a monitor or workflow. */
export type OpenAlert = {
  readonly call_id: string
  readonly call_name: string
  readonly call_kind: string
  readonly webhook_id: string
  readonly webhook_name: string
  readonly location_id: string | null
  readonly state: StoredAlert
}

const MOST = 500

/** The open alerts of a project that cover their monitors, or of one of its monitors, the newest outage first. */
export const openAlerts = async (db: Db, projectKey: number, targetKey: number | null): Promise<OpenAlert[]> => {
  const { rows } = await sql<OpenAlert>`
    select t.id as call_id, t.name as call_name, t.kind as call_kind, w.id as webhook_id, w.name as webhook_name, l.id as location_id, s.state
    from object w join alert_state s on s.webhook_key = w.key join object t on t.key = s.target_key
      left join location l on l.key = s.location_key and s.location_key <> 0
    where w.project_key = ${projectKey} and w.kind = 'webhook' and s.state ->> 'value' in ('open', 'acknowledged')
      and ${covers('w', 't')}
      ${targetKey === null ? sql`` : sql`and s.target_key = ${targetKey}`}
    order by s.state #> '{context,sinceMs}' desc, t.id, w.id limit ${MOST}`.execute(db)
  return rows
}
