import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/database.ts'
import type { Stored } from '../core/objects.ts'
import type { MonitorDoc } from './monitors.ts'

/** A shared monitor with its project. */
export type SharedMonitor = Stored<MonitorDoc> & { readonly project_id: string; readonly project_name: string }

/** Monitors shared with the members of an organization, or with every signed-in account. */
export type SharedWith = { readonly orgId: string } | 'everyone'

const isOn = (flag: 'settings' | 'results' | 'stats' | 'org'): RawBuilder<boolean> =>
  sql<boolean>`o.doc -> 'access' @> ${JSON.stringify({ [flag]: true })}::jsonb`

const within = (scope: SharedWith): RawBuilder<boolean> =>
  scope === 'everyone'
    ? sql<boolean>`(${isOn('settings')} or ${isOn('results')} or ${isOn('stats')})`
    : sql<boolean>`(p.org_id = ${scope.orgId} and ${isOn('org')})`

/** Reads up to `limit` shared monitors, newest first; `before` is the key of a monitor. */
export const sharedMonitors = async (
  db: Db,
  scope: SharedWith,
  { before, limit }: { before: number | null; limit: number },
): Promise<SharedMonitor[]> => {
  const { rows } = await sql<SharedMonitor>`
    select o.key, o.id, o.project_key, o.name, o.doc, o.owner, o.created, o.last_update, p.id as project_id, p.name as project_name
    from object o join project p on p.key = o.project_key
    where o.kind = 'monitor' and p.removed is null and ${within(scope)} and o.doc #>> '{meta,workspace}' <> '_meta'
      and (${before}::int is null or o.key < ${before})
    order by o.key desc limit ${limit}`.execute(db)
  return rows
}

/** A project that shares monitors with every signed-in account. */
export type SharedCollection = { readonly project_id: string; readonly name: string; readonly monitors: number }

const MOST_COLLECTIONS = 200

/** Reads the projects that share monitors with everyone, by name. */
export const sharedCollections = async (db: Db): Promise<SharedCollection[]> => {
  const { rows } = await sql<SharedCollection>`
    select p.id as project_id, p.name, count(*)::int as monitors from object o join project p on p.key = o.project_key
    where o.kind = 'monitor' and p.removed is null and ${within('everyone')} and o.doc #>> '{meta,workspace}' <> '_meta'
    group by p.key, p.id, p.name order by p.name, p.key limit ${MOST_COLLECTIONS}`.execute(db)
  return rows
}

/** Whether an account has any role in an organization. */
export const isInOrganization = async (db: Db, accountId: string, orgId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('organization_member')
    .select('role_id')
    .where('org_id', '=', orgId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}
