import type { EndpointName } from '../../src/contract/contract.ts'
import { PASSWORD } from '../support/accounts.ts'
import type { Api } from '../support/api.ts'
import { addTotp, appWith } from '../support/factors.ts'
import { softPasskey } from '../support/passkey.ts'

type Way = () => Promise<{ by: Api; params?: Record<string, string>; body?: unknown }>
type Cast = { readonly ada: Api; readonly somebody: () => Promise<{ id: string; api: Api }> }

const begin = <Begun>(api: Api, kind: 'totp' | 'passkey'): Promise<Begun> =>
  api.post<Begun>(`/api/2/account/factors/${kind}`, { password: PASSWORD })

/** How second factors are changed, each of a person of its own. */
export const factorWays = (cast: () => Cast): Partial<Record<EndpointName, Way>> => {
  const withApp = async () => {
    const { id, api } = await cast().somebody()
    return { id, api, factor: (await addTotp(api, PASSWORD, Date.now())).factor.id }
  }
  return {
    'factor.confirm-totp': async () => {
      const { api } = await cast().somebody()
      const { id, secret } = await begin<{ id: string; secret: string }>(api, 'totp')
      return { by: api, params: { id }, body: { code: appWith(secret)(Date.now()) } }
    },
    'factor.confirm-passkey': async () => {
      const { api } = await cast().somebody()
      const { id, options } = await begin<{ id: string; options: { challenge: string } }>(api, 'passkey')
      return { by: api, params: { id }, body: softPasskey(api.base).create(options) }
    },
    'factor.rename': async () => {
      const { api, factor } = await withApp()
      return { by: api, params: { id: factor }, body: { name: 'Phone' } }
    },
    'factor.remove': async () => {
      const { api, factor } = await withApp()
      return { by: api, params: { id: factor }, body: { password: PASSWORD } }
    },
    'factor.renew-codes': async () => ({ by: (await withApp()).api, body: { password: PASSWORD } }),
    'factor.reset': async () => ({ by: cast().ada, params: { id: (await withApp()).id } }),
  }
}
