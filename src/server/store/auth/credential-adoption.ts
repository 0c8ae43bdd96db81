import { callOrigins } from '../../../domain/auth/auth-origins.ts'
import { isCredentialPair } from '../../../domain/auth/credential-pairs.ts'
import type { Db } from '../core/database.ts'
import { remember } from '../core/installation.ts'
import { rewriteDocs } from '../core/rewritten-docs.ts'
import { isSealed, type SecretCipher } from '../core/secret-cipher.ts'
import type { StoredPair } from '../secrets/secret-pairs.ts'
import type { AuthSettingDoc } from './auth-settings.ts'

/** Raised whenever more pairs of auth settings count as credentials (`isCredentialPair`). */
const RULE = 1

/**
 * Encrypts headers and parameters of older auth settings that were stored in plain text because of their names, once. They stay bound to the
 * origins that they are sent to, so calls are as before.
 */
export const adoptCredentials = async (db: Db, sealing: SecretCipher, log: (line: string) => void): Promise<void> => {
  await remember(db, `auth_credentials_${RULE}`, async () => {
    const ofSettings = { table: 'object', kind: 'auth-setting' } as const
    const settings = await rewriteDocs(db, ofSettings, (doc: AuthSettingDoc) => resealed(doc, sealing))
    if (settings > 0) log(`encrypted the headers and parameters of ${settings} auth settings`)
    return { settings }
  })
}

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
