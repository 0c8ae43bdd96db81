import { sql } from 'kysely'
import { DELIVERY_STATES } from '../store/alerts/delivery-states.ts'
import type { Db } from '../store/core/database.ts'
import type { EventBatch } from '../store/core/events.ts'
import type { AdvancedAlert } from './advanced-alert.ts'

/** States in which a message of an incident has reached the receiver, or still will. */
const COUNTS = [DELIVERY_STATES.pending, DELIVERY_STATES.delivered, DELIVERY_STATES.kept]

/**
 * Withdraws unsent repeats of incidents that ended: the receiver gets the first message of the incident and its recovery, but no news of
 * failures that are over. A message in flight stays. Messages of one incident share the time of its first failure.
 */
export const withdrawRepeats = async (
  db: Db,
  advanced: readonly AdvancedAlert[],
  { now, events }: { now: number; events: EventBatch },
): Promise<void> => {
  const ended = advanced.flatMap(({ webhook, target, decisions }) =>
    decisions.flatMap(({ event, before, after, sinceMs }) =>
      event === 'RESULT' && (before === 'open' || before === 'acknowledged') && after === 'quiet' && sinceMs !== null
        ? [{ w: webhook.key, t: target.key, s: sinceMs }]
        : [],
    ),
  )
  if (ended.length === 0) return
  const { rows } = await sql<{
    webhook_key: number
  }>`update delivery set state = ${DELIVERY_STATES.withdrawn}, next_try = null
    from json_to_recordset(${JSON.stringify(ended)}::json) as ended(w int, t int, s bigint)
    where delivery.webhook_key = ended.w and delivery.target_key = ended.t and delivery.since = ended.s
      and delivery.state = ${DELIVERY_STATES.pending} and delivery.kind = 'alert'
      and coalesce(delivery.claimed_until, 0) <= ${now}
      and exists (
        select from delivery earlier
        where earlier.webhook_key = ended.w and earlier.target_key = ended.t and earlier.since = ended.s
          and earlier.kind = 'alert' and earlier.key < delivery.key and earlier.state = any(${COUNTS}::smallint[])
          and earlier.recipient is not distinct from delivery.recipient)
    returning delivery.webhook_key`.execute(db)
  const withdrawn = new Set(rows.map(({ webhook_key }) => webhook_key))
  const webhooks = new Map(advanced.map(({ webhook }) => [webhook.key, webhook]))
  for (const key of withdrawn) {
    const webhook = webhooks.get(key)
    if (webhook) events.tell(webhook.project_key, { type: 'delivery', webhook_id: webhook.id })
  }
}
