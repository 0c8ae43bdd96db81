import { sql } from 'kysely'
import { isAtDomain } from '../../../domain/federation/identity-provider-rules.ts'
import { createAccountWithProject } from '../../access/account-with-project.ts'
import type { Claims } from '../../federation/openid.ts'
import { queueMail } from '../../mail/outbox.ts'
import { forbidden, Refusal } from '../../refusal.ts'
import { accountByEmail, accountById, nameFromEmail } from '../../store/accounts/accounts.ts'
import type { Db } from '../../store/core/database.ts'
import { accountOfSubject, holdSubject, linkSubject, recordUse } from '../../store/federation/account-identities.ts'
import type { IdentityProvider } from '../../store/federation/identity-providers.ts'

/** Somebody who may sign in; `isNew`: the account was made for them. */
export type Admitted = {
  readonly id: string
  readonly email: string
  readonly password_hash: string | null
  readonly isNew: boolean
}

const blocked = forbidden('This account is blocked: ask an administrator of this installation.')

/**
 * Finds the account of a person at a provider, or makes one where the provider admits new people. Only issuer and subject find an account:
 * an address never does, because whoever controls a provider can have it say any address. Must run in a transaction.
 */
export const admitSubject = async (
  db: Db,
  provider: IdentityProvider,
  claims: Claims,
  now: number,
): Promise<Admitted | Refusal> => {
  const seen = { providerId: provider.id, email: claims.email, now }
  await holdSubject(db, claims)
  const knownId = await accountOfSubject(db, claims)
  const known = knownId === null ? undefined : await accountById(db, knownId)
  if (known) {
    if (known.blocked !== null) return blocked
    await recordUse(db, claims, seen)
    const { id, email, password_hash } = known
    return { id, email, password_hash, isNew: false }
  }
  const refusal = await refusalOfNewcomer(provider, claims)
  if (refusal) return refusal
  const email = claims.email ?? ''
  // The same lock as a registration, so that an address gets one account.
  await sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 1))`.execute(db)
  if (await accountByEmail(db, email)) return addressTaken(provider, email)
  const id = await createAccountWithProject(db, {
    email,
    name: claims.name ?? nameFromEmail(email),
    passwordHash: null,
    isFederated: true,
    isEmailVerified: claims.isEmailVerified,
    now,
  })
  await linkSubject(db, id, claims, seen)
  await recordUse(db, claims, seen)
  if (!claims.isEmailVerified) await queueMail(db, { kind: 'verify-address', to: email, now })
  return { id, email, password_hash: null, isNew: true }
}

/** Why somebody without an account gets none; null if they do. Invitations are to be asked here: they admit an address whatever the provider says. */
const refusalOfNewcomer = async (
  { name, admits, domains }: IdentityProvider,
  { email, isEmailVerified }: Claims,
): Promise<Refusal | null> => {
  if (!admits)
    return new Refusal(
      403,
      'no_account',
      `No account is linked to your sign-in at ${name}. If you have an account, sign in to it and link ${name} in your profile. If not, ask an administrator of this installation for one.`,
    )
  if (email === null)
    return new Refusal(
      403,
      'no_account',
      `${name} did not send a valid email address, so no account can be made. An administrator can add the scope “email”.`,
    )
  if (domains.length === 0) return null
  if (!isEmailVerified)
    return new Refusal(
      403,
      'no_account',
      `${name} has not verified your email address. Verify it there, and sign in again.`,
    )
  return isAtDomain(email, domains)
    ? null
    : new Refusal(
        403,
        'no_account',
        `${name} admits only addresses at ${domains.join(', ')}. Yours is ${email}: ask an administrator of this installation.`,
      )
}

const addressTaken = ({ name }: IdentityProvider, email: string): Refusal =>
  new Refusal(
    409,
    'conflict',
    `An account with ${email} exists already. Sign in to it as before, then link ${name} in your profile: an address alone never links accounts.`,
  )
