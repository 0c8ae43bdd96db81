import type { EndpointName } from '../../src/contract/contract.ts'
import type { Db } from '../../src/server/store/core/database.ts'
import type { Api } from '../support/api.ts'
import { addSubscriber, makeStatusPage } from '../support/subscribers.ts'

type Way = () => Promise<{ by: Api; params?: Record<string, string> }>

/** How the endpoints that write status pages are called so that they succeed. */
export const statusWays = (world: () => { api: Api; db: Db }): Partial<Record<EndpointName, Way>> => ({
  'status-page.replace': async () => ({ by: world().api }),
  'status-page.remove': async () => {
    await makeStatusPage(world().api)
    return { by: world().api }
  },
  'status-page.remove-subscriber': async () => {
    const { api, db } = world()
    return { by: api, params: { subscriberId: await addSubscriber(db, api) } }
  },
})
