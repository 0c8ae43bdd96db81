import { sql } from 'kysely'
import type { Level } from '../../domain/access.ts'
import type { Db } from '../store/database.ts'
import { hashOf } from '../store/identifiers.ts'
import type { Caller } from './caller.ts'

const USE_NOTED_EVERY_MS = 60_000

/** Who a request's `Authorization` header says is calling; null where it names a key that is not, or no longer, ours. */
export const identify = async (db: Db, authorization: string | undefined, now: number): Promise<Caller | null> => {
  if (!authorization) return { kind: 'anonymous' }
  const token = /^bearer\s+(\S+)$/i.exec(authorization)?.[1]
  if (!token) return null
  const hash = hashOf(token)
  return (await byApiKey(db, hash, now)) ?? (await byAgentKey(db, hash))
}

const byApiKey = async (db: Db, hash: Buffer, now: number): Promise<Caller | null> => {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('project', 'project.key', 'api_key.project_key')
    .where('api_key.hash', '=', hash)
    .select(['api_key.id', 'api_key.created_by', 'api_key.access_level', 'api_key.expires', 'api_key.last_used'])
    .select(['project.key', 'project.id as project_id', 'project.org_id'])
    .executeTakeFirst()
  if (!row || (row.expires !== null && row.expires <= now)) return null
  if ((row.last_used ?? 0) < now - USE_NOTED_EVERY_MS)
    await db.updateTable('api_key').set({ last_used: now }).where('id', '=', row.id).execute()
  return {
    kind: 'api_key',
    keyId: row.id,
    accountId: row.created_by,
    project: { key: row.key, id: row.project_id, orgId: row.org_id },
    // The table's check lets nothing else in.
    level: row.access_level as Level,
  }
}

const byAgentKey = async (db: Db, hash: Buffer): Promise<Caller | null> => {
  const row = await db
    .selectFrom('agent')
    .innerJoin('location', 'location.key', 'agent.location_key')
    .where('agent.key_hash', '=', hash)
    .select(['agent.id', 'location.key', 'location.id as location_id'])
    .executeTakeFirst()
  return row ? { kind: 'agent', agentId: row.id, locationKey: row.key, locationId: row.location_id } : null
}

/** Notes that an agent is there; `sql` keeps the newest of two that race. */
export const noteAgent = (db: Db, agentId: string, now: number) =>
  db
    .updateTable('agent')
    .set({ last_seen: sql<number>`greatest(last_seen, ${now})` })
    .where('id', '=', agentId)
    .execute()
