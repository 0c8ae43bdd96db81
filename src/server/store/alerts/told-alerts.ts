import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { covers } from './webhooks.ts'

/** An alert that has told of an outage that goes on for it. */
export type ToldAlert = { readonly webhook_key: number; readonly target_key: number; readonly location_key: number }

/** Returns the alerts that cover these monitors and have told of an outage that goes on for them. */
export const toldAlerts = async (db: Db, targetKeys: readonly number[]): Promise<ToldAlert[]> => {
  const { rows } = await sql<ToldAlert>`
    select s.webhook_key, s.target_key, s.location_key from alert_state s join object w on w.key = s.webhook_key
      join object t on t.key = s.target_key
    where s.target_key = any(${[...targetKeys]}::int[]) and s.state ->> 'value' in ('open', 'acknowledged')
      and (s.state #> '{context,told}')::boolean and ${covers('w', 't')}`.execute(db)
  return rows
}
