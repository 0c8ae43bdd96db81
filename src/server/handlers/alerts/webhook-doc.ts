import type { webhooks as webhookResource } from '../../../contract/alerts/webhooks.ts'
import type { BodyOf } from '../../../contract/core/endpoint.ts'
import type { Row } from '../../../contract/core/resource.ts'
import { PLAIN_POLICY, policyOf } from '../../../domain/alerts/alert-policy.ts'
import { failsInARow } from '../../../domain/alerts/alerting.ts'
import { scopeWords } from '../../../domain/alerts/scope-words.ts'
import {
  limitOf,
  SIGNAL_LIMIT_NAMES,
  SIGNAL_LIMITS,
  type SignalLimitName,
  type SignalLimits,
} from '../../../domain/alerts/signal.ts'
import { WEBHOOK_DEFAULTS, webhookProblems } from '../../../domain/alerts/webhook-rules.ts'
import { repeatsOf, WEBHOOK_TYPES, type WebhookTypeId, webhookTypeOf } from '../../../domain/alerts/webhook-types.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { MASK } from '../../../domain/secrets/masking.ts'
import { SILENT_PERIODS } from '../../../domain/silence/silence.ts'
import type { LastDelivery } from '../../delivery/last-deliveries.ts'
import { newSigningSecret } from '../../delivery/signing.ts'
import type { ProjectContext } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import type { WebhookDoc } from '../../store/alerts/webhooks.ts'
import type { Stored } from '../../store/core/objects.ts'
import { isSealed, type SecretCipher } from '../../store/core/secret-cipher.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import { workflowExists } from '../../store/workflows/workflows.ts'
import { ownTokenProblems } from '../auth/chosen-auth.ts'

type WebhookRow = Row<typeof webhookResource>
export type WebhookChange = BodyOf<(typeof webhookResource)['endpoints']['webhook.update']>

/** A new webhook before anything is said about it. */
export const newWebhook: WebhookDoc = {
  web_hook_type: 'webhook',
  monitor_id: null,
  enabled: true,
  alerts: [...WEBHOOK_DEFAULTS.alerts],
  parameters: { fails_in_a_row: 0 },
  include_tags: [],
  exclude_tags: [],
  snoozed_until: null,
}

/** Everything that keeps a webhook from being as it is asked for; `before` where there is one already. */
export const problemsOf = async (
  change: WebhookChange,
  before: WebhookDoc | null,
  context: ProjectContext,
): Promise<Refusal | null> => {
  const problems = webhookProblems(change, before ?? undefined)
  if (problems.length === 0) problems.push(...(await monitorProblems(change, context)))
  if (problems.length === 0) return null
  return new Refusal(422, 'invalid', problems.map(({ message }) => message).join(' '), { problems })
}

/** The URLs that an alert with these parameters is sent to, by field path. */
export const urlsOf = (parameters: Partial<Record<string, unknown>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.values(WEBHOOK_TYPES)
      .flatMap((type) => type.parameters)
      .filter(({ kind }) => kind === 'url')
      .flatMap(({ name }) => {
        const url = parameters[name]
        return typeof url === 'string' ? [[`parameters.${name}`, url]] : []
      }),
  )

/** Problems with the objects of the project that a change names. */
export const monitorProblems = async (
  { monitor_id, parameters }: WebhookChange,
  context: ProjectContext,
): Promise<Problem[]> => {
  const { db, project } = context
  const problems: Problem[] = []
  const isMonitor = async (id: string) => (await monitors.read(db, project.key, id)) !== undefined
  const check = async (field: string, id: string | null | undefined, what: string, isKnown: typeof isMonitor) => {
    if (!id || (await isKnown(id))) return
    problems.push({ field, code: 'unknown', message: `${field} must be ${what} of this project.` })
  }
  const isTarget = async (id: string) => (await isMonitor(id)) || (await workflowExists(db, project.key, id))
  await check('monitor_id', monitor_id, 'null, or the id of a monitor or workflow', isTarget)
  await check('parameters.call_id', parameters?.call_id, 'the id of a monitor', isMonitor)
  const isWorkflow = (id: string) => workflowExists(db, project.key, id)
  await check('parameters.workflow_id', parameters?.workflow_id, 'the id of a workflow', isWorkflow)
  return [...problems, ...(await ownTokenProblems('parameters.token_id', parameters?.token_id, context))]
}

/** `old` with the fields of `change`. Parameters that are absent, and secrets that come back as their mask, stay as they are. */
export const changedWebhook = (old: WebhookDoc, change: WebhookChange, sealing: SecretCipher): WebhookDoc => {
  const { name: _, parameters = {}, policy, web_hook_type, ...plain } = change
  const id = webhookTypeOf(web_hook_type ?? old.web_hook_type) ?? old.web_hook_type
  return {
    ...old,
    ...plain,
    web_hook_type: id,
    ...(policy !== undefined && { policy: policyOf(policy, old.policy) }),
    parameters: {
      ...ownParameters(id, parameters, id === old.web_hook_type ? old.parameters : {}, sealing),
      fails_in_a_row:
        parameters.fails_in_a_row === undefined
          ? old.parameters.fails_in_a_row
          : failsInARow(parameters.fails_in_a_row),
      ...periods(parameters.no_data_periods ?? old.parameters.no_data_periods),
      ...limits(parameters, old.parameters),
      ...repetition(id, parameters.repeat === undefined ? old.parameters.repeat : parameters.repeat),
    },
  }
}

