import { sql } from 'kysely'
import type { SitePermission } from '../../../domain/core/effective-level.ts'
import type { Db } from '../core/database.ts'
import { memberProjectKeys } from '../core/entry.ts'
import { patternOf } from '../core/name-search.ts'
import { endSignIns } from '../identity/sign-ins.ts'

/** An account as shown to site admins. */
export type SiteAccount = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly email_verified: number | null
  readonly password_hash: string | null
  readonly federated: boolean
  readonly site_permission: string | null
  readonly created: number
  readonly last_login: number | null
  readonly blocked: number | null
}

export type AccountStatus = 'active' | 'blocked' | 'unverified'

type Asked = {
  cursor?: string
  limit?: number
  search?: string
  status?: AccountStatus
  permission?: SitePermission | 'any'
}

const COLUMNS = ['id', 'name', 'email', 'email_verified', 'password_hash', 'site_permission', 'federated'] as const
const TIMES = ['created', 'last_login', 'blocked'] as const

/**
 * Reads a page of all accounts, newest first. The ids are searched in the index `account_search` alone, in its order: the page is full before
 * most rows are read, and 100 000 rows of which none fits take about 30 ms.
 */
export const listAccounts = async (
  db: Db,
  { cursor, limit = 100, search = '', status, permission }: Asked,
): Promise<{ accounts: SiteAccount[]; nextCursor: string | null }> => {
  const [, created, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor ?? '') ?? []
  if (cursor && id === undefined) return { accounts: [], nextCursor: null }
  const wanted = patternOf(search)
  const found = await db
    .selectFrom('account')
    .select('id')
    // What is left of a deleted account is for the audit log only.
    .where('deleted', 'is', null)
    .where('service_org_id', 'is', null)
    .$if(id !== undefined, (query) => query.where(sql<boolean>`(created, id) < (${Number(created)}::bigint, ${id})`))
    .$if(search.trim() !== '', (query) => query.where('search', 'like', wanted))
    .$if(status === 'blocked', (query) => query.where('blocked', 'is not', null))
    .$if(status === 'active', (query) => query.where('blocked', 'is', null))
    .$if(status === 'unverified', (query) =>
      query
        .where('email_verified', 'is', null)
        .where((row) => row.or([row('password_hash', 'is not', null), row('federated', '=', true)])),
    )
    .$if(permission === 'any', (query) => query.where('site_permission', 'is not', null))
    .$if(permission !== undefined && permission !== 'any', (query) =>
      query.where('site_permission', '=', permission ?? null),
    )
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const accounts = await readAccounts(
    db,
    found.slice(0, limit).map((row) => row.id),
  )
  const last = accounts.at(-1)
  return { accounts, nextCursor: found.length > limit && last ? `${last.created}.${last.id}` : null }
}

const readAccounts = (db: Db, ids: readonly string[]): Promise<SiteAccount[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('account')
        .select([...COLUMNS, ...TIMES])
        .where('id', 'in', ids)
        .orderBy('created', 'desc')
        .orderBy('id', 'desc')
        .execute()

/** Figures of accounts that lists show, by id. */
export type AccountFigures = { readonly projects: number; readonly hasFactor: boolean }

/** Reads how many projects accounts may enter by grants, and whether they have a second factor. */
export const figuresOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, AccountFigures>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; projects: number; has_factor: boolean }>`
    select a.id, exists (select from account_factor f where f.account_id = a.id and f.kind <> 'recovery') as has_factor,
      (select count(*)::int from project p where p.removed is null and p.key in (${memberProjectKeys(sql`a.id`)})) as projects
    from account a where a.id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.id, { projects: row.projects, hasFactor: row.has_factor }]))
}

/** Sets an account's permission for the installation. */
export const permitAccount = async (
  db: Db,
  id: string,
  permission: SitePermission | null,
  now: number,
): Promise<void> => {
  await db.updateTable('account').set({ site_permission: permission, last_update: now }).where('id', '=', id).execute()
}

/** Locks an account and all active site admins until the transaction ends, so that two cannot block each other at the same time. */
export const lockAccount = async (
  db: Db,
  id: string,
): Promise<{ account: SiteAccount; otherAdmins: number } | undefined> => {
  const rows = await db
    .selectFrom('account')
    .select([...COLUMNS, ...TIMES])
    .where('deleted', 'is', null)
    .where('service_org_id', 'is', null)
    .where((row) =>
      row.or([row('id', '=', id), row.and([row('site_permission', '=', 'site_admin'), row('blocked', 'is', null)])]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const account = rows.find((row) => row.id === id)
  const isAdmin = (row: SiteAccount) => row.site_permission === 'site_admin' && row.blocked === null
  return account && { account, otherAdmins: rows.filter((row) => row.id !== id && isAdmin(row)).length }
}

/** Blocks an account and ends its sessions, grants and refresh tokens for good; its API keys are invalid while it is blocked. */
export const blockAccount = async (db: Db, id: string, now: number): Promise<void> => {
  await db.updateTable('account').set({ blocked: now, last_update: now }).where('id', '=', id).execute()
  await db.deleteFrom('account_token').where('account_id', '=', id).execute()
  await endSignIns(db, id, null)
}

export const unblockAccount = async (db: Db, id: string, now: number): Promise<void> => {
  await db.updateTable('account').set({ blocked: null, last_update: now }).where('id', '=', id).execute()
}
