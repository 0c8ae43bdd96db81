import type { EndpointName } from '../../src/contract/contract.ts'
import type { Sample } from './sample.ts'

/** How the endpoints of alerts are called. */
export const alertSamples: Partial<Record<EndpointName, Sample>> = {
  'alert.open': { query: { monitor_id: 'x' } },
  'alert.acknowledge': { body: { note: 'Looking into it' } },
  'dependency.update': { body: { depends_on: [] } },
  'recipient.ask': { body: { address: 'ops@example.com' } },
  'webhook.list': { query: { limit: '10', monitor_id: 'x' } },
  'webhook.test': { body: { name: 'Tried', parameters: { url: 'http://127.0.0.1:9/' } } },
  'webhook.test-draft': { body: { name: 'Tried', alerts: ['FAIL'], parameters: { url: 'http://127.0.0.1:9/' } } },
  'webhook.snooze': { body: { minutes: 10 } },
  'alert.replay': { body: { alerts: ['FAIL'], parameters: { fails_in_a_row: 2 }, include_tags: ['shop'], days: 7 } },
  'alert.decisions': { query: { limit: '10', monitor_id: 'x' } },
}
