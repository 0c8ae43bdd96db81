import { deleteOldAttempts } from '../access/throttle.ts'
import { deleteOldMail } from '../mail/outbox.ts'
import { deleteExpiredTokens } from '../store/accounts/accounts.ts'
import { deleteUnusedClients } from '../store/connections/clients.ts'
import { deleteExpiredConnections } from '../store/connections/connections.ts'
import type { Db } from '../store/core/database.ts'
import { deleteExpiredStates } from '../store/federation/federated-states.ts'
import { deleteExpiredChallenges } from '../store/identity/challenges.ts'
import { deleteExpiredSignIns } from '../store/identity/sign-ins.ts'
import { deleteExpiredServiceKeys } from '../store/service-accounts/service-keys.ts'

/** Deletes expired sessions, codes, links and challenges, old sign-in attempts, and old mail. */
export const deleteExpiredIdentity = async (db: Db, now: number): Promise<void> => {
  await deleteExpiredSignIns(db, now)
  await deleteExpiredTokens(db, now)
  await deleteExpiredChallenges(db, now)
  await deleteExpiredStates(db, now)
  await deleteExpiredServiceKeys(db, now)
  await deleteExpiredConnections(db, now)
  await deleteUnusedClients(db, now)
  await deleteOldAttempts(db, now)
  await deleteOldMail(db, now)
}
