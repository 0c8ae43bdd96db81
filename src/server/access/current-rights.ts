import { sql } from 'kysely'
import { isSitePermission, type SitePermission } from '../../domain/core/effective-level.ts'
import { forbidden, Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import type { Caller } from './caller.ts'

type Person = Extract<Caller, { kind: 'account' }>

const ended = new Refusal(401, 'unauthenticated', 'This sign-in has ended meanwhile: sign in again.')

/**
 * Lets one change by a site admin follow another: the right of the second is read again after the first. Without that, requests in flight
 * would give back the permission that was just taken from whoever sent them.
 */
export const lockSite = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('site', 1))`.execute(db)
}

/** The site permission that a person has now; it may have been taken since the request was admitted. */
export const currentSitePermission = async (
  db: Db,
  { accountId, sitePermission, isNamedAdmin }: Person,
): Promise<SitePermission | null> => {
  if (sitePermission === null || isNamedAdmin) return sitePermission
  const row = await db
    .selectFrom('account')
    .select('site_permission')
    .where('id', '=', accountId)
    .where('blocked', 'is', null)
    .executeTakeFirst()
  const now = row?.site_permission ?? null
  return isSitePermission(now) ? now : null
}

/** Locks the account of a person until the transaction ends: what ends its sign-ins is seen by it, or sees what it wrote. */
export const lockCaller = async (db: Db, caller: Caller): Promise<void> => {
  if (caller.kind === 'account')
    await db.selectFrom('account').select('id').where('id', '=', caller.accountId).forShare().execute()
}

/** Refuses a person whose account, sign-in or site permission ended since the request was admitted; null for others. */
export const refuseEnded = async (db: Db, caller: Caller, now: number): Promise<Refusal | null> => {
  if (caller.kind !== 'account') return null
  const { accountId, sitePermission, signIn } = caller
  const account = await db.selectFrom('account').select('blocked').where('id', '=', accountId).executeTakeFirst()
  if (!account || account.blocked !== null) return ended
  if (sitePermission !== null && (await currentSitePermission(db, caller)) !== sitePermission)
    return forbidden('Your site permission was taken meanwhile.')
  if (signIn === null) return null
  const grant = await db
    .selectFrom('oidc_store')
    .select('id')
    .where('model', '=', 'Grant')
    .where('grant_id', '=', signIn.grant)
    .where('expires', '>', now)
    .executeTakeFirst()
  return grant ? null : ended
}
