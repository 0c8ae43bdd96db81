import type { EndpointName } from '../../src/contract/contract.ts'
import type { Api } from '../support/api.ts'

type Way = () => Promise<{
  by: Api
  params?: Record<string, string>
  body?: unknown
  query?: Record<string, string>
}>

/** How the endpoints that write mail subscriptions are called so that they succeed. */
export const mailWays = (world: () => { ada: Api; projectId: string }): Partial<Record<EndpointName, Way>> => {
  const group = async () => ({ by: world().ada, params: { group: 'alerts_digest' } })
  return {
    'expert-subscription.add': async () => ({ by: world().ada, body: {} }),
    'expert-subscription.end': async () => ({ by: world().ada }),
    'subscription.add': group,
    'subscription.end': group,
    'subscription.add-digest': async () => ({
      by: world().ada,
      body: { option: 'weekly', project_id: world().projectId },
    }),
    'subscription.end-digest': async () => ({
      by: world().ada,
      query: { option: 'weekly', project_id: world().projectId },
    }),
    'subscription.trigger': async () => ({ by: world().ada, body: { option: 'daily', project_id: world().projectId } }),
  }
}
