import { sql } from 'kysely'
import { callOrigins } from '../../../domain/auth/auth-origins.ts'
import { isCredentialPair } from '../../../domain/auth/credential-pairs.ts'
import type { Db } from '../core/database.ts'
import { remember } from '../core/installation.ts'
import { isSealed, type SecretCipher } from '../core/secret-cipher.ts'
import type { StoredPair } from '../secrets/secret-pairs.ts'
import type { AuthSettingDoc } from './auth-settings.ts'

/** Raised whenever more pairs of auth settings count as credentials (`isCredentialPair`). */
const RULE = 1
const BATCH = 500

/**
 * Encrypts headers and parameters of older auth settings that were stored in plain text because of their names, once. They stay bound to the
 * origins that they are sent to, so calls are as before.
 */
export const adoptCredentials = async (db: Db, sealing: SecretCipher, log: (line: string) => void): Promise<void> => {
  await remember(db, `auth_credentials_${RULE}`, async () => {
    let settings = 0
    for (let after: number | null = 0; after !== null; ) {
      const batch: { last: number | null; changed: number } = await adoptBatch(db, sealing, after)
      settings += batch.changed
      after = batch.last
    }
    if (settings > 0) log(`encrypted the headers and parameters of ${settings} auth settings`)
    return { settings }
  })
}

const adoptBatch = (db: Db, sealing: SecretCipher, after: number): Promise<{ last: number | null; changed: number }> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ key: number; doc: AuthSettingDoc }>`
      select key, doc from object where kind = 'auth-setting' and key > ${after} order by key limit ${BATCH}
      for no key update`.execute(tx)
    const changed = rows.flatMap(({ key, doc }) => {
      const sealed = resealed(doc, sealing)
      return sealed ? [{ key, doc: sealed }] : []
    })
    if (changed.length > 0)
      await sql`
        update object as o set doc = row.doc from json_to_recordset(${JSON.stringify(changed)}::json) as row(key int, doc jsonb)
        where o.key = row.key`.execute(tx)
    return { last: rows.at(-1)?.key ?? null, changed: changed.length }
  })

/** Returns the setting as it would be stored today; null if unchanged. */
const resealed = (doc: AuthSettingDoc, sealing: SecretCipher): AuthSettingDoc | null => {
  const origins = callOrigins(doc.settings, doc.meta.domain)
  let isChanged = false
  const sealed = (pair: StoredPair): StoredPair => {
    const { key, value } = pair
    if (isSealed(value) || !isCredentialPair({ key, value })) return pair
    isChanged = true
    return { ...pair, value: { ...sealing.seal(value), origins } }
  }
  const headers = doc.pairs.headers.map(sealed)
  const parameters = doc.pairs.parameters.map(sealed)
  return isChanged ? { ...doc, pairs: { ...doc.pairs, headers, parameters } } : null
}
