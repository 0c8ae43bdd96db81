import { CHAT_TYPES } from './chat-types.ts'
import { EVENT_TYPES } from './event-types.ts'
import { INCIDENT_TYPES } from './incident-types.ts'
import { PUSH_TYPES } from './push-types.ts'
import { parameterOf, type WebhookParameterName } from './webhook-parameter.ts'
import { chat, secretUrl, type WebhookType, type WebhookTypeId } from './webhook-type.ts'

export type { WebhookType, WebhookTypeId } from './webhook-type.ts'

const { url, text, secret, emails, template, monitor, workflow, token } = parameterOf

const address = emails({
  name: 'email_address',
  label: 'Addresses',
  required: true,
  hint: 'One address, or several separated by commas. Each gets its own mail.',
})
const mail = { group: 'mail', isStateful: false, repeats: false } as const
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
  ...CHAT_TYPES,
  ...PUSH_TYPES,
  ...INCIDENT_TYPES,
  ...EVENT_TYPES,
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
  hipchat: {
    ...chat,
    title: 'HipChat',
    description: 'A message in a room of HipChat, which has ended.',
    ended: 'HipChat ended in 2019.',
    parameters: [secretUrl('The URL of the room.')],
  },
  flowdock: {
    ...chat,
    title: 'Flowdock',
    description: 'A message in a flow of Flowdock, which has ended.',
    ended: 'Flowdock ended in 2022.',
    parameters: [secret({ name: 'flow_token', label: 'Flow token', required: true, hint: 'The token of the flow.' })],
  },
}

/** Ids of all channels, also of those that have ended. */
export const WEBHOOK_TYPE_IDS = Object.keys(WEBHOOK_TYPES) as readonly WebhookTypeId[]

/** Ids of the channels that can be chosen, in the order they are offered. */
export const OFFERED_TYPE_IDS = WEBHOOK_TYPE_IDS.filter((id) => WEBHOOK_TYPES[id].ended === undefined)

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

/** Whether the service of a channel has ended. */
export const hasEnded = (id: WebhookTypeId): boolean => WEBHOOK_TYPES[id].ended !== undefined

/** The parameter that lists the recipients of a channel, each of which gets a delivery of its own; null if there is one receiver. */
const recipientParameterOf = (id: WebhookTypeId): WebhookParameterName | null =>
  WEBHOOK_TYPES[id].parameters.find(({ kind }) => kind === 'emails' || kind === 'phones')?.name ?? null

/** Whether each recipient of a channel gets a delivery of its own. */
export const hasRecipients = (id: WebhookTypeId): boolean => recipientParameterOf(id) !== null

/** Recipients of a channel with several; null for a single receiver. */
export const recipientsIn = (
  id: WebhookTypeId,
  parameters: { readonly [name in WebhookParameterName]?: unknown },
): (string | null)[] => {
  const name = recipientParameterOf(id)
  if (name === null) return [null]
  const list = String(parameters[name] ?? '')
  return addressesIn(name === 'phone_numbers' ? list.replace(/[^+\d,]/g, '') : list)
}

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
  const { email_address, phone_numbers, url: link } = parameters
  for (const to of [email_address, phone_numbers]) if (typeof to === 'string' && to !== '') return to
  if (typeof link === 'string' && link !== '' && !MASKED.test(link)) return link
  return WEBHOOK_TYPES[id].title
}
