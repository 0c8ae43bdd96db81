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
    where last_seen > ${now - ONLINE_WITHIN_MS} and revoked is null group by location_key`.execute(db)
  return new Map(rows.map((row) => [row.location_key, row.capabilities]))
}

/** Deletes agents, with their keys, that were not seen for 30 days; their location stays. */
export const deleteUnseenAgents = (db: Db, now: number) =>
  db
    .deleteFrom('agent')
    .where('last_seen', '<', now - 30 * 86_400_000)
    .execute()

/** An agent that has not been seen for this long makes room for another at a location that is full. */
const MAKES_ROOM_MS = 3_600_000

/** Whether a location has room for one more agent; agents that are gone make room. */
export const hasRoom = async (db: Db, locationKey: number, most: number, now: number): Promise<boolean> => {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from agent where location_key = ${locationKey} and revoked is null`.execute(db)
    return rows[0]?.count ?? 0
  }
  if ((await count()) < most) return true
  await sql`
    delete from agent where id in (
      select id from agent where location_key = ${locationKey} and revoked is null and last_seen < ${now - MAKES_ROOM_MS}
      order by last_seen limit ${most / 2})`.execute(db)
  return (await count()) < most
}

type AgentOrders = { revoked: boolean; rotation: boolean; forget: number | null }

/** Whether an agent was revoked, whether it must replace its key, and when it was bound to other projects, unless it knows. */
export const agentState = async (db: Db, id: string): Promise<AgentOrders> => {
  const row = await db
    .selectFrom('agent')
    .select(['revoked', 'rotation_asked', 'forget_asked'])
    .where('id', '=', id)
    .executeTakeFirst()
  return {
    revoked: row?.revoked != null,
    rotation: row?.rotation_asked != null,
    forget: row?.forget_asked ?? null,
  }
}

/** Has the agents of a location drop what they have of projects that they no longer work for; returns their ids. */
export const askToForget = async (db: Db, locationKey: number, now: number): Promise<string[]> => {
  const rows = await db
    .updateTable('agent')
    .set({ forget_asked: now })
    .where('location_key', '=', locationKey)
    .where('revoked', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
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
  {
    now,
    program,
    state,
    forgotten,
  }: {
    now: number
    program?: Program | undefined
    state?: AgentState | undefined
    /** The order to forget that it has obeyed. */
    forgotten?: number | undefined
  },
) =>
  db
    .updateTable('agent')
    .set({
      last_seen: sql<number>`greatest(last_seen, ${now})`,
      ...(program && programColumns(program)),
      ...(state && { state: JSON.stringify(state) }),
      ...(forgotten !== undefined && {
        forget_asked: sql<number | null>`case when forget_asked > ${forgotten} then forget_asked end`,
      }),
    })
    .where('id', '=', agentId)
    .execute()
