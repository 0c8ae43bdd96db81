import { addClient } from '../../src/server/store/connections/clients.ts'
import { addConnection } from '../../src/server/store/connections/connections.ts'
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
    own_callback: true,
  }
  return (await addProvider(db, written, Date.now())).id
}

/** A sign-in at such a provider that is linked to an account; returns its id. */
export const linkedIdentityOf = async (db: Db, accountId: string): Promise<string> => {
  const providerId = await identityProviderOf(db)
  const subject = { issuer: `https://${providerId}.invalid`, subject: accountId }
  return linkSubject(db, accountId, subject, { providerId, email: null, now: Date.now() })
}

/** Where the application below is led back to. */
const APPLICATION = 'http://127.0.0.1/callback'

/** What an application that is registered asks for. */
export const askedConnectionOf = async (db: Db): Promise<Record<string, string>> => {
  const made = { name: 'Helper', redirectUris: [APPLICATION], website: null }
  const client = await addClient(db, made, Date.now())
  return {
    client_id: client?.id ?? '',
    redirect_uri: APPLICATION,
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  }
}

/** An application that a person connected; returns the connection's id. */
export const connectionOf = async (db: Db, accountId: string): Promise<string> => {
  const { client_id: clientId = '' } = await askedConnectionOf(db)
  const now = Date.now()
  const rights = { projectKey: null, writes: false, expires: now + 86_400_000 }
  const signIn = { signedIn: now, ofTenant: false, provedFactor: false, approvedIn: null }
  const id = await addConnection(db, { accountId, clientId, ...rights, ...signIn }, now)
  await db.updateTable('connection').set({ established: now }).where('id', '=', id).execute()
  return id
}
