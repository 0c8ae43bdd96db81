import type { AlertEffect, StoredAlert } from '../../../machines/alerts/alert.ts'
import type { AlertDecision } from '../../../machines/alerts/alert-decision.ts'
import type { WebhookDoc } from '../store/alerts/webhooks.ts'
import type { Stored } from '../store/core/objects.ts'
import type { AlertTarget } from './targets.ts'

/** An alert that advanced, with its decisions and effects. */
export type AdvancedAlert = {
  webhook: Stored<WebhookDoc>
  target: AlertTarget
  /** Location of an alert about no data; 0 for one about results. */
  locationKey: number
  stored: StoredAlert
  effects: AlertEffect[]
  decisions: AlertDecision[]
  /** The moment of the last event in milliseconds since 1970, where that is not now: a result is judged as of when it was due. */
  decidedMs?: number
}
