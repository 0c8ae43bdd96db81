import type { AlertSettings } from '../../../../machines/alerts/alert.ts'
import type { ALERT_CATEGORIES } from '../../../contract/alerts/webhooks.ts'
import { headerLines } from '../../../domain/alerts/webhook-rules.ts'
import {
  isMailType,
  repeatsOf,
  WEBHOOK_TYPES,
  type WebhookParameterName,
  type WebhookTypeId,
} from '../../../domain/alerts/webhook-types.ts'
import { objectsOf } from '../core/objects.ts'
import { isSealed, type Sealed, type Sealing } from '../core/sealing.ts'

type Alert = (typeof ALERT_CATEGORIES)[number]

/** A webhook at rest. */
export type WebhookDoc = {
  readonly web_hook_type: WebhookTypeId
  readonly monitor_id: string | null
  readonly enabled: boolean
  readonly alerts: Alert[]
  /** Those of its type: absent or null where none was given, secrets sealed. */
  readonly parameters: { readonly [name in WebhookParameterName]?: string | Sealed | null } & {
    readonly fails_in_a_row: number
    /** Absent: the usual number. */
    readonly no_data_periods?: number
    readonly repeat?: boolean | null
  }
  readonly include_tags: string[]
  readonly exclude_tags: string[]
  /** Milliseconds; null where it is awake. */
  readonly snoozed_until: number | null
}

export const webhooks = objectsOf<WebhookDoc>('webhook')

/** What the alert machine wants to know of a webhook. Mail hears of incidents, whether or not it hears of every failure too. */
export const alertSettings = (doc: WebhookDoc): AlertSettings & { snoozedUntilMs: number | null } => {
  const { web_hook_type: id, parameters } = doc
  const repeats = repeatsOf(id, parameters.repeat)
  return {
    alerts: doc.alerts,
    failsInARow: parameters.fails_in_a_row,
    stateful: isMailType(id) || !repeats,
    repeats,
    snoozedUntilMs: doc.snoozed_until,
  }
}

/** The parameters of a webhook in clear, and which of them must be masked wherever they turn up. */
export const openParameters = (
  { web_hook_type, parameters }: WebhookDoc,
  sealing: Sealing,
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

/** What a receiver could repeat of the headers that it was sent: never their whole text, but each value, or its part after a scheme. */
const secretsOfHeaders = (text: string): string[] =>
  (headerLines(text) ?? []).flatMap(({ value }) => [value, ...(/^\S+ +(\S.*)$/.exec(value)?.slice(1) ?? [])])
