import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readDataFile, writeDataFile } from '../data-file.ts'
import { isLongEnough, SHORTEST_SECRET_KEY } from '../secret-key.ts'
import { StartProblem } from '../start-problem.ts'
import type { Db } from '../store/core/database.ts'
import { newSecret } from '../store/core/identifiers.ts'
import { recall, remember } from '../store/core/installation.ts'
import { createSecretCipher, isSealed, type SecretCipher } from '../store/core/secret-cipher.ts'

/** Returns the key in the data directory. Only a store without secrets gets a new one. */
const secretKeyIn = (dataDir: string, hasSecrets: boolean): string => {
  const file = join(dataDir, 'secret-key')
  const kept = readDataFile(file)
  // A store that was once opened with a short key has no other.
  if (kept !== null && (hasSecrets || isLongEnough(kept))) return kept
  if (kept !== null)
    throw new StartProblem(
      `${file} must have at least ${SHORTEST_SECRET_KEY} characters: remove the file to have a key generated, or put one there (openssl rand -base64 32).`,
    )
  if (hasSecrets) throw new StartProblem(`${file} is missing: put it back, or set SONDE_SECRET_KEY.`)
  const key = randomBytes(32).toString('base64')
  writeDataFile(file, key)
  return key
}

const CHECK = 'the secret key fits this store'

/** Opens the encryption of this installation. Throws a `StartProblem` if the key does not decrypt the store's secrets. */
export const openSecretCipher = async (db: Db, dataDir: string, given: string | null): Promise<SecretCipher> => {
  const hasSecrets = (await recall(db, 'key_check')) !== undefined
  const sealing = createSecretCipher(given ?? secretKeyIn(dataDir, hasSecrets))
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
  writeDataFile(join(dataDir, 'join-token'), `${token}\n`)
  return token
}

/** Returns the one-time setup token of an empty installation. */
export const openSetupToken = (db: Db, sealing: SecretCipher): Promise<string> =>
  sealedToken(db, sealing, 'setup_token')
