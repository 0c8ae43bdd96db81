import type { AlertEffect, StoredAlert } from '../../../machines/alerts/alert.ts'
import type { AlertDecision } from '../../../machines/alerts/alert-decision.ts'
import type { WebhookDoc } from '../store/alerts/webhooks.ts'
import type { Stored } from '../store/core/objects.ts'
import type { AlertTarget } from './targets.ts'

/** One alert whose state has moved, what was decided on the way, and what is to be sent about it. */
export type Moved = {
  webhook: Stored<WebhookDoc>
  target: AlertTarget
  /** Of an alert about no data: from where. 0 of one about results. */
  locationKey: number
  stored: StoredAlert
  effects: AlertEffect[]
  decisions: AlertDecision[]
}
