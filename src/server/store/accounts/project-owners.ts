import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { grantsIn, isMember } from '../core/entry.ts'
import { isVouchedFor } from './accounts.ts'

/** A person who is mailed about a project. */
export type Owner = { account_id: string; name: string; email: string; project_key: number }

const isMailable = sql<boolean>`(a.blocked is null and a.service_org_id is null and ${isVouchedFor})`

/** Returns the owners of projects: active accounts with a confirmed email address. */
export const ownersOf = async (db: Db, projectKeys: readonly number[]): Promise<Owner[]> => {
  const { rows } = await sql<Owner>`
    select a.id as account_id, a.name, a.email, p.key as project_key from project p join account a on a.id in (
      select account_id from (${grantsIn(null)}) g where g.access_level = 'OWNER')
    where p.key = any(${[...projectKeys]}::int[]) and p.removed is null and ${isMailable}
    order by a.id, p.key`.execute(db)
  return rows
}

/** Returns the owners of tokens by the tokens' keys: active accounts with a confirmed address that are still members of the project. */
export const tokenOwners = async (db: Db, tokenKeys: readonly number[]): Promise<ReadonlyMap<number, Owner>> => {
  const { rows } = await sql<Owner & { token_key: number }>`
    select o.key as token_key, a.id as account_id, a.name, a.email, p.key as project_key
    from object o join project p on p.key = o.project_key join account a on a.id = o.doc ->> 'owned_by'
    where o.key = any(${[...tokenKeys]}::int[]) and o.kind = 'token' and p.removed is null and ${isMailable}
      and ${isMember(sql`a.id`)}`.execute(db)
  return new Map(rows.map(({ token_key, ...owner }) => [token_key, owner]))
}
