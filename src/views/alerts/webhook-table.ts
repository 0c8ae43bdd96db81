import { SIGNAL_LIMITS, type SignalLimitName } from '../../domain/alerts/signal.ts'
import type { WebhookParameter } from '../../domain/alerts/webhook-parameter.ts'
import { webhookProblems } from '../../domain/alerts/webhook-rules.ts'
import { WEBHOOK_TYPES, type WebhookTypeId } from '../../domain/alerts/webhook-types.ts'
import { MAX_SILENT_PERIODS, SILENT_PERIODS } from '../../domain/silence/silence.ts'
import { type Control, type DrawnField, group } from '../kit/form/field.ts'
import { type FormTable, formTable } from '../kit/form/form-table.ts'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import { POLICY_FIELDS } from './policy-fields.ts'
import { policyNumberProblems } from './policy-form.ts'
import { draftOf, formOf, type WebhookForm } from './webhook-form.ts'
import type { Webhook } from './webhook-list.ts'

type WebhookBody = ReturnType<typeof draftOf>

const PLACEHOLDERS: Partial<Record<WebhookParameter['kind'], string>> = {
  url: 'https://',
  emails: 'ops@example.com',
  phones: '+4915112345678',
}

const INPUT_MODES: Partial<Record<WebhookParameter['kind'], 'url' | 'email'>> = {
  url: 'url',
  emails: 'email',
}

/** Kinds of parameters that are entered in a control of their own. */
const OWN_CONTROLS: readonly WebhookParameter['kind'][] = ['template', 'monitor', 'workflow', 'token']

const controlOf = ({ kind, isSecret, choices, initial }: WebhookParameter): Control => {
  if (isSecret || OWN_CONTROLS.includes(kind)) return { kind: 'own' }
  if (kind === 'choice') {
    const usual = initial === undefined ? [{ value: '', label: 'As usual' }] : []
    return {
      kind: 'choice',
      options: [...usual, ...(choices ?? []).map(({ value, words: label }) => ({ value, label }))],
    }
  }
  const placeholder = PLACEHOLDERS[kind]
  return {
    kind: 'text',
    mono: kind === 'url',
    inputMode: INPUT_MODES[kind] ?? 'text',
    autoComplete: 'off',
    ...(placeholder !== undefined && { placeholder }),
  }
}

const parameterField = (parameter: WebhookParameter): DrawnField => {
  const { label, hint, required } = parameter
  return { label, hint, optional: !required, subject: label, control: controlOf(parameter) }
}

const numeric = (min: number, max: number): Control => ({
  kind: 'text',
  type: 'number',
  inputMode: 'numeric',
  min,
  max,
})

/** The limit of a standing condition. */
const limit = (name: SignalLimitName, label: string, hint: string): DrawnField => ({
  label,
  subject: 'This',
  paths: [`parameters.${name}`],
  hint,
  control: numeric(...SIGNAL_LIMITS[name].range),
})

/** Fields that alerts of all types have. */
const COMMON = {
  name: {
    label: 'Name',
    hint: 'Shown in lists, in the console and in messages.',
    control: { kind: 'text', maxLength: 400 },
  },
  alerts: group({ label: 'Results', subject: 'This' }),
  fails: {
    label: 'How many in a row',
    subject: 'This',
    paths: ['parameters.fails_in_a_row'],
    hint: 'Counted for each monitor, and for each of its locations unless “Noise and escalation” says otherwise. With 1, the first result sends a message.',
    control: numeric(1, 999_999),
  },
  periods: {
    label: 'Periods without data',
    subject: 'This',
    paths: ['parameters.no_data_periods'],
    hint: 'Periods of the schedule without a result. Each location is counted separately.',
    control: numeric(SILENT_PERIODS, MAX_SILENT_PERIODS),
  },
  'limits.expiry_days': limit(
    'expiry_days',
    'Days before it expires',
    'Certificates of servers that monitors call, client certificates, and tokens that nothing renews.',
  ),
  'limits.budget_percent': limit(
    'budget_percent',
    'Percent of the budget used',
    'Of the error budget of each objective, over its period.',
  ),
  'limits.slower_percent': limit(
    'slower_percent',
    'Percent slower',
    'The average of the last 3 h against that of the week before.',
  ),
  'limits.lower_points': limit(
    'lower_points',
    'Points fewer passes',
    'The pass rate of the last 3 h against that of the week before, in percentage points.',
  ),
  ...POLICY_FIELDS,
  repeat: { label: 'Send every further failure', part: 'repeats', control: { kind: 'switch' } },
  opensIncident: {
    label: 'Opens an incident',
    part: 'incidents',
    paths: ['opens_incident'],
    hint: 'For outages that begin from now on. Monitors that fail within ten minutes share one incident. It ends when all have recovered.',
    control: { kind: 'switch' },
  },
  scope: { label: 'For which monitors', part: 'monitors', control: { kind: 'own' } },
  monitorId: { label: 'Monitor', part: 'monitors', paths: ['monitor_id'], control: { kind: 'own' } },
  includeTags: {
    label: 'With any of these tags',
    part: 'monitors',
    paths: ['include_tags'],
    member: 'A tag',
    optional: true,
    hint: 'Empty: monitors with any tags or none.',
    control: { kind: 'own' },
  },
  excludeTags: {
    label: 'Without any of these tags',
    part: 'monitors',
    paths: ['exclude_tags'],
    member: 'A tag',
    optional: true,
    hint: 'Monitors with one of these tags are excluded, even if they have a tag above.',
    control: { kind: 'own' },
  },
  enabled: { label: 'On', part: 'on or off', control: { kind: 'switch' } },
} satisfies Record<string, DrawnField>

const rules = ({ alerts, ...body }: WebhookBody, form: WebhookForm, { type, parameters }: WebhookForm) => [
  ...(form.alerts.length === 0 ? [{ field: 'alerts', message: 'Choose at least one result or condition.' }] : []),
  ...policyNumberProblems(body.policy ?? {}),
  ...webhookProblems(body, { web_hook_type: type, parameters }),
  ...(form.scope === 'one' && form.monitorId === '' ? [{ field: 'monitorId', message: 'Choose the monitor.' }] : []),
]

const tableOf = (type: WebhookTypeId): FormTable<WebhookForm, Webhook, WebhookBody> => {
  const own = WEBHOOK_TYPES[type].parameters.map((parameter) => [
    `parameters.${parameter.name}`,
    parameterField(parameter),
  ])
  return formTable({ fields: { ...Object.fromEntries(own), ...COMMON }, formOf, bodyOf: draftOf, rules })
}

const tables = new Map<WebhookTypeId, FormTable<WebhookForm, Webhook, WebhookBody>>()

/** The form of an alert, by its type: the fields of the type's table, then those of all types. */
export const webhookTable = (type: WebhookTypeId): FormTable<WebhookForm, Webhook, WebhookBody> => {
  const table = tables.get(type) ?? tableOf(type)
  tables.set(type, table)
  return table
}

/** The open form of an alert. */
export type WebhookFormState = RecordFormState<WebhookForm>
