import { sql } from 'kysely'
import { CODE_MS } from '../../../domain/connections/lifetimes.ts'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'

const USE_NOTED_EVERY_MS = 60_000

/** A connected application as its person sees it. */
export type ConnectionRow = {
  readonly id: string
  readonly client: string
  readonly website: string | null
  readonly redirect_uris: string[]
  readonly project_id: string | null
  readonly project_name: string | null
  readonly writes: boolean
  readonly created: number
  readonly expires: number
  readonly last_used: number | null
}

type NewConnection = {
  accountId: string
  clientId: string
  projectKey: number | null
  writes: boolean
  expires: number
  signedIn: number | null
  ofTenant: boolean
  provedFactor: boolean
  /** The grant of the sign-in that approves it. */
  approvedIn: string | null
}

/** Stores what a person allowed an application. It counts once its code is redeemed. */
export const addConnection = async (db: Db, made: NewConnection, now: number): Promise<string> => {
  const id = newId()
  await db
    .insertInto('connection')
    .values({
      id,
      account_id: made.accountId,
      client_id: made.clientId,
      project_key: made.projectKey,
      writes: made.writes,
      created: now,
      expires: made.expires,
      signed_in: made.signedIn,
      of_tenant: made.ofTenant,
      proved_factor: made.provedFactor,
      approved_in: made.approvedIn,
    })
    .execute()
  return id
}

/** Returns the applications that a person connected, the last one first. */
export const connectionsOf = (db: Db, accountId: string, now: number): Promise<ConnectionRow[]> =>
  db
    .selectFrom('connection as c')
    .innerJoin('oauth_client as o', 'o.id', 'c.client_id')
    .leftJoin('project as p', 'p.key', 'c.project_key')
    .where('c.account_id', '=', accountId)
    .where('c.established', 'is not', null)
    .where('c.expires', '>', now)
    .select(['c.id', 'o.name as client', 'o.website', 'o.redirect_uris', 'c.writes', 'c.created', 'c.expires'])
    .select(['c.last_used', 'p.id as project_id', sql<string | null>`p.name`.as('project_name')])
    .orderBy('c.created', 'desc')
    .orderBy('c.id')
    .execute()

/** Takes an application's connection away; false if the person has no such connection. */
export const removeConnection = async (db: Db, accountId: string, id: string): Promise<boolean> => {
  const removed = await db
    .deleteFrom('connection')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** A connection that an access token belongs to. */
export type UsedConnection = {
  readonly id: string
  readonly account_id: string
  readonly client: string
  readonly project_id: string | null
  readonly is_narrowed: boolean
  readonly writes: boolean
  readonly signed_in: number | null
  readonly of_tenant: boolean
  readonly proved_factor: boolean
  readonly last_used: number | null
}

/** Returns the connection of an access token that is valid now. */
export const connectionOfToken = async (db: Db, hash: Buffer, now: number): Promise<UsedConnection | undefined> => {
  const found = await db
    .selectFrom('connection_token as t')
    .innerJoin('connection as c', 'c.id', 't.connection_id')
    .innerJoin('oauth_client as o', 'o.id', 'c.client_id')
    .leftJoin('project as p', (join) => join.onRef('p.key', '=', 'c.project_key').on('p.removed', 'is', null))
    .where('t.hash', '=', hash)
    .where('t.kind', '=', 'access')
    .where('t.expires', '>', now)
    .where('c.expires', '>', now)
    .select(['c.id', 'c.account_id', 'o.name as client', 'p.id as project_id', 'c.writes', 'c.signed_in'])
    .select(['c.of_tenant', 'c.proved_factor', 'c.last_used'])
    .select(sql<boolean>`c.project_key is not null`.as('is_narrowed'))
    .executeTakeFirst()
  if (found && (found.last_used ?? 0) < now - USE_NOTED_EVERY_MS)
    await db.updateTable('connection').set({ last_used: now }).where('id', '=', found.id).execute()
  return found
}

/** Deletes connections that ended, those whose code was never redeemed, and their tokens. */
export const deleteExpiredConnections = async (db: Db, now: number): Promise<void> => {
  await db
    .deleteFrom('connection')
    .where((row) =>
      row.or([
        row('expires', '<=', now),
        row.and([row('established', 'is', null), row('created', '<=', now - CODE_MS)]),
      ]),
    )
    .execute()
  // A code that was used is kept for as long as its connection: used again, it ends it.
  await db.deleteFrom('connection_token').where('expires', '<=', now).where('kind', '!=', 'code').execute()
  await sql`delete from connection c where not exists (
    select from connection_token t where t.connection_id = c.id and t.expires > ${now})`.execute(db)
}
