import { type RawBuilder, sql } from 'kysely'
import { addressKey } from '../../../domain/core/email-address.ts'
import type { Db } from '../core/database.ts'
import { hashOf, newId, newSecret } from '../core/identifiers.ts'

/** Returns this server's account with this email address, ignoring case. Accounts of a tenant may share one, and are not found by it. */
export const accountByEmail = (db: Db, email: string) =>
  db
    .selectFrom('account')
    .selectAll()
    .where(sql`lower(email)`, '=', sql`lower(${addressKey(email)})`)
    .where((row) => row.or([row('password_hash', 'is not', null), row('federated', '=', true)]))
    .executeTakeFirst()

export const accountById = (db: Db, id: string) =>
  db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Whether the email address of account `a` is confirmed: by a link, by the operator, or by the word of its OpenID provider or tenant. An
 * address that grants something must be.
 */
export const isConfirmed: RawBuilder<boolean> = sql`(a.email_verified is not null)`

/** The same of a row. */
export const isAddressConfirmed = ({ email_verified }: { readonly email_verified: number | null }): boolean =>
  email_verified !== null

/**
 * Whether account `a` may have runs made and mail sent: its address is confirmed, or a tenant decides who gets an account. A tenant need not
 * say which addresses it has verified.
 */
export const isVouchedFor: RawBuilder<boolean> = sql`(${isConfirmed} or (a.password_hash is null and not a.federated))`

type Vouchable = {
  readonly email_verified: number | null
  readonly password_hash: string | null
  readonly federated: boolean
}

/** The same of a row. */
export const isAccountVouchedFor = (account: Vouchable): boolean => isAddressConfirmed(account) || isOfTenant(account)

/** Whether a tenant keeps the account's password and address, and not this server. */
export const isOfTenant = ({ password_hash, federated }: Pick<Vouchable, 'password_hash' | 'federated'>): boolean =>
  password_hash === null && !federated

/** Returns the id of an existing project; null if it was removed. */
export const projectIdOf = async (db: Db, key: number | null): Promise<string | null> => {
  if (key === null) return null
  const row = await db
    .selectFrom('project')
    .select('id')
    .where('key', '=', key)
    .where('removed', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

type NewAccount = {
  email: string
  name: string
  /** Null: a tenant signs the account in, or an OpenID provider where it is `isFederated`. */
  passwordHash: string | null
  isFederated?: boolean
  sitePermission?: string
  isEmailVerified: boolean
  now: number
}

/** Creates an account and returns its id. */
export const createAccount = async (db: Db, made: NewAccount): Promise<string> => {
  const id = newId()
  await db
    .insertInto('account')
    .values({
      id,
      email: made.email.trim(),
      name: made.name,
      password_hash: made.passwordHash,
      federated: made.isFederated ?? false,
      site_permission: made.sitePermission ?? null,
      email_verified: made.isEmailVerified ? made.now : null,
      created: made.now,
      last_update: made.now,
    })
    .execute()
  return id
}

/** Returns the default name of an account: its email address up to the @. */
export const nameFromEmail = (email: string): string => email.split('@')[0] || email

const LIVES_MS = { verify: 7 * 86_400_000, reset: 3_600_000, 'change-address': 86_400_000 } as const
export type TokenKind = keyof typeof LIVES_MS

/**
 * Issues a token for a link in a mail and returns it; only its hash is stored. Earlier tokens stay valid until one is used. `email`: the
 * address that the token is for, if it is not the account's.
 */
export const issueToken = async (
  db: Db,
  accountId: string,
  kind: TokenKind,
  now: number,
  email: string | null = null,
): Promise<string> => {
  const token = newSecret()
  const expires = now + LIVES_MS[kind]
  await db
    .insertInto('account_token')
    .values({ hash: hashOf(token), account_id: accountId, kind, email, created: now, expires })
    .execute()
  return token
}

/** Consumes a token and all others of its kind; returns its account, or null if it is not valid. */
export const consumeToken = async (db: Db, token: string, kind: TokenKind, now: number): Promise<string | null> => {
  const used = await db
    .deleteFrom('account_token')
    .where('hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .returning(['account_id', 'expires'])
    .executeTakeFirst()
  if (!used || used.expires <= now) return null
  await deleteTokens(db, used.account_id, kind)
  return used.account_id
}

export const deleteTokens = (db: Db, accountId: string, kind: TokenKind) =>
  db.deleteFrom('account_token').where('account_id', '=', accountId).where('kind', '=', kind).execute()

/** Reads the account and the new address of a token that changes an address; null if it is not valid. */
export const readAddressToken = async (
  db: Db,
  token: string,
  now: number,
): Promise<{ account_id: string; email: string } | null> => {
  const found = await db
    .selectFrom('account_token')
    .select(['account_id', 'email'])
    .where('hash', '=', hashOf(token))
    .where('kind', '=', 'change-address')
    .where('expires', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return found && found.email !== null ? { account_id: found.account_id, email: found.email } : null
}

/** Deletes expired tokens. */
export const deleteExpiredTokens = (db: Db, now: number) =>
  db.deleteFrom('account_token').where('expires', '<=', now).execute()
