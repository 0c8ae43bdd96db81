import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** An alert that has told of an outage that goes on for it. */
export type ToldAlert = { readonly webhook_key: number; readonly target_key: number; readonly location_key: number }

/** Returns the enabled alerts of these monitors that have told of an outage that goes on for them. */
export const toldAlerts = async (db: Db, targetKeys: readonly number[]): Promise<ToldAlert[]> => {
  const { rows } = await sql<ToldAlert>`
    select s.webhook_key, s.target_key, s.location_key from alert_state s join object w on w.key = s.webhook_key
    where s.target_key = any(${[...targetKeys]}::int[]) and s.state ->> 'value' in ('open', 'acknowledged')
      and (s.state #> '{context,told}')::boolean and (w.doc ->> 'enabled')::boolean`.execute(db)
  return rows
}
