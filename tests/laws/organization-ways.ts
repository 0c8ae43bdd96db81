import type { EndpointName } from '../../src/contract/contract.ts'
import type { Db } from '../../src/server/store/core/database.ts'
import type { Api } from '../support/api.ts'
import type { IntegrationProvider } from '../support/integration-provider.ts'
import { samples } from './samples.ts'

type Called = { by: Api; params: Record<string, string>; body?: unknown; query?: Record<string, string> }
type Way = () => Promise<Called>
type World = { ada: Api; db: Db; partner: IntegrationProvider }

/** How the endpoints of organizations are called so that they succeed: by one of its ADMINs. */
export const organizationWays = (world: () => World): Partial<Record<EndpointName, Way>> => {
  const organization = async () =>
    (await world().db.selectFrom('organization').select('id').executeTakeFirstOrThrow()).id
  const within = async () => ({ by: world().ada, params: { org: await organization() } })
  const changing =
    (path: string, create: EndpointName): Way =>
    async () => {
      const { by, params } = await within()
      const made = await by.post<{ id: string }>(`/api/3/organizations/${params.org}/${path}`, samples[create]?.body)
      return { by, params: { ...params, id: made.id } }
    }
  const certificate = changing('certificates/', 'certificate.create')
  const service = changing('service-accounts/', 'service-account.create')
  const downtime = changing('downtimes', 'organization-downtime.create')
  const integration: Way = async () => {
    const { by, params } = await within()
    return { by, params: { ...params, id: (await world().partner.connect(by, params.org)).id } }
  }
  return {
    'service-account.create': within,
    'service-account.update': service,
    'service-account.rotate': service,
    'service-account.remove': service,
    'service-account.revoke-key': async () => {
      const { by, params } = await service()
      const { data } = await by.get<{ data: { id: string; keys: { id: string }[] }[] }>(
        `/api/3/organizations/${params.org}/service-accounts/`,
      )
      const keyId = data.find(({ id }) => id === params.id)?.keys[0]?.id ?? ''
      return { by, params: { ...params, keyId } }
    },
    'integration.begin': async () => ({ ...(await within()), body: { provider: 'partner' } }),
    'integration.authenticate': async () => {
      const { by, params } = await within()
      const { query } = await world().partner.authorize(by, params.org)
      return { by, params: { provider: 'partner' }, query }
    },
    'integration.update': integration,
    'integration.test': integration,
    'integration.remove': integration,
    'certificate.create': within,
    'certificate.update': certificate,
    'certificate.remove': certificate,
    'organization-downtime.create': within,
    'organization-downtime.update': downtime,
    'organization-downtime.remove': downtime,
  }
}
