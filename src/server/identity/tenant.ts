import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { isSubject } from '../../domain/federation/person-claims.ts'
import { createAccountWithProject } from '../access/account-with-project.ts'
import type { Bearer, Identity } from '../access/bearer.ts'
import type { Auth0, Registration } from '../configuration.ts'
import { Refusal } from '../refusal.ts'
import { createAccount, nameFromEmail } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import { newId } from '../store/core/identifiers.ts'
import { claimOf, readProfile } from './profile.ts'

/** Returns a tenant's issuer as its tokens spell it. */
const issuerOf = ({ domain }: Auth0): string => `${/^https?:/.test(domain) ? domain : `https://${domain}`}/`

const unreachable = new Refusal(
  503,
  'unavailable',
  'The identity tenant cannot be reached at the moment: try again shortly.',
)

const oddSubject = new Refusal(
  401,
  'unauthenticated',
  'The identity tenant identifies you by an id (“sub”) that is empty, longer than 255 characters, or has control characters.',
)

/**
 * Creates or finds the account of the first configured site admin. Its email address is what the person with the setup link enters, and
 * nothing is matched by it. Null if no admin is configured.
 */
export const firstAdmin = (auth0: Auth0, email: string, now: number): ((db: Db) => Promise<string>) | null => {
  const subject = auth0.admins[0]
  if (subject === undefined) return null
  const account = { email, name: nameFromEmail(email), passwordHash: null, isEmailVerified: false, now }
  return (db) => linkAccount(db, { issuer: issuerOf(auth0), subject, now }, () => createAccount(db, account))
}

/** Signs people in with an Auth0 tenant. Accounts are matched by issuer and subject, never by email address, which somebody could claim. */
export const openTenant = (auth0: Auth0, registration: Registration): Identity => {
  const issuer = issuerOf(auth0)
  const theirs = createRemoteJWKSet(new URL('.well-known/jwks.json', issuer))
  return {
    namedAdmins: { issuer, subjects: auth0.admins },

    async read(token, now): Promise<Bearer | Refusal | null> {
      try {
        const { payload } = await jwtVerify(token, theirs, {
          issuer,
          audience: auth0.audience,
          algorithms: ['RS256', 'PS256', 'ES256'],
          currentDate: new Date(now),
          requiredClaims: ['exp', 'sub'],
        })
        const subject = payload.sub
        if (!isSubject(subject)) return oddSubject
        return {
          issuer,
          subject,
          isNamedAdmin: auth0.admins.includes(subject),
          signIn: null,
          ...signInFacts(payload),
        }
      } catch (cause) {
        const isOfToken = cause instanceof errors.JOSEError && !(cause instanceof errors.JWKSTimeout)
        // jose uses its most general error when it cannot fetch the keys.
        return isOfToken && cause.code !== 'ERR_JOSE_GENERIC' ? null : unreachable
      }
    },

    async welcome(db, token, bearer, now) {
      // There are no invitations yet, so registration by invitation is closed.
      if (!bearer.isNamedAdmin && registration !== 'open') return false
      const profile = await readProfile(issuer, token, decodeJwt(token))
      const { email, isEmailVerified } = profile
      const account = {
        email,
        name: profile.name ?? (nameFromEmail(email) || bearer.subject),
        passwordHash: null,
        isEmailVerified,
        now,
      }
      await db.transaction().execute(async (tx) => {
        const make = bearer.isNamedAdmin ? createAccount : createAccountWithProject
        await linkAccount(tx, { issuer, subject: bearer.subject, now }, () => make(tx, account))
      })
      return true
    },
  }
}

/** Returns a subject's account, creating it if missing; of concurrent requests, one creates it. Must run in a transaction. */
const linkAccount = async (
  db: Db,
  who: { issuer: string; subject: string; now: number },
  make: () => Promise<string>,
): Promise<string> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${who.issuer} ${who.subject}`}, 0))`.execute(db)
  const known = await findLinked(db, who)
  if (known) return known
  const made = await make()
  await db
    .insertInto('account_identity')
    .values({ id: newId(), issuer: who.issuer, subject: who.subject, account_id: made, created: who.now })
    .execute()
  return made
}

const findLinked = async (db: Db, who: { issuer: string; subject: string }): Promise<string | undefined> => {
  const found = await db
    .selectFrom('account_identity')
    .select('account_id')
    .where('issuer', '=', who.issuer)
    .where('subject', '=', who.subject)
    .executeTakeFirst()
  return found?.account_id
}

/** When a token's subject signed in, and whether with a second factor. The operator adds such claims to the tenant's access tokens. */
const signInFacts = (claims: JWTPayload): Pick<Bearer, 'signedIn' | 'provedFactor'> => {
  const time = claimOf(claims, 'auth_time')
  const methods = claimOf(claims, 'amr')
  return {
    signedIn: typeof time === 'number' ? time * 1000 : null,
    provedFactor: Array.isArray(methods) && methods.includes('mfa'),
  }
}
