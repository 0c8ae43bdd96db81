import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseSpecialDataFile } from '../ordinary-file.ts'
import { StartProblem } from '../start-problem.ts'
import type { Db } from '../store/core/database.ts'
import { newSecret } from '../store/core/identifiers.ts'
import { remember } from '../store/core/installation.ts'
import { createSecretCipher, isSealed, type SecretCipher } from '../store/core/secret-cipher.ts'

/** Returns the configured key, else the one in the data directory, which is generated if missing. */
const secretKey = (dataDir: string, given: string | null): string => {
  if (given !== null) return given
  const file = join(dataDir, 'secret-key')
  refuseSpecialDataFile(file)
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

const CHECK = 'the secret key fits this store'

/** Opens the encryption of this installation. Throws a `StartProblem` if the key does not decrypt the store's secrets. */
export const openSecretCipher = async (db: Db, dataDir: string, given: string | null): Promise<SecretCipher> => {
  const sealing = createSecretCipher(secretKey(dataDir, given))
  const check = await remember(db, 'key_check', async () => sealing.sealOwn(CHECK))
  try {
    if (isSealed(check) && sealing.open(check) === CHECK) return sealing
  } catch {
    // A wrong key fails to decrypt; the sentence below says so.
  }
  throw new StartProblem(
    given === null
      ? `The store’s secrets were not encrypted with ${join(dataDir, 'secret-key')}: set SONDE_SECRET_KEY to the key they were encrypted with.`
      : 'The store’s secrets were not encrypted with SONDE_SECRET_KEY: set it to the key they were encrypted with.',
  )
}

const sealedToken = async (db: Db, sealing: SecretCipher, name: string): Promise<string> => {
  const kept = await remember(db, name, async () => sealing.sealOwn(newSecret()))
  if (!isSealed(kept)) throw new Error(`The store’s ${name} is damaged.`)
  return sealing.open(kept)
}

/** Returns the agents' join token, shared by all servers of a store, and writes it where the operator finds it. */
export const openJoinToken = async (db: Db, sealing: SecretCipher, dataDir: string): Promise<string> => {
  const token = await sealedToken(db, sealing, 'join_token')
  const file = join(dataDir, 'join-token')
  refuseSpecialDataFile(file)
  writeFileSync(file, `${token}\n`, { mode: 0o600 })
  return token
}

/** Returns the one-time setup token of an empty installation. */
export const openSetupToken = (db: Db, sealing: SecretCipher): Promise<string> =>
  sealedToken(db, sealing, 'setup_token')
