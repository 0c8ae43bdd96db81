import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'

const UNUSED_MS = 24 * 60 * 60_000
/** Applications without a connection, at once: registering needs no account. */
const MOST_UNUSED = 5_000
/** One that was registered just now keeps its place: its person decides at the moment. */
const DECIDING_MS = 10 * 60_000

/** An application that registered itself. */
export type Client = {
  readonly id: string
  readonly name: string
  readonly redirect_uris: string[]
  readonly website: string | null
  readonly created: number
}

const isUnused = sql<boolean>`not exists (select from connection where connection.client_id = oauth_client.id)`

/** Makes room for an application: of those without a connection, the one that waits the longest goes. Returns whether there was one. */
const forgetOldest = async (db: Db, now: number): Promise<boolean> => {
  const oldest = db
    .selectFrom('oauth_client')
    .select('id')
    .where('created', '<=', now - DECIDING_MS)
    .where(isUnused)
    .orderBy('created')
    .limit(1)
  const { numDeletedRows } = await db.deleteFrom('oauth_client').where('id', 'in', oldest).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Registers an application; null while too many were registered just now. */
export const addClient = async (
  db: Db,
  { name, redirectUris, website }: { name: string; redirectUris: readonly string[]; website: string | null },
  now: number,
): Promise<Client | null> => {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from (select from oauth_client where ${isUnused} limit ${MOST_UNUSED}) unused`.execute(
    db,
  )
  if ((rows[0]?.many ?? 0) >= MOST_UNUSED && !(await forgetOldest(db, now))) return null
  const client = { id: newId(), name, redirect_uris: [...redirectUris], website, created: now }
  await db.insertInto('oauth_client').values(client).execute()
  return client
}

export const clientById = (db: Db, id: string): Promise<Client | undefined> =>
  db.selectFrom('oauth_client').selectAll().where('id', '=', id).executeTakeFirst()

/** Deletes applications that nobody connected within a day. */
export const deleteUnusedClients = async (db: Db, now: number): Promise<void> => {
  await db
    .deleteFrom('oauth_client')
    .where('created', '<=', now - UNUSED_MS)
    .where(isUnused)
    .execute()
}
