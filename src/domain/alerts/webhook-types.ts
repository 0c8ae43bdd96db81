import type { webhookParameters, webhookType } from '../../contract/alerts/webhooks.ts'
import type { Shape } from '../../contract/core/endpoint.ts'

export type WebhookTypeId = Exclude<Shape<typeof webhookType>, 'generic'>
type Given = Shape<typeof webhookParameters>
/** The parameters that belong to some types; `fails_in_a_row` and `no_data_periods` belong to all. */
export type WebhookParameterName = Exclude<keyof Given, 'fails_in_a_row' | 'no_data_periods' | 'repeat'>

export type WebhookParameter = {
  readonly name: WebhookParameterName
  readonly label: string
  /**
   * How it is asked for and checked: `emails` is one address or several with commas between them, `template` is text with
   * `{{ … }}`, `headers` is a line for each, `monitor` the id of one.
   */
  readonly kind: 'url' | 'text' | 'secret' | 'emails' | 'template' | 'choice' | 'headers' | 'monitor'
  readonly required: boolean
  /** A sentence that helps whoever fills it in. */
  readonly hint: string
  /** Sealed at rest and shown only as a mask: every `secret`, and addresses that let in whoever knows them. */
  readonly isSecret: boolean
  readonly choices?: readonly { readonly value: string; readonly words: string }[]
  /** What it is where nobody says otherwise. */
  readonly initial?: string
}

export type WebhookType = {
  readonly title: string
  /** One line: what being told this way means. */
  readonly description: string
  readonly group: 'mail' | 'chat' | 'incident' | 'events' | 'web'
  /** The receiver keeps incidents itself: it is told once of each, and always of its end. */
  readonly isStateful: boolean
  /** Whether every further failure of an incident is told, where nobody says otherwise; null where it never is. */
  readonly repeats: boolean | null
  readonly parameters: readonly WebhookParameter[]
}

type Brief = Pick<WebhookParameter, 'name' | 'label' | 'hint'> &
  Partial<Pick<WebhookParameter, 'required' | 'isSecret' | 'choices' | 'initial'>>

const parameter =
  (kind: WebhookParameter['kind']) =>
  (brief: Brief): WebhookParameter => ({ kind, required: false, isSecret: kind === 'secret', ...brief })
const url = parameter('url')
const text = parameter('text')
const secret = parameter('secret')
const emails = parameter('emails')
const template = parameter('template')
const choice = parameter('choice')
const headers = parameter('headers')
const monitor = parameter('monitor')

const address = emails({
  name: 'email_address',
  label: 'Addresses',
  required: true,
  hint: 'One address, or several with commas between them. Each gets a mail of its own.',
})
const mail = { group: 'mail', isStateful: false, repeats: false } as const
const chat = { group: 'chat', isStateful: false, repeats: true } as const
const incident = { group: 'incident', isStateful: true, repeats: null } as const

const secretUrl = (hint: string): WebhookParameter =>
  url({ name: 'url', label: 'Webhook address', required: true, isSecret: true, hint })
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
  apiKey('The key of an API integration of your team.'),
  choice({
    name: 'priority',
    label: 'Priority',
    choices: PRIORITIES,
    hint: 'Where none is chosen, Opsgenie decides.',
  }),
]

