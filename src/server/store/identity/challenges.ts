import type { Db } from '../core/database.ts'
import { hashOf } from '../core/identifiers.ts'

/**
 * Kinds of challenges. `second-step`: a sign-in whose password was right, by its interaction. `passkey`: what a passkey has to sign, by the
 * interaction. `new-totp` and `new-passkey`: a factor to be confirmed, by a random id.
 */
export type ChallengeKind = 'second-step' | 'passkey' | 'new-totp' | 'new-passkey'

export type Challenge = { readonly accountId: string | null; readonly payload: Readonly<Record<string, unknown>> }

const LIVES_MS: Record<ChallengeKind, number> = {
  // As long as the provider keeps a pending sign-in.
  'second-step': 15 * 60_000,
  passkey: 5 * 60_000,
  'new-totp': 10 * 60_000,
  'new-passkey': 10 * 60_000,
}

/** Only hashes are stored, so that a reader of the store completes nobody's sign-in. */
const keyOf = (kind: ChallengeKind, id: string): Buffer => hashOf(`${kind} ${id}`)

/** Stores a challenge in the place of an earlier one of its kind and id; returns when it expires (Unix ms). */
export const putChallenge = async (
  db: Db,
  kind: ChallengeKind,
  id: string,
  { accountId, payload }: Challenge,
  now: number,
): Promise<number> => {
  const expires = now + LIVES_MS[kind]
  const values = { account_id: accountId, payload: JSON.stringify(payload), expires }
  await db
    .insertInto('factor_challenge')
    .values({ id: keyOf(kind, id), kind, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  return expires
}

/** Reads a valid challenge; null if there is none. */
export const readChallenge = async (
  db: Db,
  kind: ChallengeKind,
  id: string,
  now: number,
): Promise<Challenge | null> => {
  const row = await db
    .selectFrom('factor_challenge')
    .select(['account_id', 'payload'])
    .where('id', '=', keyOf(kind, id))
    .where('expires', '>', now)
    .executeTakeFirst()
  return row ? { accountId: row.account_id, payload: row.payload } : null
}

/** Consumes a challenge; of concurrent callers one gets it. Null if there is none, or it has expired. */
export const takeChallenge = async (
  db: Db,
  kind: ChallengeKind,
  id: string,
  now: number,
): Promise<Challenge | null> => {
  const row = await db
    .deleteFrom('factor_challenge')
    .where('id', '=', keyOf(kind, id))
    .returning(['account_id', 'payload', 'expires'])
    .executeTakeFirst()
  return row && row.expires > now ? { accountId: row.account_id, payload: row.payload } : null
}

/** Deletes the challenges of an account, of one kind or of all. */
export const deleteChallenges = async (db: Db, accountId: string, kind?: ChallengeKind): Promise<void> => {
  await db
    .deleteFrom('factor_challenge')
    .where('account_id', '=', accountId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .execute()
}

export const deleteExpiredChallenges = (db: Db, now: number) =>
  db.deleteFrom('factor_challenge').where('expires', '<=', now).execute()
