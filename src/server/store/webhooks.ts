import type { AlertSettings } from '../../../machines/alert.ts'
import { isStateful } from '../../domain/alerting.ts'
import { objectsOf } from './objects.ts'
import type { Sealed } from './sealing.ts'

type Alert = 'PASS' | 'SLOW' | 'WARNING' | 'FAIL'

/** A webhook at rest. */
export type WebhookDoc = {
  readonly web_hook_type: 'webhook'
  readonly monitor_id: string | null
  readonly enabled: boolean
  readonly alerts: Alert[]
  readonly parameters: {
    url: string
    username: string | null
    password: Sealed | null
    secret: Sealed
    fails_in_a_row: number
  }
  readonly include_tags: string[]
  readonly exclude_tags: string[]
  /** Milliseconds; null where it is awake. */
  readonly snoozed_until: number | null
}

export const webhooks = objectsOf<WebhookDoc>('webhook')

/** What the alert machine wants to know of a webhook. */
export const alertSettings = (doc: WebhookDoc): AlertSettings & { snoozedUntilMs: number | null } => ({
  alerts: doc.alerts,
  failsInARow: doc.parameters.fails_in_a_row,
  stateful: isStateful(doc.web_hook_type),
  snoozedUntilMs: doc.snoozed_until,
})