/** Every way of telling somebody, in the order in which it is offered. Form, validation, sealing and delivery are read off it. */
export const WEBHOOK_TYPES: Readonly<Record<WebhookTypeId, WebhookType>> = {
  email: {
    ...mail,
    title: 'E-mail',
    description: 'A readable mail when an incident begins, and one when it is over.',
    parameters: [address],
  },
  email_text: {
    ...mail,
    title: 'E-mail, plain text',
    description: 'The same as text alone, for pagers, tickets and text gateways.',
    parameters: [address],
  },
  email_template: {
    ...mail,
    title: 'E-mail, your own words',
    description: 'Subject and text are templates of yours.',
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
        hint: 'Variables stand in {{ … }}; {% if kind == "recovery" %} … {% else %} … {% endif %} chooses.',
      }),
    ],
  },
  slack: {
    ...chat,
    title: 'Slack',
    description: 'A message in a channel, by an incoming webhook.',
    parameters: [
      secretUrl('From Slack: Apps → Incoming Webhooks. It begins with https://hooks.slack.com/.'),
      text({ name: 'channel', label: 'Channel', hint: 'Only for older webhooks, which may post elsewhere: #alerts.' }),
    ],
  },
  msteams: {
    ...chat,
    title: 'Microsoft Teams',
    description: 'A card in a channel or chat, by a workflow.',
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
    description: 'An incident that opens and resolves by itself (Events API v2).',
    parameters: [
      secret({
        name: 'integration_key',
        label: 'Integration key',
        required: true,
        hint: 'Of an “Events API v2” integration of the service.',
      }),
      choice({
        name: 'severity',
        label: 'Severity',
        choices: SEVERITIES,
        hint: 'Where none is chosen: critical for failures, warning for the rest.',
      }),
    ],
  },
  opsgenie: {
    ...incident,
    title: 'Opsgenie',
    description: 'An alert that opens and closes by itself.',
    parameters: opsgenie,
  },
  opsgenieeu: {
    ...incident,
    title: 'Opsgenie (EU)',
    description: 'The same, for accounts in Europe.',
    parameters: opsgenie,
  },
  victorops: {
    ...incident,
    title: 'Splunk On-Call',
    description: 'An incident that opens and recovers by itself (REST endpoint).',
    parameters: [
      apiKey('The last part but one of the REST endpoint’s address.'),
      text({ name: 'routing_key', label: 'Routing key', hint: 'Decides which team is told.' }),
    ],
  },
  big_panda: {
    ...incident,
    title: 'BigPanda',
    description: 'An alert that is resolved by itself.',
    parameters: [
      secret({ name: 'app_key', label: 'App key', required: true, hint: 'Of the integration.' }),
      secret({ name: 'user_key', label: 'Access token', required: true, hint: 'Of your organization.' }),
    ],
  },
  statuspage: {
    ...incident,
    title: 'Statuspage',
    description: 'Sets a component to “Major outage” and back to “Operational”.',
    parameters: [
      apiKey('Of a user of your page: avatar → API info.'),
      text({ name: 'page_id', label: 'Page ID', required: true, hint: 'From API info of the page.' }),
      text({ name: 'component_id', label: 'Component ID', required: true, hint: 'From the component’s own page.' }),
    ],
  },
  datadogevent: {
    group: 'events',
    isStateful: false,
    repeats: true,
    title: 'Datadog event',
    description: 'An event in the stream of events, grouped by monitor.',
    parameters: [
      apiKey('From Organization settings → API keys.'),
      choice({
        name: 'site',
        label: 'Site',
        choices: DATADOG_SITES,
        initial: 'datadoghq.com',
        hint: 'Where your account is.',
      }),
    ],
  },
  otel: {
    group: 'events',
    isStateful: false,
    repeats: true,
    title: 'OpenTelemetry',
    description: 'A log record by OTLP over HTTP (JSON), for any collector.',
    parameters: [
      url({
        name: 'url',
        label: 'Endpoint',
        required: true,
        hint: 'The collector’s address; /v1/logs is added where it has no path.',
      }),
      headers({ name: 'headers', label: 'Headers', isSecret: true, hint: 'One in each line: api-key: …' }),
    ],
  },
  webhook: {
    group: 'web',
    isStateful: false,
    repeats: true,
    title: 'Webhook',
    description: 'A signed JSON message to an address of yours (Standard Webhooks).',
    parameters: [
      url({ name: 'url', label: 'Address', required: true, hint: 'A POST goes there, with what happened as JSON.' }),
      text({ name: 'username', label: 'User name', hint: 'Where the receiver asks for one (basic authentication).' }),
      secret({ name: 'password', label: 'Password', hint: 'That belongs to the user name.' }),
      secret({
        name: 'secret',
        label: 'Signing secret',
        hint: 'whsec_ and the base64 of 24 to 64 bytes; one is made where none is given, and shown once.',
      }),
    ],
  },
  run_call: {
    group: 'web',
    isStateful: false,
    repeats: true,
    title: 'Run a monitor',
    description: 'Starts another monitor of this project at once. That run raises no alert itself.',
    parameters: [
      monitor({ name: 'call_id', label: 'Monitor', required: true, hint: 'The one to run, where this one fails.' }),
    ],
  },
}

/** The types in the order in which they are offered. */
export const WEBHOOK_TYPE_IDS = Object.keys(WEBHOOK_TYPES) as readonly WebhookTypeId[]

/** The type that a name means: `generic` is what `webhook` was called. Null where it means none. */
export const webhookTypeOf = (name: string): WebhookTypeId | null => {
  const id = name === 'generic' ? 'webhook' : name
  return WEBHOOK_TYPE_IDS.find((known) => known === id) ?? null
}

/** Whether a type sends mail, each address of which can unsubscribe. */
export const isMailType = (id: WebhookTypeId): boolean => WEBHOOK_TYPES[id].group === 'mail'

/** The addresses of a list with commas, each once. */
export const addressesIn = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]

/** Whether every further failure of an incident is told: as was chosen, else as is usual for the type. */
export const repeatsOf = (id: WebhookTypeId, chosen: boolean | null | undefined): boolean =>
  WEBHOOK_TYPES[id].repeats === null ? false : (chosen ?? WEBHOOK_TYPES[id].repeats ?? false)

/** The names of parameters that are secrets in some type. */
export const SECRET_PARAMETERS: readonly WebhookParameterName[] = [
  ...new Set(
    Object.values(WEBHOOK_TYPES).flatMap(({ parameters }) =>
      parameters.filter(({ isSecret }) => isSecret).map(({ name }) => name),
    ),
  ),
]

const MASKED = /•/

/** Where a webhook sends, in few words for a list: an address, a host, or the name of the service. */
export const destinationOf = (id: WebhookTypeId, parameters: { readonly [name: string]: unknown }): string => {
  const { email_address: to, url: link } = parameters
  if (typeof to === 'string' && to !== '') return to
  if (typeof link === 'string' && link !== '' && !MASKED.test(link)) return link
  return WEBHOOK_TYPES[id].title
}
