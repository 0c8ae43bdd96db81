import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** The stored grant that an access token depends on, and the browser's session if it belongs to one. */
export type SignIn = { readonly grant: string; readonly session: string | null }

/** Ends one sign-in: its tokens become invalid, and its browser must sign in again. */
export const endSignIn = async (db: Db, { grant, session }: SignIn): Promise<void> => {
  await db
    .deleteFrom('oidc_store')
    .where((row) =>
      row.or([
        row('grant_id', '=', grant),
        ...(session === null ? [] : [row.and([row('model', '=', 'Session'), row('uid', '=', session)])]),
      ]),
    )
    .execute()
}

/**
 * Locks a sign-in until the transaction ends, for what is tied to it: the end of the sign-in waits, and then finds it. False if the
 * sign-in is over.
 */
export const holdSignIn = async (db: Db, { grant }: SignIn): Promise<boolean> => {
  const found = await db
    .selectFrom('oidc_store')
    .select('id')
    .where('model', '=', 'Grant')
    .where('grant_id', '=', grant)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** Ends one sign-in that its owner does not want any more, and then the applications that it connected. */
export const endUnwantedSignIn = async (db: Db, signIn: SignIn): Promise<void> => {
  await endSignIn(db, signIn)
  await db.deleteFrom('connection').where('approved_in', '=', signIn.grant).execute()
}

/**
 * Ends every sign-in of an account except `kept`, and then the connected applications that `kept` did not approve: whoever had a session
 * that the owner ends must not keep a connection that it made.
 */
export const endSignIns = async (db: Db, accountId: string, kept: SignIn | null): Promise<void> => {
  await db
    .deleteFrom('oidc_store')
    .where('account_id', '=', accountId)
    .$if(kept !== null, (query) =>
      query
        .where((row) => row.or([row('grant_id', 'is', null), row('grant_id', '!=', kept?.grant ?? '')]))
        .where((row) => row.or([row('uid', 'is', null), row('uid', '!=', kept?.session ?? '')])),
    )
    .execute()
  await db
    .deleteFrom('connection')
    .where('account_id', '=', accountId)
    .$if(kept !== null, (query) => query.where('approved_in', 'is distinct from', kept?.grant ?? ''))
    .execute()
}

/** Ends the sign-ins of an account that were completed and that nobody went on with yet. */
export const endPendingSignIns = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('oidc_store').where('model', '=', 'Interaction').where('account_id', '=', accountId).execute()
}

/** Deletes expired sign-ins. */
export const deleteExpiredSignIns = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('oidc_store').where('expires', '<=', now).execute()
  await sql`delete from sign_in s where not exists (
    select from oidc_store o where o.grant_id = s.grant_id and o.model = 'Grant')`.execute(db)
}

/** A sign-in as shown to its owner; `session` is the browser's, if it belongs to one. */
export type SignInRow = {
  readonly grant_id: string
  readonly session: string | null
  readonly client: string
  readonly ip: string | null
  readonly user_agent: string | null
  readonly started: number
  readonly last_used: number
}

type UsedSignIn = SignIn & {
  readonly accountId: string
  readonly client: string
  readonly ip: string | null
  readonly userAgent: string | null
}

/** Records that a sign-in got a token: from where, and when. */
export const recordSignIn = async (db: Db, used: UsedSignIn, now: number): Promise<void> => {
  const seen = { ip: used.ip, user_agent: used.userAgent?.slice(0, 400) ?? null, last_used: now, session: used.session }
  await db
    .insertInto('sign_in')
    .values({ grant_id: used.grant, account_id: used.accountId, client: used.client, started: now, ...seen })
    .onConflict((conflict) => conflict.column('grant_id').doUpdateSet(seen))
    .execute()
}

/** Returns the valid sign-ins of an account, most recently used first. */
export const signInsOf = (db: Db, accountId: string, now: number): Promise<SignInRow[]> =>
  db
    .selectFrom('sign_in')
    .innerJoin('oidc_store', (join) =>
      join
        .onRef('oidc_store.grant_id', '=', 'sign_in.grant_id')
        .on('oidc_store.model', '=', 'Grant')
        .on('oidc_store.expires', '>', now),
    )
    .where('sign_in.account_id', '=', accountId)
    .select(['sign_in.grant_id', 'sign_in.session', 'sign_in.client', 'sign_in.ip', 'sign_in.user_agent'])
    .select(['sign_in.started', 'sign_in.last_used'])
    .orderBy('sign_in.last_used', 'desc')
    .execute()
