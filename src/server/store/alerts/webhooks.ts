import { type RawBuilder, sql } from 'kysely'
import type { AlertSettings } from '../../../../machines/alerts/alert.ts'
import type { ALERT_CATEGORIES } from '../../../contract/alerts/webhooks.ts'
import { type AlertPolicy, PLAIN_POLICY, quietHoursOf } from '../../../domain/alerts/alert-policy.ts'
import type { SignalLimits } from '../../../domain/alerts/signal.ts'
import type { WebhookParameterName } from '../../../domain/alerts/webhook-parameter.ts'
import { headerLines } from '../../../domain/alerts/webhook-rules.ts'
import { isMailType, repeatsOf, WEBHOOK_TYPES, type WebhookTypeId } from '../../../domain/alerts/webhook-types.ts'
import { objectsOf } from '../core/objects.ts'
import { isSealed, type Sealed, type SecretCipher } from '../core/secret-cipher.ts'

type Alert = (typeof ALERT_CATEGORIES)[number]

/** A stored webhook. */
export type WebhookDoc = {
  readonly web_hook_type: WebhookTypeId
  readonly monitor_id: string | null
  readonly enabled: boolean
  readonly alerts: Alert[]
  /** Parameters of its type: absent or null if not set, secrets encrypted. */
  readonly parameters: { readonly [name in WebhookParameterName]?: string | Sealed | null } & {
    readonly fails_in_a_row: number
    /** Absent: the default. */
    readonly no_data_periods?: number
    readonly repeat?: boolean | null
  } & SignalLimits
  /** Absent: the one that changes nothing. */
  readonly policy?: AlertPolicy
  /** Absent: it opens no incidents. */
  readonly opens_incident?: boolean
  readonly include_tags: string[]
  readonly exclude_tags: string[]
  /** Milliseconds; null if not snoozed. */
  readonly snoozed_until: number | null
}

export const webhooks = objectsOf<WebhookDoc>('webhook')

/** `isCandidate` in SQL: on the row of an alert, and that of a monitor, workflow or standing condition, by the names that the statement gives them. */
export const covers = (alert: string, target: string): RawBuilder<boolean> => {
  const [w, t] = [sql.table(alert), sql.table(target)]
  const shares = (field: 'include_tags' | 'exclude_tags') =>
    sql`exists (select from jsonb_array_elements_text(${w}.doc -> ${sql.lit(field)}) tag where ${t}.doc #> '{meta,tags}' ? tag)`
  const coveredId = sql`coalesce(case when ${t}.kind = 'signal' then ${t}.doc ->> 'monitor_id' end, ${t}.id)`
  return sql<boolean>`((${w}.doc ->> 'enabled')::boolean and (${w}.doc ->> 'monitor_id' is null or ${w}.doc ->> 'monitor_id' = ${coveredId})
    and (${w}.doc -> 'include_tags' = '[]' or ${shares('include_tags')}) and not ${shares('exclude_tags')})`
}

/** Selects the alerts of a project that can fire for one of its monitors or workflows, on the columns of `object`. */
export const canFireFor = (monitorId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from object m where m.project_key = object.project_key and m.kind in ('monitor', 'workflow') and m.id = ${monitorId}
      and ${covers('object', 'm')})`

/** Returns a webhook's settings for the alert machine. Mail is sent per incident, whether or not it also repeats for each failure. */
export const alertSettings = (doc: WebhookDoc): AlertSettings & { snoozedUntilMs: number | null } => {
  const { web_hook_type: id, parameters } = doc
  const repeats = repeatsOf(id, parameters.repeat)
  return {
    alerts: doc.alerts,
    failsInARow: parameters.fails_in_a_row,
    stateful: isMailType(id) || !repeats,
    repeats,
    snoozedUntilMs: doc.snoozed_until,
    ...policySettings(doc.policy ?? PLAIN_POLICY),
  }
}

const MINUTE_MS = 60_000

const policySettings = (policy: AlertPolicy): Partial<AlertSettings> => {
  const { failing_minutes, failing_locations: locations, within_minutes, remind_minutes, escalate_minutes } = policy
  const { flapping_incidents: openings, flapping_minutes } = policy
  return {
    failingMs: failing_minutes * MINUTE_MS,
    quorum: locations > 0 ? { locations, withinMs: within_minutes * MINUTE_MS } : null,
    remindMs: remind_minutes * MINUTE_MS,
    escalatesMs: escalate_minutes * MINUTE_MS,
    flapping: openings > 0 ? { openings, withinMs: flapping_minutes * MINUTE_MS } : null,
    quietHours: quietHoursOf(policy),
  }
}

/** Decrypts a webhook's parameters, and returns the secrets that must be masked in any text. */
export const openParameters = (
  { web_hook_type, parameters }: WebhookDoc,
  sealing: SecretCipher,
): { open: Partial<Record<WebhookParameterName, string>>; secrets: string[] } => {
  const open: Partial<Record<WebhookParameterName, string>> = {}
  const secrets: string[] = []
  for (const { name } of WEBHOOK_TYPES[web_hook_type].parameters) {
    const value = parameters[name]
    if (value === undefined || value === null) continue
    open[name] = isSealed(value) ? sealing.open(value) : value
    if (isSealed(value))
      for (const secret of name === 'headers' ? secretsOfHeaders(open[name]) : [open[name]]) secrets.push(secret)
  }
  return { open, secrets }
}

/** Returns the secrets that a receiver could quote from the headers: each value, or the part after its scheme. */
const secretsOfHeaders = (text: string): string[] =>
  (headerLines(text) ?? []).flatMap(({ value }) => [value, ...(/^\S+ +(\S.*)$/.exec(value)?.slice(1) ?? [])])
