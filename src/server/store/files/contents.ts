import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** Bytes of a piece, in which contents are stored and read. */
export const PIECE_BYTES = 256 * 1024
/** An upload ends within this time, and a run that was handed out loads its files within it. */
const KEPT_MS = 3_600_000

/** Content in the store that belongs to no file yet. */
export type StoredContent = { readonly contentKey: number; readonly size: number; readonly sha256: string }

/**
 * Reserves room for a content of up to `wanted` bytes within the quota of its project. Returns the bytes that are free instead, where that
 * is less than `least`.
 */
export const reserveContent = (
  db: Db,
  projectKey: number,
  asked: { wanted: number; least: number; quota: number; now: number },
): Promise<{ contentKey: number; bytes: number } | { free: number }> => {
  const reserve = async (tx: Db) => {
    // Without the lock, two concurrent uploads would both take the same room.
    await sql`select pg_advisory_xact_lock(hashtextextended('files ' || ${projectKey}::int, 1))`.execute(tx)
    const { rows } = await sql<{ used: number }>`
      select coalesce(sum(size), 0)::float8 as used from file_content where project_key = ${projectKey}`.execute(tx)
    const free = Math.max(0, asked.quota - (rows[0]?.used ?? 0))
    if (free < asked.least || free === 0) return { free }
    const bytes = Math.min(asked.wanted, free)
    const made = await sql<{ key: number }>`
      insert into file_content (project_key, size, kept_until) values (${projectKey}, ${bytes}, ${asked.now + KEPT_MS})
      returning key::int as key`.execute(tx)
    const [row] = made.rows
    if (!row) throw new Error('The content was not reserved.')
    return { contentKey: row.key, bytes }
  }
  return db.isTransaction ? reserve(db) : db.transaction().execute(reserve)
}

/** Adds a piece to a content. */
export const addPiece = async (db: Db, contentKey: number, piece: number, bytes: Buffer): Promise<void> => {
  await sql`insert into file_piece (content_key, piece, bytes) values (${contentKey}, ${piece}, ${bytes})`.execute(db)
}

/** Completes a content, which takes the room of its size from now on. */
export const finishContent = async (db: Db, { contentKey, size, sha256 }: StoredContent): Promise<void> => {
  await sql`update file_content set size = ${size}, sha256 = ${sha256} where key = ${contentKey}`.execute(db)
}

/** Deletes a content that belongs to no file. */
export const dropContent = async (db: Db, contentKey: number): Promise<void> => {
  await sql`delete from file_content where key = ${contentKey} and file_key is null`.execute(db)
}

/** Makes a content that of a file, in the transaction that stores the file; the previous one is kept for an hour. */
export const claimContent = async (db: Db, fileKey: number, contentKey: number, now: number): Promise<void> => {
  await releaseContent(db, fileKey, now)
  await sql`update file_content set file_key = ${fileKey}, kept_until = null where key = ${contentKey}`.execute(db)
}

/** Lets the content of a file be deleted in an hour. */
export const releaseContent = async (db: Db, fileKey: number, now: number): Promise<void> => {
  await sql`
    update file_content set kept_until = ${now + KEPT_MS} where file_key = ${fileKey} and kept_until is null`.execute(
    db,
  )
}

/** Returns the key of a file's content; with `sha256`, also of one that was replaced within the hour. */
export const contentKeyOf = async (db: Db, fileKey: number, sha256?: string): Promise<number | undefined> => {
  const { rows } = await sql<{ key: number }>`
    select key::int as key from file_content where file_key = ${fileKey}
      and ${sha256 === undefined ? sql`kept_until is null` : sql`sha256 = ${sha256}`}
    order by kept_until nulls first limit 1`.execute(db)
  return rows[0]?.key
}

/** Reads a piece of a content; undefined after the last. */
export const readPiece = async (db: Db, contentKey: number, piece: number): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from file_piece where content_key = ${contentKey} and piece = ${piece}`.execute(db)
  return rows[0]?.bytes
}

/** Reads a content up to `most` bytes. */
export const readContent = async (db: Db, contentKey: number, most: number): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let bytes = 0
  while (bytes < most) {
    const piece = await readPiece(db, contentKey, pieces.length)
    if (!piece) break
    pieces.push(piece)
    bytes += piece.length
  }
  return Buffer.concat(pieces).subarray(0, most)
}

/** Deletes contents of uploads that ended long ago without a file, and those that were replaced. */
export const purgeContents = async (db: Db, now: number): Promise<void> => {
  await sql`delete from file_content where kept_until < ${now}`.execute(db)
}
