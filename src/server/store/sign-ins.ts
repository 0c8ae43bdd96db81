import type { Db } from './database.ts'

/** What an access token hangs on, as it is stored: its grant, and the browser's session where it belongs to one. */
export type SignIn = { readonly grant: string; readonly session: string | null }

/** Ends one sign-in: its tokens are good for nothing from now on, and its browser has to sign in again. */
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

/** Ends every sign-in of an account, but for the one that `kept` names. */
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
}

/** Forgets what has expired. */
export const forgetSignIns = (db: Db, now: number) => db.deleteFrom('oidc_store').where('expires', '<=', now).execute()
