import { revokeAgentsOf } from '../agents/fleet.ts'
import type { Db } from '../core/database.ts'
import { unlinkAll } from '../federation/account-identities.ts'
import { deleteChallenges } from '../identity/challenges.ts'
import { removeFactors } from '../identity/factors.ts'

/**
 * Ends every way in that an account got before its address was confirmed: whoever made it may not be who reads its mail. Sessions and
 * connected applications end with the password; this ends linked providers, factors, factors that wait to be confirmed, API keys, join
 * tokens, and the agents that joined with these.
 */
export const endEarlierWays = async (db: Db, accountId: string, now: number): Promise<void> => {
  await unlinkAll(db, accountId)
  await removeFactors(db, accountId)
  await deleteChallenges(db, accountId)
  await db.deleteFrom('api_key').where('created_by', '=', accountId).execute()
  await revokeAgentsOf(db, accountId, now)
  await db.deleteFrom('join_token').where('created_by', '=', accountId).execute()
}
