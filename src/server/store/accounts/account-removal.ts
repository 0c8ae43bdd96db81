import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { grantsIn } from '../core/entry.ts'
import { endSignIns } from '../identity/sign-ins.ts'

/** The consequences of deleting an account. */
export type RemovalPlan = {
  /** Projects that nobody else can enter. */
  readonly own: readonly OwnedProject[]
  /** Projects with other members, of whom none is an OWNER. */
  readonly orphaned: readonly OwnedProject[]
  /** Organizations without another ADMIN. */
  readonly organizations: readonly { readonly id: string; readonly name: string }[]
  /** API keys in projects that stay. */
  readonly keys: readonly { readonly id: string; readonly name: string; readonly project: string }[]
  readonly isLastSiteAdmin: boolean
}

export type OwnedProject = {
  readonly key: number
  readonly id: string
  readonly org_id: string | null
  readonly name: string
  /** Other people who can enter it. */
  readonly members: number
}

/** Reads the consequences of deleting an account. Blocked accounts and service accounts count for nobody. */
export const removalPlan = async (db: Db, accountId: string): Promise<RemovalPlan> => {
  const others = sql`(${grantsIn(null)}) g join account a on a.id = g.account_id
    where a.blocked is null and a.service_org_id is null and a.id <> ${accountId}`
  const { rows: ownerless } = await sql<OwnedProject>`
    select p.key, p.id, p.org_id, p.name, (select count(distinct g.account_id)::int from ${others}) as members
    from project p where p.removed is null
      and p.key in (select project_key from project_access where account_id = ${accountId} and access_level = 'OWNER')
      and not exists (select from ${others} and g.access_level = 'OWNER')
    order by p.name, p.key`.execute(db)
  const { rows: organizations } = await sql<{ id: string; name: string }>`
    select o.id, o.name from organization o
    join organization_member m on m.org_id = o.id and m.account_id = ${accountId} and m.role_id = 'ADMIN'
    where not exists (select from organization_member x join account a on a.id = x.account_id
      where x.org_id = o.id and x.role_id = 'ADMIN' and a.id <> ${accountId} and a.blocked is null and a.service_org_id is null)
    order by o.name, o.id`.execute(db)
  const own = ownerless.filter(({ org_id, members }) => members === 0 && org_id === null)
  const { rows: keys } = await sql<{ id: string; name: string; project: string; project_key: number }>`
    select k.id, k.name, p.name as project, k.project_key from api_key k join project p on p.key = k.project_key
    where k.created_by = ${accountId} order by p.name, k.name, k.id`.execute(db)
  const { rows: admins } = await sql<{ id: string }>`
    select id from account where site_permission = 'site_admin' and blocked is null`.execute(db)
  const isOwn = new Set(own.map(({ key }) => key))
  return {
    own,
    // Where the organization has no other ADMIN, it is what stands in the way.
    orphaned: ownerless.filter(({ org_id, members }) => members > 0 && org_id === null),
    organizations,
    keys: keys.filter(({ project_key }) => !isOwn.has(project_key)),
    isLastSiteAdmin: admins.length === 1 && admins[0]?.id === accountId,
  }
}

/**
 * Turns an account into a tombstone: what it made keeps its maker’s id, and nothing personal is left. Whatever rows a deletion of the
 * account would delete with it go too: access, memberships, links, sessions, subscriptions, and those of tables to come.
 */
export const buryAccount = async (db: Db, id: string, now: number): Promise<void> => {
  await endSignIns(db, id, null)
  const { rows: tables } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'account'::regclass and c.confdeltype = 'c'`.execute(db)
  for (const { table, column } of tables)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db)
  await db
    .updateTable('account')
    .set({
      // No mail leaves for this domain (RFC 2606), and each address is another one.
      email: `deleted-${id}@account.invalid`,
      name: 'Deleted account',
      nickname: null,
      company: null,
      role: null,
      picture: null,
      preferences: '{}',
      password_hash: null,
      federated: false,
      site_permission: null,
      email_verified: null,
      default_project_key: null,
      current_project_key: null,
      new_project_key: null,
      last_ip: null,
      blocked: now,
      deleted: now,
      last_update: now,
    })
    .where('id', '=', id)
    .execute()
}
