import type { Db } from '../core/database.ts'
import { hashOf } from '../core/identifiers.ts'
import { isSealed, type SecretCipher } from '../core/secret-cipher.ts'

/** Purpose of a callback: the pending sign-in of a browser, or a link to an account within its session. */
export type FederatedPurpose =
  | { readonly kind: 'sign-in'; readonly interaction: string }
  | { readonly kind: 'link'; readonly accountId: string; readonly grant: string | null }

/** Kept until the provider leads back. */
export type FederatedState = { readonly providerId: string; readonly nonce: string; readonly verifier: string }

/** Time to sign in at the provider: that of a pending sign-in. */
const LIVES_MS = 15 * 60_000

/** Stores a state, encrypted, under its hash. */
export const startState = async (
  db: Db,
  state: string,
  { providerId, nonce, verifier }: FederatedState,
  { purpose, sealing, now }: { purpose: FederatedPurpose; sealing: SecretCipher; now: number },
): Promise<void> => {
  await db
    .insertInto('federated_state')
    .values({
      hash: hashOf(state),
      provider_id: providerId,
      secret: JSON.stringify(sealing.seal(JSON.stringify({ nonce, verifier }))),
      interaction: purpose.kind === 'sign-in' ? purpose.interaction : null,
      account_id: purpose.kind === 'link' ? purpose.accountId : null,
      grant_id: purpose.kind === 'link' ? purpose.grant : null,
      created: now,
      expires: now + LIVES_MS,
    })
    .execute()
}

/** Takes a state out, so that it works once, and only for its purpose; null otherwise. */
export const takeState = async (
  db: Db,
  state: string,
  { purpose, sealing, now }: { purpose: FederatedPurpose; sealing: SecretCipher; now: number },
): Promise<FederatedState | null> => {
  const row = await db
    .deleteFrom('federated_state')
    .where('hash', '=', hashOf(state))
    .where('expires', '>', now)
    .$if(purpose.kind === 'sign-in', (query) =>
      query.where('interaction', '=', purpose.kind === 'sign-in' ? purpose.interaction : ''),
    )
    .$if(purpose.kind === 'link', (query) =>
      query
        .where('account_id', '=', purpose.kind === 'link' ? purpose.accountId : '')
        .where('grant_id', 'is not distinct from', purpose.kind === 'link' ? purpose.grant : null),
    )
    .returning(['provider_id', 'secret'])
    .executeTakeFirst()
  if (!row || !isSealed(row.secret)) return null
  // Encrypted by this installation, in the form above.
  const { nonce, verifier } = JSON.parse(sealing.open(row.secret)) as { nonce: string; verifier: string }
  return { providerId: row.provider_id, nonce, verifier }
}

/** Deletes states that nobody came back with. */
export const deleteExpiredStates = (db: Db, now: number) =>
  db.deleteFrom('federated_state').where('expires', '<=', now).execute()
