import type { webhookType } from '../../contract/alerts/webhooks.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { parameterOf, type WebhookParameter, type WebhookParameterName } from './webhook-parameter.ts'

export type WebhookTypeId = Exclude<Shape<typeof webhookType>, 'generic'>
export type WebhookType = {
  readonly title: string
  /** One line about the channel's messages. */
  readonly description: string
  readonly group: 'mail' | 'chat' | 'incident' | 'events' | 'web'
  /** Whether the receiver tracks incidents itself. It gets one message per incident, and always its end. */
  readonly isStateful: boolean
  /** Default for messages about every further failure of an incident; null if the channel never sends them. */
  readonly repeats: boolean | null
  readonly parameters: readonly WebhookParameter[]
}

const { url, text, secret, emails, template, choice, headers, monitor, workflow, token } = parameterOf

const address = emails({
  name: 'email_address',
  label: 'Addresses',
  required: true,
  hint: 'One address, or several separated by commas. Each gets its own mail.',
})
const mail = { group: 'mail', isStateful: false, repeats: false } as const
const chat = { group: 'chat', isStateful: false, repeats: true } as const
const incident = { group: 'incident', isStateful: true, repeats: null } as const

const secretUrl = (hint: string): WebhookParameter =>
  url({ name: 'url', label: 'Webhook URL', required: true, isSecret: true, hint })
const apiKey = (hint: string): WebhookParameter => secret({ name: 'api_key', label: 'API key', required: true, hint })

const PRIORITIES = ['P1', 'P2', 'P3', 'P4', 'P5'].map((value) => ({ value, words: value }))
const SEVERITIES = ['critical', 'error', 'warning', 'info'].map((value) => ({ value, words: value }))
const DATADOG_SITES = [
  { value: 'datadoghq.com', words: 'US1' },
  { value: 'us3.datadoghq.com', words: 'US3' },
  { value: 'us5.datadoghq.com', words: 'US5' },
  { value: 'datadoghq.eu', words: 'EU' },
  { value: 'ap1.datadoghq.com', words: 'AP1' },
  { value: 'ddog-gov.com', words: 'US1-FED' },
]

const opsgenie = [
  apiKey('Key of an API integration of your team.'),
  choice({
    name: 'priority',
    label: 'Priority',
    choices: PRIORITIES,
    hint: 'If you choose none, Opsgenie decides.',
  }),
]

