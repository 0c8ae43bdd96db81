import { destinationOf } from '../../domain/alerts/webhook-types.ts'
import { kind, listed, namedBy } from '../core/kind-row.ts'

/** Alerts, which the API calls webhooks. */
export const alertKinds = {
  webhook: kind({
    noun: ['alert', 'alerts'],
    icon: 'bell',
    parameter: 'webhookId',
    list: listed('webhook.list', {}, ({ data }) =>
      data.map(({ id, name, web_hook_type, parameters }) => ({
        id,
        name,
        note: destinationOf(web_hook_type, parameters),
      })),
    ),
    naming: namedBy(
      'webhook.list',
      () => ({}),
      ({ data }, id) => data.find((each) => each.id === id)?.name ?? null,
    ),
    routes: { list: 'webhooks', one: 'webhook', make: 'new-webhook', edit: 'webhook-edit' },
  }),
}
