import { sql } from 'kysely'
import type { Shape } from '../../../contract/core/endpoint.ts'
import type { storedBody } from '../../../contract/results/results.ts'
import type { Db } from '../core/database.ts'
import type { RunColumns } from '../core/tables.ts'

export type StoredBody = Shape<typeof storedBody>

/** A piece of a body; `end` completes it. */
export type BodyPiece = { number: number; bytes: Buffer; end: StoredBody | null }

/** Why a piece is not stored: its result is unknown, it is out of order, or the body is too long or not as long as it says. */
export type PieceProblem = 'no result' | 'out of order' | 'too large' | 'wrong size'

const ofRun = ({ target_key, due, location_key, source, attempt }: RunColumns) =>
  sql`target_key = ${target_key} and due = ${due} and location_key = ${location_key} and source = ${source} and attempt = ${attempt}`

/**
 * Stores the next piece of a body; null if it is stored. A piece that is there already is accepted again, so that an agent can repeat one
 * whose answer was lost. A body that breaks a rule is deleted.
 */
export const addBodyPiece = (
  db: Db,
  run: RunColumns,
  { number, bytes, end }: BodyPiece,
  maxBytes: number,
): Promise<PieceProblem | null> =>
  db.transaction().execute(async (tx) => {
    // The row's lock keeps a repeated piece from being counted twice.
    const known = await sql`select 1 from result where ${ofRun(run)} for update`.execute(tx)
    if (known.rows.length === 0) return 'no result'
    const { rows } = await sql<{ pieces: number; size: number }>`
      select count(*)::int as pieces, coalesce(sum(length(bytes)), 0)::float8 as size from result_body
      where ${ofRun(run)}`.execute(tx)
    const { pieces, size } = rows[0] ?? { pieces: 0, size: 0 }
    if (number < pieces) return null
    const total = size + bytes.length
    const problem =
      number > pieces
        ? 'out of order'
        : total > maxBytes
          ? 'too large'
          : end && end.bytes !== total
            ? 'wrong size'
            : null
    if (problem !== null) {
      await sql`delete from result_body where ${ofRun(run)}`.execute(tx)
      return problem
    }
    await sql`
      insert into result_body (target_key, due, location_key, source, attempt, piece, bytes, total, is_text, truncated)
      values (${run.target_key}, ${run.due}, ${run.location_key}, ${run.source}, ${run.attempt}, ${number}, ${bytes},
        ${end?.bytes ?? null}, ${end?.is_text ?? null}, ${end?.truncated ?? null})`.execute(tx)
    return null
  })

/** Returns the facts of a complete body; null without one, or while its pieces still arrive. */
export const storedBodyOf = async (db: Db, run: RunColumns): Promise<StoredBody | null> => {
  const { rows } = await sql<StoredBody>`
    select total::float8 as bytes, is_text, truncated from result_body where ${ofRun(run)} and total is not null`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Reads one piece of a body; undefined after the last. */
export const readBodyPiece = async (db: Db, run: RunColumns, number: number): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from result_body where ${ofRun(run)} and piece = ${number}`.execute(db)
  return rows[0]?.bytes
}
