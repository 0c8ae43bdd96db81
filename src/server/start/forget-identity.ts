import { forgetOldTries } from '../access/throttle.ts'
import { forgetOldMail } from '../mail/outbox.ts'
import { forgetExpiredTokens } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import { forgetSignIns } from '../store/identity/sign-ins.ts'

/** Deletes expired sessions, codes and links, old sign-in attempts, and old mail. */
export const forgetIdentity = async (db: Db, now: number): Promise<void> => {
  await forgetSignIns(db, now)
  await forgetExpiredTokens(db, now)
  await forgetOldTries(db, now)
  await forgetOldMail(db, now)
}
