import { deliveryStatus } from '../core/delivery-status.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { oneOf } from '../core/notation.ts'
import { basedOn, optional, resource } from '../core/resource.ts'
import { data, named, tags, time } from '../core/wire.ts'
import { alertPolicy, alertPolicyDraft } from './alert-policy.ts'

/**
 * Standing conditions that an alert can cover beside results: a certificate or token that expires soon, an error budget that burns fast or
 * is used up, and a monitor that became slower or fails more often than before.
 */
export const SIGNALS = ['EXPIRY', 'BURN', 'BUDGET', 'CHANGE'] as const

/** All that an alert can cover. NO_DATA means that a scheduled location sends no results. */
export const ALERT_CATEGORIES = ['PASS', 'SLOW', 'WARNING', 'FAIL', 'NO_DATA', ...SIGNALS] as const
export const alertCategory = shape(oneOf(ALERT_CATEGORIES))

// In two parts, because TypeScript does not follow a union of this length.
const people = oneOf([
  'email',
  'email_text',
  'email_template',
  'slack',
  'msteams',
  'googlechat',
  'mattermost',
  'discord',
  'telegram',
  'matrix',
  'ntfy',
  'gotify',
  'pushover',
  'twilio',
])
const systems = oneOf([
  'pager_duty_v2',
  'pager_duty',
  'opsgenie',
  'opsgenieeu',
  'victorops',
  'big_panda',
  'statuspage',
  'datadogevent',
  'datadog',
  'newrelic',
  'otel',
  'axiom',
  'hydrolix',
  'webhook',
  'run_call',
  'run_workflow',
  'refresh_token',
  'hipchat',
  'flowdock',
])

/** The channels of alerts. `src/domain/alerts/webhook-types.ts` defines the parameters of each. */
export const webhookType = shape([people, '|', systems])

/** Parameters of all channels; each channel uses some. Null clears a parameter. Secrets are write-only and read as a mask. */
const ownParameters = shape({
  'url?': 'string <= 8192 | null',
  'username?': 'string <= 400 | null',
  'password?': 'string <= 4096 | null',
  /** The key that signs deliveries (Standard Webhooks, `whsec_…`). Generated if absent, and shown once. */
  'secret?': 'string <= 400 | null',
  /** One address, or several separated by commas. */
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
  'workflow_id?': 'string <= 128 | null',
  /** The token to refresh. */
  'token_id?': 'string <= 128 | null',
  /** A bot, access, app or API token. */
  'token?': 'string <= 4096 | null',
  /** The token of a Flowdock flow. */
  'flow_token?': 'string <= 400 | null',
  'dataset?': 'string <= 200 | null',
  'transform?': 'string <= 200 | null',
  /** Of OpenTelemetry: `logs`, `metrics` or `both`. */
  'signals?': 'string <= 40 | null',
  /** Of OpenTelemetry: `http/json` or `http/protobuf`. */
  'protocol?': 'string <= 40 | null',
  'compression?': 'string <= 40 | null',
  'chat_id?': 'string <= 200 | null',
  'thread_id?': 'string <= 40 | null',
  'room_id?': 'string <= 255 | null',
  'topic?': 'string <= 200 | null',
  'labels?': 'string <= 400 | null',
  'retry_seconds?': 'string <= 20 | null',
  'expire_seconds?': 'string <= 20 | null',
  'account_id?': 'string <= 200 | null',
  'sender?': 'string <= 100 | null',
  /** Numbers with their country's prefix, such as +4915112345678, separated by commas. */
  'phone_numbers?': 'string <= 4096 | null',
  /** Whether every further failure during an incident sends a message; null means the channel's default. */
  'repeat?': 'boolean | null',
})

export const webhookParameters = shape({
  ...ownParameters,
  /** Matching results in a row before the alert fires; 0 and 1 mean the first one. */
  'fails_in_a_row?': 'number.integer >= 0 | string <= 10',
  /** For NO_DATA: how many schedule periods without a result before the alert fires, 2 to 1000; default 2. */
  'no_data_periods?': 'number.integer >= 0 | string <= 10',
  /** For EXPIRY: days before a certificate or token expires, 1 to 365; default 14. */
  'expiry_days?': 'number.integer >= 0 | string <= 10',
  /** For BUDGET: percent of an error budget that is used, 1 to 1000; default 100. */
  'budget_percent?': 'number.integer >= 0 | string <= 10',
  /** For CHANGE: percent by which a monitor is slower than over the week before, 5 to 10000; default 50. */
  'slower_percent?': 'number.integer >= 0 | string <= 10',
  /** For CHANGE: percentage points by which its pass rate is lower, 1 to 100; default 5. */
  'lower_points?': 'number.integer >= 0 | string <= 10',
})

