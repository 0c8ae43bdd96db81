import type { Configuration } from '../configuration.ts'
import { beginChains } from '../store/audit/audit-adoption.ts'
import { adoptCredentials } from '../store/auth/credential-adoption.ts'
import type { Database } from '../store/core/database.ts'
import { partitionsOf } from '../store/core/partitions.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { adoptSecrets } from '../store/monitors/secret-adoption.ts'
import { createFirstAccount } from './first-account.ts'
import { openJoinToken, openSecretCipher } from './installation.ts'
import { openStore } from './store.ts'

type Io = {
  log: (line: string) => void
  onStep: (step: string) => void
  clock: () => number
  /** Takes what closes a part, as soon as that part is open. */
  onOpen: (close: () => Promise<void>) => void
  /** Ends a start that is under way. */
  signal?: AbortSignal
}

/** The installation's data, ready to serve: opened, migrated, secrets sealed, audit entries chained, partitions made. */
export type ReadyStore = {
  readonly database: Database
  readonly sealing: SecretCipher
  readonly joinToken: string
  readonly partitions: ReturnType<typeof partitionsOf>
  readonly postgresPid: () => number | null
}

export const openReadyStore = async (configuration: Configuration, io: Io): Promise<ReadyStore> => {
  const { log, clock } = io
  const store = await openStore(configuration, io)
  io.onOpen(() => store.close())
  const { database, postgresPid } = store
  const { db } = database
  const sealing = await openSecretCipher(db, configuration.dataDir, configuration.secretKey)
  await adoptSecrets(db, sealing, log)
  await adoptCredentials(db, sealing, log)
  const taken = await beginChains(db, sealing, clock())
  if (taken > 0) log(`audit: ${taken} entries from before are chained from now on`)
  const joinToken = await openJoinToken(db, sealing, configuration.dataDir)
  await createFirstAccount(db, configuration, sealing, clock(), log)
  const partitions = partitionsOf(db)
  await partitions.maintain(clock())
  return { database, sealing, joinToken, partitions, postgresPid }
}
