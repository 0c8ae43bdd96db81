import type { EndpointName } from '../../src/contract/contract.ts'
import { issueToken } from '../../src/server/store/accounts/accounts.ts'
import type { Db } from '../../src/server/store/core/database.ts'
import { PASSWORD } from '../support/accounts.ts'
import type { Api } from '../support/api.ts'
import { askedConnectionOf, connectionOf, identityProviderOf, linkedIdentityOf } from '../support/identity-rows.ts'

type Way = () => Promise<{ by: Api; params?: Record<string, string>; body?: unknown }>

type Given = {
  readonly api: Api
  /** A site admin. */
  readonly ada: Api
  readonly db: Db
  readonly somebody: () => Promise<{ readonly id: string; readonly email: string; readonly api: Api }>
}

const toSomebody =
  (given: () => Given): Way =>
  async () => ({ by: given().ada, params: { id: (await given().somebody()).id } })

/** How the endpoints of identity providers, of one's own account and of site admins are called so that they succeed. */
export const identityWays = (given: () => Given): Partial<Record<EndpointName, Way>> => ({
  'account.permit': toSomebody(given),
  'account.block': toSomebody(given),
  'account.unblock': toSomebody(given),
  'account.mail-reset': toSomebody(given),
  'account.mail-verification': async () => {
    const { id } = await given().somebody()
    await given().db.updateTable('account').set({ email_verified: null }).where('id', '=', id).execute()
    return { by: given().ada, params: { id } }
  },
  'identity-provider.create': async () => ({ by: given().ada }),
  'identity-provider.update': async () => {
    const { ada, db } = given()
    return { by: ada, params: { id: await identityProviderOf(db) } }
  },
  'identity-provider.remove': async () => {
    const { ada, db } = given()
    return { by: ada, params: { id: await identityProviderOf(db) } }
  },
  'identity.unlink': async () => {
    const { id, api } = await given().somebody()
    return { by: api, params: { id: await linkedIdentityOf(given().db, id) } }
  },
  'connection.approve': async () => {
    const { api } = await given().somebody()
    return { by: api, body: { ...(await askedConnectionOf(given().db)), project_id: null, writes: true, days: 30 } }
  },
  'connection.remove': async () => {
    const { id, api } = await given().somebody()
    return { by: api, params: { id: await connectionOf(given().db, id) } }
  },
  'account.ask-address': async () => {
    const { id, api } = await given().somebody()
    return { by: api, body: { email: `${id}@example.com`, password: PASSWORD } }
  },
  'account.change-address': async () => {
    const { api, db, somebody } = given()
    const { id } = await somebody()
    const email = `${id}@example.com`
    const token = await issueToken(db, id, 'change-address', Date.now(), email)
    return { by: api.as(''), params: { id }, body: { email, token } }
  },
  'account.remove': async () => {
    const { api, email } = await given().somebody()
    return { by: api, body: { email, password: PASSWORD } }
  },
})
