import type { Db } from '../core/database.ts'
import { unlinkAll } from '../federation/account-identities.ts'
import { deleteChallenges } from '../identity/challenges.ts'
import { removeFactors } from '../identity/factors.ts'

/**
 * Ends every way in that an account got before its address was confirmed: whoever made it may not be who reads its mail. Sessions and
 * connected applications end with the password; this ends linked providers, factors, factors that wait to be confirmed, API keys and join
 * tokens.
 */
export const endEarlierWays = async (db: Db, accountId: string): Promise<void> => {
  await unlinkAll(db, accountId)
  await removeFactors(db, accountId)
  await deleteChallenges(db, accountId)
  await db.deleteFrom('api_key').where('created_by', '=', accountId).execute()
  await db.deleteFrom('join_token').where('created_by', '=', accountId).execute()
}
