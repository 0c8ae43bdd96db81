import type { AlertEffect, StoredAlert } from '../../../machines/alert.ts'
import type { AlertDecision } from '../../../machines/alert-decision.ts'
import type { Stored } from '../store/objects.ts'
import type { WebhookDoc } from '../store/webhooks.ts'
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
