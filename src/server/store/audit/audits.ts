import { sql } from 'kysely'
import { addressKey } from '../../../domain/core/email-address.ts'
import type { Db } from '../core/database.ts'
import { CHAIN_OF_NONE } from './audit-chain.ts'

export type AuditChange = { path: string; before: unknown; after: unknown }

/** A stored entry with the project's id. */
export type AuditRow = {
  key: number
  id: string
  number: number
  time: number
  project_key: number | null
  project_id: string | null
  org_id: string | null
  /** `as`: a site permission. */
  actor: { kind: string; id: string | null; as?: string }
  ip: string | null
  user_agent: string | null
  resource: { type: string; id: string; name: string | null }
  action: string
  changes: AuditChange[]
  request_id: string
  hash: Buffer
}

/** The entries of a project, of an organization's projects, or of no project. */
export type AuditScope = { projectKey: number } | { orgId: string } | 'none'

export type AuditFilter = {
  scope: AuditScope
  resourceId?: string
  actorIds?: readonly string[]
  action?: string
  type?: string
  from?: number
  to?: number
}

type Place = { time: number; key: number }

/** Decodes a page cursor; null if it is not valid. */
export const readAuditCursor = (cursor: string): Place | null => {
  const [, time = '', key = ''] = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})$/.exec(cursor) ?? []
  const place = { time: Number.parseInt(time, 36), key: Number.parseInt(key, 36) }
  return Number.isSafeInteger(place.time) && Number.isSafeInteger(place.key) ? place : null
}
export const auditCursor = ({ time, key }: Place): string => `${time.toString(36)}.${key.toString(36)}`

/** Reads up to `limit` entries, newest first, starting after `after`. */
export const listEntries = async (
  db: Db,
  { scope, resourceId, actorIds, action, type, from, to }: AuditFilter,
  { limit, after }: { limit: number; after?: Place },
): Promise<AuditRow[]> => {
  const within =
    scope === 'none'
      ? sql`a.chain = ${CHAIN_OF_NONE}`
      : 'orgId' in scope
        ? sql`a.org_id = ${scope.orgId}`
        : sql`a.chain = ${scope.projectKey}`
  const conditions = [
    within,
    ...(resourceId === undefined ? [] : [sql`a.resource ->> 'id' = ${resourceId}`]),
    ...(actorIds === undefined ? [] : [sql`a.actor ->> 'id' = any(${[...actorIds]}::text[])`]),
    ...(action === undefined ? [] : [actionIs(action)]),
    ...(type === undefined ? [] : [sql`a.resource ->> 'type' = ${type}`]),
    ...(from === undefined ? [] : [sql`a.time >= ${from}`]),
    ...(to === undefined ? [] : [sql`a.time < ${to}`]),
    ...(after === undefined ? [] : [sql`(a.time, a.key) < (${after.time}, ${after.key})`]),
  ]
  const { rows } = await sql<AuditRow>`
    select a.key, a.id, a.number, a.time, a.project_key, p.id as project_id, a.org_id, a.actor, a.ip, a.user_agent, a.resource,
      a.action, a.changes, a.request_id, a.hash
    from audit a left join project p on p.key = a.project_key
    where ${sql.join(conditions, sql` and `)} order by a.time desc, a.key desc limit ${limit}`.execute(db)
  return rows
}

/** Matches an action, or all actions of a noun: an indexed text range, since `/` follows `.`. */
const actionIs = (action: string) =>
  action.includes('.')
    ? sql`a.action collate "C" = ${action}`
    : sql`a.action collate "C" >= ${`${action}.`} and a.action collate "C" < ${`${action}/`}`

/** Whether the project has an object with this id. */
export const hasObject = async (db: Db, projectKey: number, id: string): Promise<boolean> => {
  const found = await db
    .selectFrom('object')
    .select('key')
    .where('project_key', '=', projectKey)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns the ids of accounts with an email address. */
export const accountsOfAddress = async (db: Db, email: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${addressKey(email)})`)
    .execute()
  return rows.map(({ id }) => id)
}

export type ActorName = { name: string | null; email: string | null }

/** Returns the current names of accounts, keys and agents by id. A deleted key keeps the name it was created with. */
export const actorNames = async (db: Db, rows: readonly AuditRow[]): Promise<ReadonlyMap<string, ActorName>> => {
  const idsOf = (kind: string) => [
    ...new Set(rows.flatMap(({ actor }) => (actor.kind === kind && actor.id !== null ? [actor.id] : []))),
  ]
  const [people, services, keys] = [idsOf('account'), idsOf('service'), idsOf('api_key')]
  const [agents, monitors] = [idsOf('agent'), idsOf('monitor')]
  const { rows: found } = await sql<ActorName & { id: string }>`
    select id, nullif(name, '') as name, nullif(email, '') as email from account where id = any(${[...people, ...services]}::text[])
    union all
    select k.id, k.name, c.email from api_key k left join account c on c.id = k.created_by where k.id = any(${keys}::text[])
    union all
    select g.id, l.id as name, null from agent g join location l on l.key = g.location_key where g.id = any(${agents}::text[])
    union all
    select id, name, null from object where id = any(${monitors}::text[])
    `.execute(db)
  const names = new Map(found.map(({ id, name, email }) => [id, { name, email }]))
  const lost = [...keys, ...services].filter((id) => !names.has(id))
  if (lost.length === 0) return names
  const chains = [...new Set(rows.map(({ project_key }) => project_key ?? CHAIN_OF_NONE))]
  const { rows: remembered } = await sql<{ id: string; name: string | null }>`
    select distinct on (id) resource ->> 'id' as id, resource ->> 'name' as name from audit
    where chain = any(${chains}::int[]) and resource ->> 'id' = any(${lost}::text[]) order by id, time`.execute(db)
  for (const { id, name } of remembered) names.set(id, { name, email: null })
  return names
}