/** An alert to create. */
export const webhookDraft = shape({
  'name?': nameOf('1 <= string <= 400'),
  'web_hook_type?': [webhookType, '|', "'generic'"],
  /** Null means all monitors of the project. */
  'monitor_id?': 'string <= 128 | null',
  'enabled?': 'boolean',
  'alerts?': [[alertCategory, '[]'], '&', 'unknown[] >= 1'],
  parameters: webhookParameters,
  'policy?': alertPolicyDraft,
  /** Whether it opens an incident where it fires, and ends it with the recovery. Default: false. */
  'opens_incident?': 'boolean',
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
  /** The channel's parameters, `fails_in_a_row` as text, the limits of NO_DATA and the standing conditions that it alerts on, and `repeat` if the channel supports it. */
  parameters: {
    ...ownParameters,
    fails_in_a_row: 'string',
    'no_data_periods?': 'number',
    'expiry_days?': 'number',
    'budget_percent?': 'number',
    'slower_percent?': 'number',
    'lower_points?': 'number',
  },
  policy: alertPolicy,
  opens_incident: 'boolean',
  include_tags: 'string[]',
  exclude_tags: 'string[]',
  /** Monitors that it covers, in words: `all monitors`, or the name of its monitor. */
  scope: 'string',
  snoozed_until: 'string | null',
  /** The newest delivery: its last attempt and the outcome. */
  last_delivery: [{ time, status: deliveryStatus, http_code: 'number | null', error: 'string | null' }, '|', 'null'],
  /** Recipients who unsubscribed from this alert's mail, and when. */
  unsubscribed: [{ address: 'string', time }, '[]'],
  /** Recipients who get no mail yet: not a confirmed member, and the link sent to them was not opened. */
  unconfirmed: 'string[]',
  created: time,
  last_update: time,
})

/** Outcome of a test. */
const trial = shape({
  /** `kept`: no mail server is configured, so the mail is in the outbox and nobody received it. */
  status: "'delivered' | 'kept' | 'failed'",
  http_code: 'number | null',
  /** Milliseconds until the endpoint answered or failed. */
  duration: 'number',
  /** The error, as a sentence; null if the message was delivered. */
  error: 'string | null',
  /** The outcome, as a sentence for the person who ran the test. */
  detail: 'string',
})

/** Alerts: rules that send a message when results match. The API calls them webhooks. */
export const webhooks = resource({
  name: 'webhook',
  // Variables show the alerts that read them.
  neighbours: [{ kind: 'variable', by: ['create', 'update', 'remove'] }],
  plural: 'webhooks',
  row,
  draft: webhookDraft,
  endpoints: {
    list: endpoint('GET /api/3/webhooks/', {
      summary: 'Lists the alerts of the project, or those that can fire for one monitor',
      access: 'see',
      query: shape({ '...': named, 'monitor_id?': 'string <= 128' }),
      lists: 'data',
      answer: data(row),
    }),
    read: endpoint('GET /api/3/webhooks/{id}', {
      summary: 'Returns one alert; secrets are masked',
      access: 'see',
      shows: 'webhook',
      answer: row,
    }),
    create: endpoint('POST /api/3/webhooks/', {
      summary: 'Creates an alert; the answer shows its signing secret once',
      access: 'edit',
      // Its receiver hears of every outage from then on.
      opens: true,
      audit: 'webhook.create',
      status: 201,
      repeatable: true,
      body: webhookDraft,
      shows: 'webhook',
      answer: row,
    }),
    update: endpoint('PUT /api/3/webhooks/{id}', {
      summary: 'Changes an alert; absent fields keep their values',
      access: 'edit',
      audit: 'webhook.update',
      body: shape({ ...optional(webhookDraft), 'parameters?': webhookParameters, ...basedOn }),
      shows: 'webhook',
      answer: row,
    }),
    remove: endpoint('DELETE /api/3/webhooks/{id}', {
      summary: 'Deletes an alert and its open incidents',
      access: 'edit',
      audit: 'webhook.delete',
      status: 204,
      answer: null,
    }),
    snooze: endpoint('POST /api/2/webhooks/snooze/{id}', {
      summary: 'Snoozes an alert for some minutes, at most 7 days, or until a time; 0 minutes ends the snooze',
      access: 'edit',
      audit: 'webhook.snooze',
      body: shape({ 'minutes?': '0 <= number.integer <= 10080', 'until?': time }),
      shows: 'webhook',
      answer: row,
    }),
    test: endpoint('POST /api/3/webhooks/{id}/test', {
      summary: 'Sends a test message now, with the stored alert or with the given changes, and returns the outcome',
      access: 'edit',
      changes: false,
      limit: 'send',
      reaches: true,
      audit: 'webhook.test',
      body: shape({ ...optional(webhookDraft), 'parameters?': webhookParameters }),
      answer: trial,
    }),
    'test-draft': endpoint('POST /api/3/webhooks/test', {
      summary: 'Sends a test message now, with an alert that is not stored yet, and returns the outcome',
      access: 'edit',
      changes: false,
      limit: 'send',
      reaches: true,
      audit: 'webhook.test',
      body: webhookDraft,
      answer: trial,
    }),
  },
})