/** All channels, in the order they are offered. Form, validation, encryption and delivery are derived from this table. */
export const WEBHOOK_TYPES: Readonly<Record<WebhookTypeId, WebhookType>> = {
  email: {
    ...mail,
    title: 'Email',
    description: 'A formatted email when an incident begins and when it ends.',
    parameters: [address],
  },
  email_text: {
    ...mail,
    title: 'Email, plain text',
    description: 'The same email as plain text, for pagers, tickets and text gateways.',
    parameters: [address],
  },
  email_template: {
    ...mail,
    title: 'Email, custom text',
    description: 'An email whose subject and text are your own templates.',
    parameters: [
      address,
      template({
        name: 'subject_template',
        label: 'Subject',
        required: true,
        initial: '[{{ result_class }}] {{ call_meta.name }}',
        hint: 'One line, such as [{{ result_class }}] {{ call_meta.name }}.',
      }),
      template({
        name: 'text_template',
        label: 'Text',
        required: true,
        initial: [
          '{{ notification }}',
          '',
          'Result: {{ result }}',
          'Code: {{ http_code | default("none") }}',
          'Latency: {{ response_time | round }} ms',
          'Size: {{ response_size }} bytes',
          '',
          '{{ result_url }}',
        ].join('\n'),
        hint: 'Write variables as {{ … }}, and conditions as {% if kind == "recovery" %} … {% else %} … {% endif %}.',
      }),
    ],
  },
  slack: {
    ...chat,
    title: 'Slack',
    description: 'A message in a channel, through an incoming webhook.',
    parameters: [
      secretUrl('From Slack: Apps → Incoming Webhooks. It starts with https://hooks.slack.com/.'),
      text({
        name: 'channel',
        label: 'Channel',
        hint: 'Only for older webhooks that can post to any channel: #alerts.',
      }),
    ],
  },
  msteams: {
    ...chat,
    title: 'Microsoft Teams',
    description: 'A card in a channel or chat, through a workflow.',
    parameters: [secretUrl('From Teams: Workflows → “Post to a channel when a webhook request is received”.')],
  },
  discord: {
    ...chat,
    title: 'Discord',
    description: 'A message in a channel of your server.',
    parameters: [secretUrl('From Discord: channel settings → Integrations → Webhooks.')],
  },
  pager_duty_v2: {
    ...incident,
    title: 'PagerDuty',
    description: 'An incident that opens and resolves automatically (Events API v2).',
    parameters: [
      secret({
        name: 'integration_key',
        label: 'Integration key',
        required: true,
        hint: 'From an “Events API v2” integration of the service.',
      }),
      choice({
        name: 'severity',
        label: 'Severity',
        choices: SEVERITIES,
        hint: 'If you choose none: critical for failures, warning for the rest.',
      }),
    ],
  },
  opsgenie: {
    ...incident,
    title: 'Opsgenie',
    description: 'An alert that opens and closes automatically.',
    parameters: opsgenie,
  },
  opsgenieeu: {
    ...incident,
    title: 'Opsgenie (EU)',
    description: 'The same for accounts in Europe.',
    parameters: opsgenie,
  },
  victorops: {
    ...incident,
    title: 'Splunk On-Call',
    description: 'An incident that opens and recovers automatically (REST endpoint).',
    parameters: [
      apiKey('The second to last part of the REST endpoint’s URL.'),
      text({ name: 'routing_key', label: 'Routing key', hint: 'Decides which team is notified.' }),
    ],
  },
  big_panda: {
    ...incident,
    title: 'BigPanda',
    description: 'An alert that opens and resolves automatically.',
    parameters: [
      secret({ name: 'app_key', label: 'App key', required: true, hint: 'From the integration.' }),
      secret({ name: 'user_key', label: 'Access token', required: true, hint: 'From your organization.' }),
    ],
  },
  statuspage: {
    ...incident,
    title: 'Statuspage',
    description: 'Sets a component to “Major outage” and back to “Operational”.',
    parameters: [
      apiKey('From a user of your page: avatar → API info.'),
      text({ name: 'page_id', label: 'Page ID', required: true, hint: 'From the page’s API info.' }),
      text({ name: 'component_id', label: 'Component ID', required: true, hint: 'From the component’s own page.' }),
    ],
  },
  datadogevent: {
    group: 'events',
    isStateful: false,
    repeats: true,
    title: 'Datadog event',
    description: 'An event in the event stream, grouped by monitor.',
    parameters: [
      apiKey('From Organization settings → API keys.'),
      choice({
        name: 'site',
        label: 'Site',
        choices: DATADOG_SITES,
        initial: 'datadoghq.com',
        hint: 'The region of your Datadog account.',
      }),
    ],
  },
  otel: {
    group: 'events',
    isStateful: false,
    repeats: true,
    title: 'OpenTelemetry',
    description: 'An OTLP log record over HTTP (JSON), for any collector.',
    parameters: [
      url({
        name: 'url',
        label: 'Endpoint',
        required: true,
        hint: 'The collector’s URL. If it has no path, /v1/logs is added.',
      }),
      headers({ name: 'headers', label: 'Headers', isSecret: true, hint: 'One per line: api-key: …' }),
    ],
  },
  webhook: {
    group: 'web',
    isStateful: false,
    repeats: true,
    title: 'Webhook',
    description: 'A signed JSON message to your own URL (Standard Webhooks).',
    parameters: [
      url({ name: 'url', label: 'URL', required: true, hint: 'Receives a POST request with the event as JSON.' }),
      text({ name: 'username', label: 'User name', hint: 'For endpoints with basic authentication.' }),
      secret({ name: 'password', label: 'Password', hint: 'The password of this user.' }),
      secret({
        name: 'secret',
        label: 'Signing secret',
        hint: 'whsec_ and the base64 of 24 to 64 bytes. If empty, one is generated and shown once.',
      }),
    ],
  },
  run_call: {
    group: 'web',
    isStateful: false,
    repeats: true,
    title: 'Run a monitor',
    description: 'Runs another monitor of this project immediately. That run raises no alert itself.',
    parameters: [
      monitor({ name: 'call_id', label: 'Monitor', required: true, hint: 'The monitor to run when an alert fires.' }),
    ],
  },
  run_workflow: {
    group: 'web',
    isStateful: false,
    repeats: true,
    title: 'Run a workflow',
    description: 'Runs a workflow of this project immediately. That run raises no alert itself.',
    parameters: [
      workflow({
        name: 'workflow_id',
        label: 'Workflow',
        required: true,
        hint: 'The workflow to run when an alert fires.',
      }),
    ],
  },
  refresh_token: {
    group: 'web',
    isStateful: false,
    repeats: false,
    title: 'Refresh a token',
    description: 'Obtains one of your tokens anew when a monitor fails, as after a 401.',
    parameters: [
      token({ name: 'token_id', label: 'Token', required: true, hint: 'A token of your own that can be refreshed.' }),
    ],
  },
}

/** Ids of all channels, in the order they are offered. */
export const WEBHOOK_TYPE_IDS = Object.keys(WEBHOOK_TYPES) as readonly WebhookTypeId[]

/** Returns the channel with a name, or null. `generic` is an old name of `webhook`. */
export const webhookTypeOf = (name: string): WebhookTypeId | null => {
  const id = name === 'generic' ? 'webhook' : name
  return WEBHOOK_TYPE_IDS.find((known) => known === id) ?? null
}

/** Whether a channel sends mail, which each recipient can unsubscribe from. */
export const isMailType = (id: WebhookTypeId): boolean => WEBHOOK_TYPES[id].group === 'mail'

/** Splits a comma-separated list of addresses and removes duplicates. */
export const addressesIn = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]

/** Whether every further failure of an incident sends a message: the chosen value, otherwise the channel's default. */
export const repeatsOf = (id: WebhookTypeId, chosen: boolean | null | undefined): boolean =>
  WEBHOOK_TYPES[id].repeats === null ? false : (chosen ?? WEBHOOK_TYPES[id].repeats ?? false)

/** Names of all parameters that are secret in some channel. */
export const SECRET_PARAMETERS: readonly WebhookParameterName[] = [
  ...new Set(
    Object.values(WEBHOOK_TYPES).flatMap(({ parameters }) =>
      parameters.filter(({ isSecret }) => isSecret).map(({ name }) => name),
    ),
  ),
]

const MASKED = /•/

/** The destination of an alert, short enough for a list: an address, a URL, or the name of the service. */
export const destinationOf = (id: WebhookTypeId, parameters: { readonly [name: string]: unknown }): string => {
  const { email_address: to, url: link } = parameters
  if (typeof to === 'string' && to !== '') return to
  if (typeof link === 'string' && link !== '' && !MASKED.test(link)) return link
  return WEBHOOK_TYPES[id].title
}
