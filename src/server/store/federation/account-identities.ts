import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'

/** A person at a provider: the only thing by which a sign-in finds its account. */
export type Subject = { readonly issuer: string; readonly subject: string }

/** A linked provider as its owner sees it. `name` is null where the provider was deleted. */
export type LinkedIdentity = Subject & {
  readonly id: string
  readonly provider_id: string | null
  readonly name: string | null
  readonly email: string | null
  readonly usable: boolean
  readonly created: number
  readonly last_used: number | null
}

/** Holds a subject until the transaction ends, so that two sign-ins do not make two accounts of it. */
export const holdSubject = async (db: Db, { issuer, subject }: Subject): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`.execute(db)
}

/** Returns the account that a subject signs in to. */
export const accountOfSubject = async (db: Db, { issuer, subject }: Subject): Promise<string | null> => {
  const found = await db
    .selectFrom('account_identity')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.account_id ?? null
}

type Seen = { readonly providerId: string; readonly email: string | null; readonly now: number }

/** Links a subject to an account; returns its id. */
export const linkSubject = async (
  db: Db,
  accountId: string,
  { issuer, subject }: Subject,
  { providerId, email, now }: Seen,
): Promise<string> => {
  const id = newId()
  await db
    .insertInto('account_identity')
    .values({ id, issuer, subject, account_id: accountId, provider_id: providerId, email, created: now })
    .execute()
  return id
}

/** Notes that a subject signed in. */
export const recordUse = (db: Db, { issuer, subject }: Subject, { providerId, email, now }: Seen) =>
  db
    .updateTable('account_identity')
    .set({ provider_id: providerId, email, last_used: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()

/** Lists what an account is linked to, oldest first. */
export const identitiesOf = async (db: Db, accountId: string): Promise<LinkedIdentity[]> => {
  const { rows } = await sql<LinkedIdentity>`
    select i.id, i.issuer, i.subject, i.provider_id, p.name, i.email, coalesce(p.enabled, false) as usable, i.created, i.last_used
    from account_identity i left join identity_provider p on p.id = i.provider_id
    where i.account_id = ${accountId} order by i.created, i.id`.execute(db)
  return rows
}

export const unlinkIdentity = (db: Db, id: string) => db.deleteFrom('account_identity').where('id', '=', id).execute()

/** Unlinks everything from an account. */
export const unlinkAll = (db: Db, accountId: string) =>
  db.deleteFrom('account_identity').where('account_id', '=', accountId).execute()
