import { sql } from 'kysely'
import { DELIVERY_STATES } from '../store/alerts/delivery-states.ts'
import { arrayColumn } from '../store/core/array-columns.ts'
import type { Db } from '../store/core/database.ts'
import type { EventBatch } from '../store/core/events.ts'
import type { AdvancedAlert } from './advanced-alert.ts'

/** States in which a message of an incident has reached the receiver, or still will. */
const COUNTS = [DELIVERY_STATES.pending, DELIVERY_STATES.delivered, DELIVERY_STATES.kept]

/**
 * Withdraws unsent repeats of incidents that ended: the receiver gets the first message of the incident and its recovery, but no news of
 * failures that are over. A message in flight stays. Messages of one incident share the time of its first failure, and stand before its end:
 * an incident that a late pass ended may be followed by another one of the same failures.
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
  // An offset of 0 lets each line be found by the index on lines, however little the planner knows of the table.
  const { rows: unsent } = await sql<{ key: number }>`
    select q.key from json_to_recordset(${JSON.stringify(ended)}::json) as ended(w int, t int, s bigint)
    cross join lateral (
      select d.key from delivery d where d.state = ${sql.lit(DELIVERY_STATES.pending)} and d.webhook_key = w and d.target_key = t
        and d.since = s and d.kind = 'alert' and coalesce(d.claimed_until, 0) <= ${now} offset 0) q`.execute(db)
  if (unsent.length === 0) return
  const { rows } = await sql<{
    webhook_key: number
  }>`update delivery set state = ${DELIVERY_STATES.withdrawn}, next_try = null
    where key = any(${arrayColumn(unsent.map(({ key }) => key))}::bigint[])
      and state = ${DELIVERY_STATES.pending} and coalesce(claimed_until, 0) <= ${now}
      and exists (
        select from delivery earlier
        where earlier.webhook_key = delivery.webhook_key and earlier.target_key = delivery.target_key
          and earlier.since = delivery.since and earlier.kind = 'alert' and earlier.key < delivery.key
          and earlier.state = any(${COUNTS}::smallint[]) and earlier.recipient is not distinct from delivery.recipient
          and not exists (
            select from delivery over
            where over.webhook_key = delivery.webhook_key and over.target_key = delivery.target_key and over.since = delivery.since
              and over.kind = 'recovery' and over.recipient is not distinct from delivery.recipient
              and over.key > earlier.key and over.key < delivery.key))
    returning delivery.webhook_key`.execute(db)
  const withdrawn = new Set(rows.map(({ webhook_key }) => webhook_key))
  const webhooks = new Map(advanced.map(({ webhook }) => [webhook.key, webhook]))
  for (const key of withdrawn) {
    const webhook = webhooks.get(key)
    if (webhook) events.tell(webhook.project_key, { type: 'delivery', webhook_id: webhook.id })
  }
}
