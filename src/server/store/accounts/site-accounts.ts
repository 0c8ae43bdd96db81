import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
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

type Asked = { cursor?: string; limit?: number; search?: string; status?: AccountStatus }

const COLUMNS = ['id', 'name', 'email', 'email_verified', 'password_hash', 'site_permission', 'federated'] as const
const TIMES = ['created', 'last_login', 'blocked'] as const

/** Reads a page of all accounts, newest first. */
export const listAccounts = async (
  db: Db,
  { cursor, limit = 100, search = '', status }: Asked,
): Promise<{ accounts: SiteAccount[]; nextCursor: string | null }> => {
  const [, created, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor ?? '') ?? []
  const wanted = `%${search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db
    .selectFrom('account')
    .select([...COLUMNS, ...TIMES])
    // What is left of a deleted account is for the audit log only.
    .where('deleted', 'is', null)
    .where('service_org_id', 'is', null)
    .$if(id !== undefined, (query) => query.where(sql<boolean>`(created, id) < (${Number(created)}::bigint, ${id})`))
    .$if(search.trim() !== '', (query) =>
      query.where(sql<boolean>`(lower(email) like ${wanted} or lower(name) like ${wanted})`),
    )
    .$if(status === 'blocked', (query) => query.where('blocked', 'is not', null))
    .$if(status === 'active', (query) => query.where('blocked', 'is', null))
    .$if(status === 'unverified', (query) =>
      query
        .where('email_verified', 'is', null)
        .where((row) => row.or([row('password_hash', 'is not', null), row('federated', '=', true)])),
    )
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const accounts = rows.slice(0, limit)
  const last = accounts.at(-1)
  return { accounts, nextCursor: rows.length > limit && last ? `${last.created}.${last.id}` : null }
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
