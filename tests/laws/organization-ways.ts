import type { EndpointName } from '../../src/contract/contract.ts'
import type { Db } from '../../src/server/store/core/database.ts'
import { newId } from '../../src/server/store/core/identifiers.ts'
import { addRoles } from '../../src/server/store/organizations/organizations.ts'
import type { Api } from '../support/api.ts'
import type { IntegrationProvider } from '../support/integration-provider.ts'
import type { TransitServer } from '../support/transit-server.ts'
import { samples } from './samples.ts'

type Called = { by: Api; params: Record<string, string>; body?: unknown; query?: Record<string, string> }
type Way = () => Promise<Called>
type World = { ada: Api; db: Db; partner: IntegrationProvider; transit: TransitServer }

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
  /** An organization of its own with a custom role and a second ADMIN, who has the role too. The body sets up its key service. */
  const own: Way = async () => {
    const { ada, db, transit } = world()
    const { id: org } = await ada.post<{ id: string }>('/api/2/organizations/', { name: 'Own' })
    await ada.post(`/api/2/organizations/${org}/roles`, { id: 'TEAM' })
    const id = newId()
    const stamps = { created: 0, last_update: 0 }
    await db
      .insertInto('account')
      .values({ id, email: `${id}@example.com`, name: 'Bob', password_hash: null, site_permission: null, ...stamps })
      .execute()
    await addRoles(db, { orgId: org, accountId: id, roles: ['ADMIN', 'TEAM'], now: 0 })
    const body = { url: transit.url, key: 'sonde', token: transit.token }
    return { by: ada, params: { org, id, role: 'TEAM' }, body }
  }
  const ofOwn: Way = async () => {
    const { by, params } = await own()
    return { by, params }
  }
  const ofProject: Way = async () => {
    const { by, params } = await ofOwn()
    const made = await by.post<{ id: string }>(`/api/2/organizations/${params.org}/projects`, { name: 'Shop' })
    return { by, params: { ...params, id: made.id } }
  }
  const ofKeyService: Way = async () => {
    const { by, params, body } = await own()
    await by.put(`/api/3/organizations/${params.org}/key-service`, body)
    return { by, params }
  }
  return {
    'organization.create': ofOwn,
    'organization.update': ofOwn,
    'organization.remove': ofOwn,
    'organization.remove-member': ofOwn,
    'organization.add-role': async () => {
      const { by, params } = await ofOwn()
      await by.call('DELETE', `/api/2/organizations/${params.org}/accounts/${params.id}/role/TEAM/`)
      return { by, params }
    },
    'organization.take-role': ofOwn,
    'organization.add-own-role': async () => {
      const { by, params } = await ofOwn()
      return { by, params: { role: 'TEAM' }, query: { org: params.org ?? '' } }
    },
    'organization.give-up-role': async () => {
      const { by, params } = await ofOwn()
      return { by, params: { role: 'ADMIN' }, query: { org: params.org ?? '' } }
    },
    'organization.create-role': ofOwn,
    'organization.update-role': ofOwn,
    'organization.remove-role': ofOwn,
    'organization.add-project': ofOwn,
    'organization.remove-project': ofProject,
    'organization.grant-role': ofProject,
    'key-service.update': own,
    'key-service.test': ofKeyService,
    'key-service.remove': ofKeyService,
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
