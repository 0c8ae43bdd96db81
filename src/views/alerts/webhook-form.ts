import type { webhooks } from '../../contract/alerts/webhooks.ts'
import type { Draft } from '../../contract/core/resource.ts'
import { NEW_POLICY } from '../../domain/alerts/alert-policy.ts'
import {
  limitOf,
  SIGNAL_LIMIT_NAMES,
  SIGNAL_LIMITS,
  type SignalLimitName,
  type SignalLimits,
} from '../../domain/alerts/signal.ts'
import type { WebhookParameter, WebhookParameterName } from '../../domain/alerts/webhook-parameter.ts'
import { repeatsOf, WEBHOOK_TYPES, type WebhookTypeId } from '../../domain/alerts/webhook-types.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { SILENT_PERIODS } from '../../domain/silence/silence.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import { type PolicyForm, policyDraftOf, policyFormOf } from './policy-form.ts'
import type { Webhook } from './webhook-list.ts'

type WebhookDraft = Draft<typeof webhooks>
type Alert = Webhook['alerts'][number]

/** Monitors that an alert covers: all, one, or those with certain tags. */
type Scope = 'all' | 'tags' | 'one'

/** An alert as its form holds it: numbers and lists as text. A masked secret stays as it is stored. */
export type WebhookForm = {
  readonly type: WebhookTypeId
  readonly name: string
  readonly enabled: boolean
  readonly alerts: readonly Alert[]
  readonly fails: string
  /** Periods without a result, where no data is alerted on. */
  readonly periods: string
  /** Limits of the standing conditions that are alerted on. */
  readonly limits: Readonly<Record<SignalLimitName, string>>
  readonly repeat: boolean
  readonly opensIncident: boolean
  readonly scope: Scope
  readonly monitorId: string
  readonly includeTags: string
  readonly excludeTags: string
  readonly parameters: Readonly<Partial<Record<WebhookParameterName, string>>>
  readonly policy: PolicyForm
}

const limitsOf = (limits: SignalLimits): WebhookForm['limits'] => ({
  expiry_days: String(limitOf(limits, 'expiry_days')),
  budget_percent: String(limitOf(limits, 'budget_percent')),
  slower_percent: String(limitOf(limits, 'slower_percent')),
  lower_points: String(limitOf(limits, 'lower_points')),
})

/** A new alert of a type, for failures of all monitors or of one. */
export const newForm = (type: WebhookTypeId, monitorId = ''): WebhookForm => ({
  type,
  name: '',
  enabled: true,
  alerts: ['FAIL'],
  fails: '1',
  periods: String(SILENT_PERIODS),
  limits: limitsOf({}),
  repeat: repeatsOf(type, null),
  opensIncident: false,
  scope: monitorId === '' ? 'all' : 'one',
  monitorId,
  includeTags: '',
  excludeTags: '',
  policy: policyFormOf(NEW_POLICY),
  parameters: Object.fromEntries(WEBHOOK_TYPES[type].parameters.map(({ name, initial }) => [name, initial ?? ''])),
})

/** A stored alert as a form. */
export const formOf = (webhook: Webhook): WebhookForm => {
  const { web_hook_type: type, parameters, monitor_id: monitorId, include_tags, exclude_tags } = webhook
  const fails = Number(parameters.fails_in_a_row)
  return {
    type,
    name: webhook.name,
    enabled: webhook.enabled,
    alerts: webhook.alerts,
    fails: String(Math.max(fails, 1)),
    periods: String(parameters.no_data_periods ?? SILENT_PERIODS),
    limits: limitsOf(parameters),
    repeat: repeatsOf(type, parameters.repeat),
    opensIncident: webhook.opens_incident,
    scope: monitorId !== null ? 'one' : include_tags.length + exclude_tags.length > 0 ? 'tags' : 'all',
    monitorId: monitorId ?? '',
    includeTags: listedOf(include_tags),
    excludeTags: listedOf(exclude_tags),
    policy: policyFormOf(webhook.policy),
    parameters: Object.fromEntries(
      WEBHOOK_TYPES[type].parameters.map(({ name }) => [name, String(parameters[name] ?? '')]),
    ),
  }
}

/** A stored alert with another type: the parameters are new, the rest stays. */
export const retypedForm = (webhook: Webhook, type: WebhookTypeId): WebhookForm => {
  const { parameters, repeat } = newForm(type)
  return { ...formOf(webhook), type, repeat, parameters }
}

/** A copy of an alert, without its secrets. */
export const copyOf = (webhook: Webhook, monitorId = ''): WebhookForm => {
  const form = formOf(webhook)
  return {
    ...form,
    name: `${webhook.name} (copy)`.slice(0, 400),
    ...(monitorId !== '' && { scope: 'one', monitorId, includeTags: '', excludeTags: '' }),
    parameters: Object.fromEntries(
      Object.entries(form.parameters).map(([name, value]) => [name, isKept(value) ? '' : value]),
    ),
  }
}

/** Whether a parameter is a secret that stays as it is stored. */
export const isKept = (value: string | undefined): boolean => value?.includes(MASK) ?? false

/** Default name of an alert: its type and destination. */
export const suggestedName = ({ type, parameters }: WebhookForm): string => {
  const { title } = WEBHOOK_TYPES[type]
  const [first = ''] = (parameters.email_address ?? '').split(',')
  if (first.trim() !== '') return `Mail to ${first.trim()}`.slice(0, 400)
  const host = /^https?:\/\/([^/:?#]+)/.exec(type === 'webhook' || type === 'otel' ? (parameters.url ?? '') : '')?.[1]
  return host ? `${title} to ${host}`.slice(0, 400) : title
}

// Headers and templates keep their lines; all else is one line, and space around it is dropped.
const sent = ({ kind }: WebhookParameter, value: string): string | null => {
  const text = kind === 'template' || kind === 'headers' ? value : value.trim()
  return text.trim() === '' ? null : text
}

/** The body that the API is sent; secrets that are kept are left out. */
export const draftOf = (form: WebhookForm): WebhookDraft => {
  const { type, name, enabled, alerts, fails, periods, repeat, scope, monitorId, includeTags, excludeTags } = form
  const { parameters, repeats } = WEBHOOK_TYPES[type]
  const own = parameters
    .filter((parameter) => !isKept(form.parameters[parameter.name]))
    .map((parameter) => [parameter.name, sent(parameter, form.parameters[parameter.name] ?? '')])
  return {
    name: name.trim() === '' ? suggestedName(form) : name.trim(),
    web_hook_type: type,
    enabled,
    alerts: [...alerts],
    monitor_id: scope === 'one' ? monitorId : null,
    include_tags: scope === 'all' ? [] : membersOf(includeTags),
    exclude_tags: scope === 'all' ? [] : membersOf(excludeTags),
    policy: policyDraftOf(form.policy),
    opens_incident: form.opensIncident,
    parameters: {
      ...Object.fromEntries(own),
      ...(repeats !== null && { repeat }),
      fails_in_a_row: fails.trim(),
      ...(alerts.includes('NO_DATA') && { no_data_periods: periods.trim() }),
      ...Object.fromEntries(
        SIGNAL_LIMIT_NAMES.filter((limit) => alerts.includes(SIGNAL_LIMITS[limit].of)).map((limit) => [
          limit,
          form.limits[limit].trim(),
        ]),
      ),
    },
  }
}
