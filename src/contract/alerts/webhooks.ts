import { endpoint, shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { optional, resource } from '../core/resource.ts'
import { data, tags, time } from '../core/wire.ts'

/** Categories of results; NO_DATA: a schedule expects results from a location, and none come. */
/** What an alert can be sent for: results of these categories, and the lack of results. */
export const ALERT_CATEGORIES = ['PASS', 'SLOW', 'WARNING', 'FAIL', 'NO_DATA'] as const
export const alertCategory = shape(oneOf(ALERT_CATEGORIES))

const types =
  "'email' | 'email_text' | 'email_template' | 'slack' | 'msteams' | 'discord' | 'pager_duty_v2' | 'opsgenie' | 'opsgenieeu' | 'victorops' | 'big_panda' | 'statuspage' | 'datadogevent' | 'otel' | 'webhook' | 'run_call'"

/** The ways of telling somebody. What each asks for stands in `src/domain/alerts/webhook-types.ts`. */
export const webhookType = shape(types)

/** What the types ask for, each some of it. Null takes a parameter back. Secrets are write-only: read, they are a mask. */
const ownParameters = shape({
  'url?': 'string <= 8192 | null',
  'username?': 'string <= 400 | null',
  'password?': 'string <= 4096 | null',
  /** The key that signs deliveries (Standard Webhooks, `whsec_…`); generated where absent and shown once. */
  'secret?': 'string <= 400 | null',
  /** One address, or several with commas between them. */
  'email_address?': 'string <= 4096 | null',
  'subject_template?': 'string <= 1000 | null',
  'text_template?': 'string <= 20000 | null',
  'channel?': 'string <= 200 | null',
  'integration_key?': 'string <= 400 | null',
  'severity?': 'string <= 40 | null',
  'priority?': 'string <= 40 | null',
  'api_key?': 'string <= 400 | null',
  'routing_key?': 'string <= 400 | null',
  'app_key?': 'string <= 400 | null',
  'user_key?': 'string <= 400 | null',
  'page_id?': 'string <= 200 | null',
  'component_id?': 'string <= 200 | null',
  'site?': 'string <= 200 | null',
  'headers?': 'string <= 8192 | null',
  'call_id?': 'string <= 128 | null',
  /** Whether every further failure of an incident is told; null: as is usual for the type. */
  'repeat?': 'boolean | null',
})

export const webhookParameters = shape({
  ...ownParameters,
  /** How many matching results in a row it takes; 0 and 1 mean at once. */
  'fails_in_a_row?': 'number.integer >= 0 | string <= 10',
  /** Where NO_DATA is alerted on: after how many periods of the schedule without a result, 2 to 1000; default 2. */
  'no_data_periods?': 'number.integer >= 0 | string <= 10',
})

const draft = shape({
  'name?': '1 <= string <= 400',
  'web_hook_type?': `${types} | 'generic'`,
  /** Null: all monitors of the project. */
  'monitor_id?': 'string <= 128 | null',
  'enabled?': 'boolean',
  'alerts?': [[alertCategory, '[]'], '&', 'unknown[] >= 1'],
  parameters: webhookParameters,
  'include_tags?': tags,
  'exclude_tags?': tags,
})

const row = shape({
  id: 'string',
  name: 'string',
  web_hook_type: webhookType,
  monitor_id: 'string | null',
  enabled: 'boolean',
  alerts: [alertCategory, '[]'],
  /** Those of its type, `fails_in_a_row` as text, `no_data_periods` where it alerts on NO_DATA, and `repeat` where the type has a choice. */
  parameters: { ...ownParameters, fails_in_a_row: 'string', 'no_data_periods?': 'number' },
  include_tags: 'string[]',
  exclude_tags: 'string[]',
  snoozed_until: 'string | null',
  /** The newest delivery: when it was last tried, and how that went. */
  last_delivery: [
    { time, status: "'delivered' | 'retrying' | 'failed'", http_code: 'number | null', error: 'string | null' },
    '|',
    'null',
  ],
  /** Addresses of its mail that unsubscribed from it, and since when. */
  unsubscribed: [{ address: 'string', time }, '[]'],
  /** Addresses of its mail that get none yet: they are no confirmed member's, and the link that was sent there was not opened. */
  unconfirmed: 'string[]',
  created: time,
  last_update: time,
})

/** How a test went. */
const trial = shape({
  status: "'delivered' | 'failed'",
  http_code: 'number | null',
  /** Milliseconds until the receiver answered, or failed to. */
  duration: 'number',
  /** What is wrong, as a sentence; null where it arrived. */
  error: 'string | null',
  /** What has become of it, as a sentence for the person who asked. */
  detail: 'string',
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
      lists: 'data',
      answer: data(row),
    }),
    create: endpoint('POST /api/3/webhooks/', {
      summary: 'Creates a webhook; the answer shows the secret with which it signs, once',
      access: 'edit',
      audit: 'webhook.create',
      status: 201,
      repeatable: true,
      body: draft,
      shows: 'webhook',
      answer: row,
    }),
    update: endpoint('PUT /api/3/webhooks/{id}', {
      summary: 'Changes a webhook: fields that are absent stay as they are',
      access: 'edit',
      audit: 'webhook.update',
      body: shape({ ...optional(draft), 'parameters?': webhookParameters }),
      shows: 'webhook',
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
      shows: 'webhook',
      answer: row,
    }),
    test: endpoint('POST /api/3/webhooks/{id}/test', {
      summary: 'Sends a marked test message now, by the webhook as it is or with these changes, and says how that went',
      access: 'edit',
      limit: 'send',
      reaches: true,
      audit: 'webhook.test',
      body: shape({ ...optional(draft), 'parameters?': webhookParameters }),
      answer: trial,
    }),
    'test-draft': endpoint('POST /api/3/webhooks/test', {
      summary: 'Sends a marked test message now, by a webhook that is not stored yet, and says how that went',
      access: 'edit',
      limit: 'send',
      reaches: true,
      audit: 'webhook.test',
      body: draft,
      answer: trial,
    }),
  },
})
