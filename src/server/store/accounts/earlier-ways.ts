import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { unlinkAll } from '../federation/account-identities.ts'
import { deleteChallenges } from '../identity/challenges.ts'
import { removeFactors } from '../identity/factors.ts'

/**
 * Ends every way in that an account got before its address was confirmed: whoever made it may not be who reads its mail. Sessions and
 * connected applications end with the password; this ends linked providers, factors, factors that wait to be confirmed, API keys, join
 * tokens, and the agents that joined with these. Alerts of the account's projects, which send nothing yet, are switched off: they may go to
 * somebody else.
 */
export const endEarlierWays = async (db: Db, accountId: string, now: number): Promise<void> => {
  await unlinkAll(db, accountId)
  await removeFactors(db, accountId)
  await deleteChallenges(db, accountId)
  await db.deleteFrom('api_key').where('created_by', '=', accountId).execute()
  await db
    .updateTable('agent')
    .set({ revoked: now, next_key_hash: null, rotation_asked: null })
    .where('join_token_id', 'in', db.selectFrom('join_token').select('id').where('created_by', '=', accountId))
    .where('revoked', 'is', null)
    .execute()
  await sql`update object o set doc = jsonb_set(o.doc, '{enabled}', 'false'), last_update = ${now}
    from project p join project_access x on x.project_key = p.key and x.account_id = ${accountId} and x.access_level = 'OWNER'
    where o.project_key = p.key and o.kind = 'webhook' and p.held and o.doc ->> 'enabled' = 'true'`.execute(db)
  await db.deleteFrom('join_token').where('created_by', '=', accountId).execute()
}
