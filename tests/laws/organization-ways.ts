import type { EndpointName } from '../../src/contract/contract.ts'
import type { Db } from '../../src/server/store/core/database.ts'
import type { Api } from '../support/api.ts'
import { samples } from './samples.ts'

type Way = () => Promise<{ by: Api; params: Record<string, string> }>

/** How the endpoints of organizations are called so that they succeed: by one of its ADMINs. */
export const organizationWays = (world: () => { ada: Api; db: Db }): Partial<Record<EndpointName, Way>> => {
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
    'certificate.create': within,
    'certificate.update': certificate,
    'certificate.remove': certificate,
    'organization-downtime.create': within,
    'organization-downtime.update': downtime,
    'organization-downtime.remove': downtime,
  }
}
