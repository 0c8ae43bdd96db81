import type { EndpointName } from '../../src/contract/contract.ts'
import type { Api } from '../support/api.ts'
import { makeManaged, managedBody } from '../support/managed-kinds.ts'

type Way = () => Promise<{ by: Api; params?: Record<string, string>; body?: unknown }>

/** How the endpoints that write reports are called so that they succeed. */
export const reportWays = (world: () => { api: Api }): Partial<Record<EndpointName, Way>> => {
  const report = async () => {
    const { api: by } = world()
    return { by, params: { id: await makeManaged(by, 'report') } }
  }
  return {
    'report.create': async () => ({ by: world().api, body: await managedBody(world().api, 'report') }),
    'report.update': async () => ({ ...(await report()), body: { meta: { name: 'Renamed' } } }),
    'report.remove': report,
    'report.publish': async () => ({ ...(await report()), body: {} }),
    'report.revoke': async () => {
      const made = await report()
      await made.by.post(`/api/3/reports/${made.params.id}/link`, {})
      return made
    },
  }
}
