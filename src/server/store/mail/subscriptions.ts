import { sql } from 'kysely'
import { isVouchedFor } from '../accounts/accounts.ts'
import type { Db } from '../core/database.ts'
import { mayEnter, memberProjectKeys } from '../core/entry.ts'

/** A subscription's subject: a digest of a project, or a mail group about all projects. */
export type SubscriptionOf = { readonly accountId: string; readonly kind: string; readonly projectKey: number | null }

export type Subscription = {
  readonly kind: string
  readonly projectId: string | null
  /** Milliseconds. */
  readonly nextDue: number
  readonly timeZone: string
}

/** Returns an account's subscriptions. */
export const subscriptionsOf = async (db: Db, accountId: string): Promise<Subscription[]> => {
  const rows = await db
    .selectFrom('subscription as s')
    .leftJoin('project as p', 'p.key', 's.project_key')
    .select(['s.kind', 'p.id as projectId', 's.next_due as nextDue', 's.time_zone as timeZone'])
    .where('s.account_id', '=', accountId)
    .orderBy('s.key')
    .execute()
  return rows
}

/** Subscribes an account; an existing subscription stays unchanged. Returns whether it is new. */
export const subscribe = async (
  db: Db,
  { accountId, kind, projectKey }: SubscriptionOf,
  made: { nextDue: number; timeZone: string; now: number },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into subscription (account_id, project_key, kind, created, next_due, time_zone)
    values (${accountId}, ${projectKey}, ${kind}, ${made.now}, ${made.nextDue}, ${made.timeZone})
    on conflict (account_id, kind, project_key) do nothing returning key`.execute(db)
  return rows.length > 0
}

/** Ends a subscription; returns whether there was one. */
export const unsubscribe = async (db: Db, { accountId, kind, projectKey }: SubscriptionOf): Promise<boolean> => {
  const { rows } = await sql`
    delete from subscription where account_id = ${accountId} and kind = ${kind} and project_key is not distinct from ${projectKey}::int
    returning key`.execute(db)
  return rows.length > 0
}

export type DueSubscription = {
  readonly key: number
  readonly kind: string
  readonly account_id: string
  readonly email: string
  readonly project_key: number | null
  readonly project_id: string | null
  readonly project_name: string | null
  readonly time_zone: string
  /** Whether the account may sign in and its email address is confirmed. */
  readonly may_mail: boolean
  /** Whether the project exists and the account may enter it. */
  readonly may_enter: boolean
}

const OPTIMISTIC = 20

/** Claims some due subscriptions for this transaction, by project; skips those that another server has claimed. */
export const claimDueSubscriptions = async (db: Db, now: number): Promise<DueSubscription[]> => {
  const { rows } = await sql<DueSubscription>`
    select s.key, s.kind, s.account_id, a.email, s.project_key, p.id as project_id, p.name as project_name, s.time_zone,
      a.blocked is null and ${isVouchedFor} as may_mail,
      s.project_key is null or (p.removed is null and ${aMayEnter}) as may_enter
    from subscription s join account a on a.id = s.account_id left join project p on p.key = s.project_key
    where s.next_due <= ${now} order by s.project_key, s.kind, s.next_due limit ${OPTIMISTIC} for update of s skip locked`.execute(
    db,
  )
  return rows
}

/** Whether account `a` may enter project `p`, as in `access/standing.ts`. */
const aMayEnter = mayEnter(sql`a.id`, sql<boolean>`a.site_permission is not null`)

export const setNextDue = async (db: Db, key: number, nextDue: number): Promise<void> => {
  await db.updateTable('subscription').set({ next_due: nextDue }).where('key', '=', key).execute()
}

export const dropSubscription = async (db: Db, key: number): Promise<void> => {
  await db.deleteFrom('subscription').where('key', '=', key).execute()
}

/** Returns subscriptions whose account has changed its time zone since. */
export const timeZonesChanged = async (db: Db): Promise<{ key: number; kind: string; timeZone: string }[]> => {
  const { rows } = await sql<{ key: number; kind: string; timeZone: string }>`
    select s.key, s.kind, a.preferences ->> 'time_zone' as "timeZone" from subscription s join account a on a.id = s.account_id
    where a.preferences ->> 'time_zone' <> s.time_zone limit 1000`.execute(db)
  return rows
}

export const setTimeZone = async (db: Db, key: number, set: { nextDue: number; timeZone: string }): Promise<void> => {
  await db
    .updateTable('subscription')
    .set({ next_due: set.nextDue, time_zone: set.timeZone })
    .where('key', '=', key)
    .execute()
}

export type EnterableProject = {
  readonly key: number
  readonly id: string
  readonly name: string
  readonly organization: string | null
  readonly org_id: string | null
}

/** Returns the project with an id if the account may enter it; else null. */
export const enterableProject = async (db: Db, accountId: string, id: string): Promise<EnterableProject | null> => {
  const { rows } = await sql<EnterableProject>`
    select p.key, p.id, p.name, p.org_id, g.name as organization from account a join project p on p.id = ${id}
    left join organization g on g.id = p.org_id
    where a.id = ${accountId} and p.removed is null and ${aMayEnter}`.execute(db)
  return rows[0] ?? null
}

/** Returns the projects that an account has a grant for, administers, or subscribes to and may enter, by organization and name. */
export const enterableProjects = async (db: Db, accountId: string): Promise<EnterableProject[]> => {
  const { rows } = await sql<EnterableProject>`
    select p.key, p.id, p.name, p.org_id, g.name as organization from account a join project p on p.key in (
      ${memberProjectKeys(accountId)}
      union select project_key from subscription where account_id = ${accountId})
    left join organization g on g.id = p.org_id
    where a.id = ${accountId} and p.removed is null and ${aMayEnter}
    order by g.name nulls first, p.name, p.key`.execute(db)
  return rows
}
