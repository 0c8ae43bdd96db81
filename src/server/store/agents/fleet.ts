import { type Selectable, sql } from 'kysely'
import type { AgentColumns, LocationColumns } from '../core/agent-columns.ts'
import type { Db } from '../core/database.ts'

/** An agent with its location. */
export type FleetRow = Omit<Selectable<AgentColumns>, 'key_hash' | 'next_key_hash' | 'forget_asked'> &
  Pick<Selectable<LocationColumns>, 'doc' | 'edits' | 'bound_org' | 'bound_projects'> & {
    readonly location_id: string
    /** It has been given a new key that it has not used yet. */
    readonly has_next_key: boolean
  }

/** Reads all agents, those seen last first, or the one with an id. */
export const fleetOf = async (db: Db, id: string | null = null): Promise<FleetRow[]> => {
  const { rows } = await sql<FleetRow>`
    select g.id, g.location_key, g.version, g.owner, g.remote_addr, g.created, g.last_seen, g.capabilities, g.concurrency, g.state,
      g.rotation_asked, g.key_changed, g.join_token_id, g.revoked, g.next_key_hash is not null as has_next_key,
      l.id as location_id, l.doc, l.edits, l.bound_org, l.bound_projects
    from agent g join location l on l.key = g.location_key
    where ${id}::text is null or g.id = ${id} order by g.last_seen desc, g.id limit 1000`.execute(db)
  return rows
}

export type LeasedRun = {
  readonly target_key: number
  readonly due: number
  readonly location_key: number
  readonly source: number
  readonly attempt: number
  readonly lease_until: number
  readonly project_key: number
  readonly project_id: string
  readonly monitor_id: string | null
  readonly monitor: string | null
}

/** Reads the runs that are leased to an agent, up to `limit`, and how many there are. */
export const runsOfAgent = async (
  db: Db,
  agent: { id: string; location_key: number },
  { now, limit }: { now: number; limit: number },
): Promise<{ runs: LeasedRun[]; count: number }> => {
  const { rows } = await sql<LeasedRun & { count: number }>`
    select j.target_key, j.due, j.location_key, j.source, j.attempt, j.lease_until, j.project_key, p.id as project_id,
      o.id as monitor_id, o.name as monitor, count(*) over ()::int as count
    from job j join project p on p.key = j.project_key left join object o on o.key = j.target_key
    where j.location_key = ${agent.location_key} and j.agent_id = ${agent.id} and j.lease_until > ${now}
    order by j.due limit ${limit}`.execute(db)
  return { runs: rows, count: rows[0]?.count ?? 0 }
}

/** Asks an agent to replace its key. */
export const askRotation = (db: Db, id: string, now: number) =>
  db.updateTable('agent').set({ rotation_asked: now }).where('id', '=', id).execute()

/** Stores the hash of the next key, which becomes the only one when it is first used. */
export const storeNextKey = (db: Db, id: string, hash: Buffer) =>
  db.updateTable('agent').set({ next_key_hash: hash }).where('id', '=', id).execute()

/** Makes the next key the only one. */
export const adoptNextKey = (db: Db, id: string, hash: Buffer, now: number) =>
  db
    .updateTable('agent')
    .set({ key_hash: hash, next_key_hash: null, key_changed: now, rotation_asked: null })
    .where('id', '=', id)
    .where('next_key_hash', '=', hash)
    .execute()

/** Refuses an agent's keys from now on. */
export const revokeAgent = (db: Db, id: string, now: number) =>
  db
    .updateTable('agent')
    .set({ revoked: now, next_key_hash: null, rotation_asked: null })
    .where('id', '=', id)
    .execute()
