import { sql } from 'kysely'
import { addressKey } from '../../../domain/core/email-address.ts'
import type { Db } from '../core/database.ts'
import { hashOf, newId, newSecret } from '../core/identifiers.ts'
import { keyOfCursor } from '../core/key-cursor.ts'

/** Time to use the link in the first mail. */
const CONFIRM_MS = 3 * 86_400_000
/** Maximum subscribers of a page, confirmed or not, so that nobody can fill the table. */
const MOST_SUBSCRIBERS = 20_000
/** An address keeps its place for so long after its mail, however many others come. */
const OPENING_MS = 3_600_000

export type Subscriber = {
  readonly id: string
  readonly address: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly confirmed: number | null
}

/** Makes room on a page that is full: of the addresses that are not confirmed, the one that was asked for the longest ago goes. */
const makeRoom = (db: Db, projectKey: number, now: number) =>
  sql`
    delete from status_subscriber where id = (
      select id from status_subscriber
      where project_key = ${projectKey} and confirmed is null and expires < ${now + CONFIRM_MS - OPENING_MS}
      order by expires limit 1)
    and (select count(*) from status_subscriber where project_key = ${projectKey}) >= ${MOST_SUBSCRIBERS}`.execute(db)

/**
 * Adds an address that is not confirmed yet, or renews the token of one. Returns the token for the mail; null if the address is already
 * confirmed, or the page has too many subscribers.
 */
export const askToSubscribe = async (
  db: Db,
  { projectKey, address, now }: { projectKey: number; address: string; now: number },
): Promise<string | null> => {
  const token = newSecret()
  const expires = now + CONFIRM_MS
  await makeRoom(db, projectKey, now)
  const { rows } = await sql<{ id: string }>`
    insert into status_subscriber (id, project_key, address, confirm_hash, created, expires)
    select ${newId()}, ${projectKey}, ${addressKey(address)}, ${hashOf(token)}, ${now}, ${expires}
    where (select count(*) from status_subscriber where project_key = ${projectKey}) < ${MOST_SUBSCRIBERS}
    on conflict (project_key, address) do update set confirm_hash = excluded.confirm_hash, expires = excluded.expires
      where status_subscriber.confirmed is null
    returning id`.execute(db)
  return rows.length > 0 ? token : null
}

/** The page that a confirmation link belongs to; null if the link is not valid. */
export const pageOfToken = async (
  db: Db,
  token: string,
  now: number,
): Promise<{ slug: string; projectKey: number } | null> => {
  const row = await db
    .selectFrom('status_subscriber as s')
    .innerJoin('status_page as p', 'p.project_key', 's.project_key')
    .select(['p.slug', 'p.project_key'])
    .where('s.confirm_hash', '=', hashOf(token))
    .where('s.expires', '>', now)
    .where('p.published', '=', true)
    .executeTakeFirst()
  return row ? { slug: row.slug, projectKey: row.project_key } : null
}

/** Confirms the address of a link; the link works once. Returns whether it did. */
export const confirmSubscriber = async (db: Db, token: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('status_subscriber')
    .set({ confirmed: now, confirm_hash: null, expires: null })
    .where('confirm_hash', '=', hashOf(token))
    .where('expires', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Reads the address of a subscriber and its page; null if it no longer exists. */
export const readSubscriber = async (db: Db, id: string): Promise<{ address: string; projectKey: number } | null> => {
  const row = await db
    .selectFrom('status_subscriber')
    .select(['address', 'project_key'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { address: row.address, projectKey: row.project_key } : null
}

/** Deletes a subscriber. Returns whether it existed. */
export const removeSubscriber = async (db: Db, id: string, projectKey?: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('status_subscriber')
    .where('id', '=', id)
    .$if(projectKey !== undefined, (query) => query.where('project_key', '=', projectKey ?? 0))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Counts the confirmed subscribers of a page. */
export const confirmedSubscribers = async (db: Db, projectKey: number): Promise<number> => {
  const row = await db
    .selectFrom('status_subscriber')
    .select((one) => one.fn.countAll<number>().as('count'))
    .where('project_key', '=', projectKey)
    .where('confirmed', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Reads a page of the subscribers of a status page, newest first. */
export const listSubscribers = async (
  db: Db,
  projectKey: number,
  { cursor, limit = 100 }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ subscribers: Subscriber[]; nextCursor: string | null }> => {
  const before = keyOfCursor(cursor)
  const rows = await db
    .selectFrom('status_subscriber')
    .select(['key', 'id', 'address', 'created', 'confirmed'])
    .where('project_key', '=', projectKey)
    .$if(before !== null, (query) => query.where('key', '<', before ?? 0))
    .orderBy('key', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return {
    subscribers: shown.map(({ id, address, created, confirmed }) => ({ id, address, created, confirmed })),
    nextCursor: rows.length > limit ? String(shown.at(-1)?.key) : null,
  }
}

/** Deletes addresses that were not confirmed in time. */
export const deleteUnconfirmed = (db: Db, now: number) =>
  db.deleteFrom('status_subscriber').where('expires', '<', now).execute()
