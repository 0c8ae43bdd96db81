import { type Aliases, alias } from '../core/alias.ts'
import { ENVELOPE, type NestedForm } from '../core/nested-form.ts'
import { webhooks } from './webhooks.ts'

/** Alerts as `{ id, meta, webhook }`. */
const form: NestedForm = {
  group: 'webhook',
  top: ['id'],
  meta: ['name', 'include_tags', 'exclude_tags', 'monitor_id', 'created', 'last_update'],
  renamed: { monitor_id: 'call_id', web_hook_type: 'type' },
  derived: {
    ...ENVELOPE,
    /** Alerts have no tags of their own. */
    'meta.tags': { definition: 'string[]', of: () => [] },
    'meta.project_webhook': { definition: 'boolean', of: ({ monitor_id }) => monitor_id === null },
  },
}
const { endpoints } = webhooks

/** Alerts for existing command-line clients. */
export const webhookAliases: Aliases = {
  'webhook.list-nested': alias(endpoints, 'GET /api/2/webhooks/', { alsoOf: 'webhook.list', form }),
  'webhook.create-nested': alias(endpoints, 'POST /api/2/webhooks/', { alsoOf: 'webhook.create', form }),
  'webhook.put-nested': alias(endpoints, 'PUT /api/2/webhooks/', { alsoOf: 'webhook.create', form }),
  'webhook.read-nested': alias(endpoints, 'GET /api/2/webhooks/{id}', { alsoOf: 'webhook.read', form }),
  'webhook.update-nested': alias(endpoints, 'POST /api/2/webhooks/{id}', { alsoOf: 'webhook.update', form }),
  'webhook.remove-nested': alias(endpoints, 'DELETE /api/2/webhooks/{id}', { alsoOf: 'webhook.remove' }),
}
