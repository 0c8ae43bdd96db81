import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

export type SeenAgent = { location_key: number; version: string; remote_addr: string | null; last_seen: number }

/** The agent that was seen last at each location, by the location's key. */
export const agentsSeen = async (db: Db): Promise<Map<number, SeenAgent>> => {
  const { rows } = await sql<SeenAgent>`
    select distinct on (location_key) location_key, version, remote_addr, last_seen from agent
    order by location_key, last_seen desc`.execute(db)
  return new Map(rows.map((row) => [row.location_key, row]))
}

/** Agents that have not been seen for a month are forgotten, with their keys; a location stays. */
export const forgetAgents = (db: Db, now: number) =>
  db
    .deleteFrom('agent')
    .where('last_seen', '<', now - 30 * 86_400_000)
    .execute()
