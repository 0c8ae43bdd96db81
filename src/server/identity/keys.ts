import type { JWK } from 'jose'
import type { Db } from '../store/core/database.ts'
import { newSecret } from '../store/core/identifiers.ts'
import { remember } from '../store/core/installation.ts'
import { isSealed, type SecretCipher } from '../store/core/secret-cipher.ts'
import { newSigningKey } from './signing-key.ts'

export type IdentityKeys = {
  /** Private key that signs tokens (RS256). */
  readonly signing: JWK
  /** Signs the provider's cookies. */
  readonly cookie: string
}

const NAME = 'identity_keys'

/** Reads the provider's keys: generated once, stored encrypted, and shared by all servers. */
export const openKeys = async (db: Db, sealing: SecretCipher): Promise<IdentityKeys> => {
  const kept = await remember(db, NAME, async () => sealing.sealOwn(JSON.stringify(await newKeys())))
  if (!isSealed(kept)) throw new Error('The identity provider’s keys in the store are damaged.')
  return JSON.parse(sealing.open(kept))
}

const newKeys = async (): Promise<IdentityKeys> => {
  const signing = { ...(await newSigningKey()), alg: 'RS256', use: 'sig', kid: newSecret().slice(0, 12) }
  return { signing, cookie: newSecret() }
}
