import { createHash } from 'node:crypto'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Db } from '../store/core/database.ts'
import { isSealed, type SecretCipher } from '../store/core/secret-cipher.ts'

/**
 * A client whose token response was lost repeats the request with the used refresh token. Within this time the repeat is answered; after
 * it, a second use ends the sign-in.
 */
const REPEAT_WITHIN_MS = 10_000

/** Hashes an id for storage, so that a reader of the store learns no code, token or session. */
export const storedId = (id: string): string => createHash('sha256').update(id).digest('base64url')

const storedOrNull = (id: string | undefined): string | null => (id === undefined ? null : storedId(id))

/** The account that a stored item is about: for a pending sign-in, the one that was proved and that nobody went on with yet. */
const accountOf = ({ accountId, result }: AdapterPayload): string | null => {
  const { login } = (result ?? {}) as { login?: { accountId?: unknown } }
  return accountId ?? (typeof login?.accountId === 'string' ? login.accountId : null)
}

/** The provider's storage: one adapter per model, all in one table. */
export const adapterOn =
  (db: Db, sealing: SecretCipher, clock: () => number): AdapterFactory =>
  (model: string): Adapter => {
    const find = async (column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> => {
      const row = await db
        .selectFrom('oidc_store')
        .select(['payload', 'consumed'])
        .where('model', '=', model)
        .where(column, '=', storedId(value))
        .where('expires', '>', clock())
        .executeTakeFirst()
      if (!row || !isSealed(row.payload)) return undefined
      const payload: AdapterPayload = JSON.parse(sealing.open(row.payload))
      const isRepeat = model === 'RefreshToken' && row.consumed !== null && clock() - row.consumed < REPEAT_WITHIN_MS
      return row.consumed === null || isRepeat ? payload : { ...payload, consumed: Math.floor(row.consumed / 1000) }
    }
    return {
      async upsert(id, payload, expiresInSeconds) {
        if (expiresInSeconds === undefined) throw new Error(`A ${model} without an expiry cannot be stored.`)
        const values = {
          payload: JSON.stringify(sealing.sealOwn(JSON.stringify(payload))),
          account_id: accountOf(payload),
          // A grant refers to itself, so that revoking it deletes it along with everything that depends on it.
          grant_id: storedOrNull(model === 'Grant' ? id : payload.grantId),
          uid: storedOrNull(payload.uid),
          user_code: storedOrNull(payload.userCode),
          expires: clock() + expiresInSeconds * 1000,
        }
        await db
          .insertInto('oidc_store')
          .values({ model, id: storedId(id), consumed: null, ...values })
          .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
          .execute()
      },
      find: (id) => find('id', id),
      findByUid: (uid) => find('uid', uid),
      findByUserCode: (code) => find('user_code', code),
      async consume(id) {
        await db
          .updateTable('oidc_store')
          .set({ consumed: clock() })
          .where('model', '=', model)
          .where('id', '=', storedId(id))
          .where('consumed', 'is', null)
          .execute()
      },
      async destroy(id) {
        await db.deleteFrom('oidc_store').where('model', '=', model).where('id', '=', storedId(id)).execute()
      },
      async revokeByGrantId(grantId) {
        await db.deleteFrom('oidc_store').where('grant_id', '=', storedId(grantId)).execute()
      },
    }
  }
