import { endpoint, shape } from './endpoint.ts'
import { optional, resource } from './resource.ts'
import { data, tags, time } from './wire.ts'

const alert = shape("'PASS' | 'SLOW' | 'WARNING' | 'FAIL'")

const parameters = shape({
  url: '1 <= string <= 8192',
  'username?': 'string <= 400 | null',
  /** Write-only. */
  'password?': 'string <= 4096 | null',
  /** The key that signs deliveries (Standard Webhooks, `whsec_…`). Write-only; generated where absent and shown once. */
  'secret?': 'string <= 400 | null',
  /** How many matching results in a row it takes; 0 and 1 mean at once. */
  'fails_in_a_row?': 'number.integer >= 0 | string <= 10',
})

const draft = shape({
  'name?': '1 <= string <= 400',
  'web_hook_type?': "'webhook' | 'generic'",
  /** Null: all monitors of the project. */
  'monitor_id?': 'string <= 128 | null',
  'enabled?': 'boolean',
  'alerts?': [[alert, '[]'], '&', 'unknown[] >= 1'],
  parameters,
  'include_tags?': tags,
  'exclude_tags?': tags,
})

const row = shape({
  id: 'string',
  name: 'string',
  web_hook_type: "'webhook'",
  monitor_id: 'string | null',
  enabled: 'boolean',
  alerts: [alert, '[]'],
  parameters: {
    url: 'string',
    username: 'string | null',
    password: 'string | null',
    secret: 'string',
    fails_in_a_row: 'string',
  },
  include_tags: 'string[]',
  exclude_tags: 'string[]',
  snoozed_until: 'string | null',
  /** The newest delivery: when it was last tried, and how that went. */
  last_delivery: [
    { time, status: "'delivered' | 'retrying' | 'failed'", http_code: 'number | null', error: 'string | null' },
    '|',
    'null',
  ],
  created: time,
  last_update: time,
})

/** Who is told when results turn out one way or another. */
export const webhooks = resource({
  name: 'webhook',
  plural: 'webhooks',
  row,
  draft,
  endpoints: {
    list: endpoint('GET /api/3/webhooks/', {
      summary: 'The webhooks of the project, or those that one monitor can fire',
      access: 'see',
      query: shape({
        'cursor?': 'string <= 512',
        'limit?': '1 <= number.integer <= 1000',
        'monitor_id?': 'string <= 128',
      }),
      answer: data(row),
    }),
    create: endpoint('POST /api/3/webhooks/', {
      summary: 'Creates a webhook; the answer shows its signing secret, once',
      access: 'edit',
      audit: 'webhook.create',
      status: 201,
      repeatable: true,
      body: draft,
      answer: row,
    }),
    update: endpoint('PUT /api/3/webhooks/{id}', {
      summary: 'Changes a webhook: fields that are absent stay as they are',
      access: 'edit',
      audit: 'webhook.update',
      body: shape({ ...optional(draft), 'parameters?': optional(parameters) }),
      answer: row,
    }),
    remove: endpoint('DELETE /api/3/webhooks/{id}', {
      summary: 'Deletes a webhook and forgets its open alerts',
      access: 'edit',
      audit: 'webhook.delete',
      status: 204,
      answer: null,
    }),
    snooze: endpoint('POST /api/2/webhooks/snooze/{id}', {
      summary: 'Keeps a webhook quiet for some minutes, at most 7 days, or until a time; 0 minutes wakes it',
      access: 'edit',
      audit: 'webhook.snooze',
      body: shape({ 'minutes?': '0 <= number.integer <= 10080', 'until?': time }),
      answer: row,
    }),
  },
})
