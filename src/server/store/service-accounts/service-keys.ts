import { sql } from 'kysely'
import { type DescendantKey, keysMadeBy, withDescendants } from '../api-keys/api-keys.ts'
import type { Db } from '../core/database.ts'
import { hashOf, newId, newSecret } from '../core/identifiers.ts'

/** A key as listed: of the secret only its first letters. */
export type ServiceKey = {
  readonly id: string
  readonly account_id: string
  readonly prefix: string
  readonly created: number
  /** The name of the account that created it. */
  readonly maker: string | null
  readonly last_used: number | null
  readonly expires: number | null
  readonly replaced: number | null
}

/** Creates a key and returns its secret; only its hash is stored. */
export const addServiceKey = async (
  db: Db,
  made: { accountId: string; makerId: string | null; expires: number | null; now: number },
): Promise<string> => {
  const secret = newSecret()
  await db
    .insertInto('service_key')
    .values({
      id: newId(),
      account_id: made.accountId,
      prefix: secret.slice(0, 4),
      hash: hashOf(secret),
      created: made.now,
      made_by: made.makerId,
      expires: made.expires,
    })
    .execute()
  return secret
}

/** Reads the keys of an organization's service accounts that are not expired, newest first. */
export const serviceKeysOf = async (db: Db, orgId: string, now: number): Promise<ServiceKey[]> => {
  const { rows } = await sql<ServiceKey>`
    select k.id, k.account_id, k.prefix, k.created, maker.name as maker, k.last_used, k.expires, k.replaced
    from service_key k join account a on a.id = k.account_id left join account maker on maker.id = k.made_by
    where a.service_org_id = ${orgId} and (k.expires is null or k.expires > ${now})
    order by k.replaced is not null, k.created desc, k.id`.execute(db)
  return rows
}

/** Lets the keys of an account, and the API keys made with them, expire after an overlap (ms); those that expire sooner keep their time. */
export const replaceKeys = async (db: Db, accountId: string, overlapMs: number, now: number): Promise<void> => {
  const ends = sql`least(expires, ${now + overlapMs}::bigint)`
  await sql`update service_key set replaced = coalesce(replaced, ${now}), expires = ${ends}
    where account_id = ${accountId} and (expires is null or expires > ${now})`.execute(db)
  const made = withDescendants(
    sql`created_by_service_key in (select id from service_key where account_id = ${accountId})`,
  )
  await sql`update api_key set expires = ${ends} where id in (${made})`.execute(db)
}

/** Revokes a key and the API keys made with it, directly or indirectly; undefined if the account has none with this id. */
export const removeServiceKey = async (
  db: Db,
  accountId: string,
  id: string,
): Promise<{ prefix: string; made: DescendantKey[] } | undefined> => {
  const ofAccount = db.selectFrom('service_key').where('account_id', '=', accountId).where('id', '=', id)
  const found = await ofAccount.select('prefix').forUpdate().executeTakeFirst()
  if (!found) return undefined
  const made = await keysMadeBy(db, { kind: 'service', keyId: id })
  // The foreign key deletes those by cascade.
  await db.deleteFrom('service_key').where('id', '=', id).execute()
  return { prefix: found.prefix, made }
}

/** Deletes keys that expired. */
export const deleteExpiredServiceKeys = (db: Db, now: number) =>
  db.deleteFrom('service_key').where('expires', '<=', now).execute()
