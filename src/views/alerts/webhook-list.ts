import type { webhooks } from '../../contract/alerts/webhooks.ts'
import type { Row } from '../../contract/core/resource.ts'
import { hasDeliveryProblem } from '../../domain/core/delivery-status.ts'

export type Webhook = Row<typeof webhooks>

/** State of an alert: `trouble` if its newest delivery did not arrive. */
export type WebhookState = 'on' | 'off' | 'snoozed' | 'trouble'

/** End of a snooze in Unix ms; null where the alert is not snoozed at `now`. */
export const snoozedUntil = ({ snoozed_until: until }: Pick<Webhook, 'snoozed_until'>, now: number): number | null => {
  const end = until === null ? Number.NaN : Date.parse(until)
  return end > now ? end : null
}

/** State of an alert at `now`. A state that a person chose comes first. */
export const stateOf = (webhook: Webhook, now: number): WebhookState => {
  if (!webhook.enabled) return 'off'
  if (snoozedUntil(webhook, now) !== null) return 'snoozed'
  const { last_delivery: last } = webhook
  return last !== null && hasDeliveryProblem(last.status) ? 'trouble' : 'on'
}
