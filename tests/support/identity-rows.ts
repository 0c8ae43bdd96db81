import type { Db } from '../../src/server/store/core/database.ts'
import { newId } from '../../src/server/store/core/identifiers.ts'
import { linkSubject } from '../../src/server/store/federation/account-identities.ts'
import { addProvider } from '../../src/server/store/federation/identity-providers.ts'

/** An OpenID provider that nobody can reach. */
export const identityProviderOf = async (db: Db): Promise<string> => {
  const id = newId().toLowerCase()
  const written = {
    name: `Partner ${id}`,
    issuer: `https://${id}.invalid`,
    client_id: 'sonde',
    client_secret: null,
    scopes: ['openid'],
    button: 'Continue',
    admits: false,
    domains: [],
    enabled: true,
  }
  return (await addProvider(db, written, Date.now())).id
}

/** A sign-in at such a provider that is linked to an account; returns its id. */
export const linkedIdentityOf = async (db: Db, accountId: string): Promise<string> => {
  const providerId = await identityProviderOf(db)
  const subject = { issuer: `https://${providerId}.invalid`, subject: accountId }
  return linkSubject(db, accountId, subject, { providerId, email: null, now: Date.now() })
}
