import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** Condition on the job `j`: its run is under way, or waits for an agent. A retry that waits for its time is not. */
export const jobIsUnderWay = (now: number) =>
  sql<boolean>`(j.lease_until > ${now} or (j.expires > ${now} and j.attempt = 0))`

/** Whether a target has a run that is under way or waits for an agent, at any location. */
export const isUnderWay = async (db: Db, targetKey: number, now: number): Promise<boolean> => {
  const { rows } =
    await sql`select 1 from job j where j.target_key = ${targetKey} and ${jobIsUnderWay(now)} limit 1`.execute(db)
  return rows.length > 0
}
