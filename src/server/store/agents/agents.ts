import { sql } from 'kysely'
import { knownCapabilities } from '../../../domain/agents/capabilities.ts'
import type { AgentState } from '../core/agent-columns.ts'
import type { Db } from '../core/database.ts'

export type SeenAgent = { location_key: number; version: string; remote_addr: string | null; last_seen: number }

/** Returns the most recently seen agent of each location, by location key. */
export const agentsSeen = async (db: Db): Promise<Map<number, SeenAgent>> => {
  const { rows } = await sql<SeenAgent>`
    select distinct on (location_key) location_key, version, remote_addr, last_seen from agent where revoked is null
    order by location_key, last_seen desc`.execute(db)
  return new Map(rows.map((row) => [row.location_key, row]))
}

/** Time without a request after which an agent counts as gone. */
export const ONLINE_WITHIN_MS = 60_000

/** Returns the capabilities of the agents that are online, by location key. */
export const capabilitiesAt = async (db: Db, now: number): Promise<Map<number, string[]>> => {
  const { rows } = await sql<{ location_key: number; capabilities: string[] }>`
    select location_key, array_agg(distinct capability) as capabilities from agent, unnest(capabilities) capability
    where last_seen > ${now - ONLINE_WITHIN_MS} group by location_key`.execute(db)
  return new Map(rows.map((row) => [row.location_key, row.capabilities]))
}

/** Deletes agents, with their keys, that were not seen for 30 days; their location stays. */
export const deleteUnseenAgents = (db: Db, now: number) =>
  db
    .deleteFrom('agent')
    .where('last_seen', '<', now - 30 * 86_400_000)
    .execute()

/** Whether an agent was revoked, and whether it must replace its key. */
export const agentState = async (db: Db, id: string): Promise<{ revoked: boolean; rotation: boolean }> => {
  const row = await db.selectFrom('agent').select(['revoked', 'rotation_asked']).where('id', '=', id).executeTakeFirst()
  return { revoked: row?.revoked != null, rotation: row?.rotation_asked != null }
}

type Program = { version: string; capabilities?: readonly string[]; concurrency?: number }

/** Columns that tell an agent's program. */
export const programColumns = ({ version, capabilities = [], concurrency }: Program) => ({
  version,
  capabilities: knownCapabilities(capabilities),
  concurrency: concurrency ?? null,
})

/** Records that an agent was seen, and its state; `greatest` keeps the newest of concurrent requests. */
export const recordAgent = (
  db: Db,
  agentId: string,
  { now, program, state }: { now: number; program?: Program | undefined; state?: AgentState | undefined },
) =>
  db
    .updateTable('agent')
    .set({
      last_seen: sql<number>`greatest(last_seen, ${now})`,
      ...(program && programColumns(program)),
      ...(state && { state: JSON.stringify(state) }),
    })
    .where('id', '=', agentId)
    .execute()
