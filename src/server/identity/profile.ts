import type { JWTPayload } from 'jose'
import { emailIn, nameIn } from '../../domain/federation/person-claims.ts'

/** A subject's profile at the tenant. The email address counts only if the tenant has verified it. */
export type Profile = { readonly email: string; readonly isEmailVerified: boolean; readonly name: string | null }

const TIMEOUT_MS = 10_000

/** Reads a claim by its plain name, or by a tenant's custom name that ends in it, such as `https://example.com/email`. */
export const claimOf = (claims: Record<string, unknown>, name: string): unknown =>
  claims[name] ?? Object.entries(claims).find(([key]) => key.startsWith('http') && key.endsWith(`/${name}`))?.[1]

const profileOf = (claims: Record<string, unknown>): Profile | null => {
  const email = emailIn(claimOf(claims, 'email'))
  if (email === null) return null
  return {
    email,
    isEmailVerified: claimOf(claims, 'email_verified') === true,
    name: nameIn(claimOf(claims, 'name')),
  }
}

/** Returns the profile of a token's subject: from the token if it has one, else from the tenant's userinfo endpoint. */
export const readProfile = async (issuer: string, token: string, payload: JWTPayload): Promise<Profile> => {
  const inToken = profileOf(payload)
  if (inToken) return inToken
  const answer = await fetch(new URL('userinfo', issuer), {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  const claims: unknown = answer?.ok ? await answer.json().catch(() => null) : null
  const isThisSubject = typeof claims === 'object' && claims !== null && 'sub' in claims && claims.sub === payload.sub
  // A tenant may not disclose addresses: the account is identified by its subject anyway.
  return (isThisSubject && profileOf({ ...claims })) || { email: '', isEmailVerified: false, name: null }
}
