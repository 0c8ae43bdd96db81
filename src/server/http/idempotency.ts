import { createHash } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import type { Sealed, SecretCipher } from '../store/core/secret-cipher.ts'

const KEPT_MS = 24 * 3_600_000
const KEY_FORM = /^[\x21-\x7e]{1,255}$/

export type Repeat = { status: number; answer: unknown }

/**
 * Claims an `Idempotency-Key` in the request's transaction. A repeat of a completed request gets the same response; a concurrent repeat
 * waits for the first, because the row is locked.
 */
export const claim = async (
  db: Db,
  sealing: SecretCipher,
  request: { scope: string; key: string; body: unknown; now: number },
): Promise<Repeat | Refusal | null> => {
  if (!KEY_FORM.test(request.key))
    return new Refusal(
      422,
      'invalid',
      'The header Idempotency-Key must be 1 to 255 printable characters without spaces.',
    )
  const hash = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest()
  const made = await db
    .insertInto('idempotency')
    .values({
      scope: request.scope,
      key: request.key,
      request_hash: hash,
      status: null,
      answer: null,
      created: request.now,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows) return null
  const first = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('scope', '=', request.scope)
    .where('key', '=', request.key)
    .executeTakeFirst()
  if (!first?.status)
    return new Refusal(409, 'conflict', 'The first request with this Idempotency-Key is still running.')
  if (!first.request_hash.equals(hash))
    return new Refusal(422, 'idempotency_mismatch', 'This Idempotency-Key was used for another request: use a new one.')
  return { status: first.status, answer: JSON.parse(sealing.open(first.answer as Sealed)) }
}

/** Stores the response for repeats, encrypted because it may contain a key that is shown only once. */
export const remember = (db: Db, sealing: SecretCipher, scope: string, key: string, repeat: Repeat) =>
  db
    .updateTable('idempotency')
    .set({ status: repeat.status, answer: JSON.stringify(sealing.seal(JSON.stringify(repeat.answer))) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()

/** Deletes keys after a day. */
export const deleteOldKeys = (db: Db, now: number) =>
  db
    .deleteFrom('idempotency')
    .where('created', '<', now - KEPT_MS)
    .execute()