const periods = (asked: number | string | undefined) => (asked === undefined ? {} : { no_data_periods: Number(asked) })

/** The limits of standing conditions: those given, else as they were. */
const limits = (given: NonNullable<WebhookChange['parameters']>, kept: SignalLimits): SignalLimits =>
  Object.fromEntries(
    SIGNAL_LIMIT_NAMES.flatMap((name) => {
      const limit = given[name] ?? kept[name]
      return limit === undefined ? [] : [[name, Number(limit)]]
    }),
  )

/** The limits that an alert goes by. */
const limitsShown = ({ alerts, parameters }: WebhookDoc): SignalLimits =>
  Object.fromEntries(
    SIGNAL_LIMIT_NAMES.filter((name) => alerts.includes(SIGNAL_LIMITS[name].of)).map((name) => [
      name,
      limitOf(parameters, name),
    ]),
  )

const repetition = (id: WebhookTypeId, repeat: boolean | null | undefined) =>
  WEBHOOK_TYPES[id].repeats === null || repeat === undefined ? {} : { repeat }

const ownParameters = (
  id: WebhookTypeId,
  given: NonNullable<WebhookChange['parameters']>,
  kept: Partial<WebhookDoc['parameters']>,
  sealing: SecretCipher,
): Omit<WebhookDoc['parameters'], 'fails_in_a_row' | 'no_data_periods' | 'repeat' | SignalLimitName> =>
  Object.fromEntries(
    WEBHOOK_TYPES[id].parameters.map(({ name, isSecret, initial }) => {
      const value = given[name]
      const before = kept[name] ?? null
      if (value === undefined || (isSecret && value === MASK))
        return [name, before ?? (value === undefined && initial ? initial : orGenerated(name, sealing))]
      if (value === null || value.trim() === '')
        return [name, name === 'secret' ? (before ?? orGenerated(name, sealing)) : null]
      return [name, isSecret ? sealing.seal(value) : value.trim()]
    }),
  )

/** A signing secret is made where none is given. */
const orGenerated = (name: string, sealing: SecretCipher) =>
  name === 'secret' ? sealing.seal(newSigningSecret()) : null

/** The signing secret in clear: it is shown in the answer to what made it, and never again. */
export const shownOnce = (row: WebhookRow, doc: WebhookDoc, sealing: SecretCipher): WebhookRow => {
  const { secret } = doc.parameters
  return isSealed(secret) ? { ...row, parameters: { ...row.parameters, secret: sealing.open(secret) } } : row
}

/** A webhook as it is told: secrets as masks. */
export const webhookRow = (
  { id, name, doc, created, last_update }: Stored<WebhookDoc>,
  about: {
    last: LastDelivery | undefined
    unsubscribed: readonly { address: string; time: number }[] | undefined
    unconfirmed: readonly string[]
    nameOf: (id: string) => string
  },
): WebhookRow => ({
  id,
  name,
  web_hook_type: doc.web_hook_type,
  monitor_id: doc.monitor_id,
  enabled: doc.enabled,
  alerts: doc.alerts,
  parameters: {
    ...Object.fromEntries(
      WEBHOOK_TYPES[doc.web_hook_type].parameters.map((parameter) => {
        const value = doc.parameters[parameter.name] ?? null
        return [parameter.name, isSealed(value) ? MASK : value]
      }),
    ),
    ...(WEBHOOK_TYPES[doc.web_hook_type].repeats !== null && {
      repeat: repeatsOf(doc.web_hook_type, doc.parameters.repeat),
    }),
    fails_in_a_row: String(doc.parameters.fails_in_a_row),
    ...limitsShown(doc),
    ...(doc.alerts.includes('NO_DATA') && { no_data_periods: doc.parameters.no_data_periods ?? SILENT_PERIODS }),
  },
  policy: { ...PLAIN_POLICY, ...doc.policy },
  opens_incident: doc.opens_incident === true,
  include_tags: doc.include_tags,
  exclude_tags: doc.exclude_tags,
  scope: scopeWords(doc, about.nameOf),
  snoozed_until: doc.snoozed_until === null ? null : formatTime(doc.snoozed_until),
  last_delivery: about.last ?? null,
  unsubscribed: (about.unsubscribed ?? []).map(({ address, time }) => ({ address, time: formatTime(time) })),
  unconfirmed: [...about.unconfirmed],
  created: formatTime(created),
  last_update: formatTime(last_update),
})
