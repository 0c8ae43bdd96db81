import { sql } from 'kysely'
import { DELIVERY_STATES } from '../store/alerts/delivery-states.ts'
import type { WebhookDoc } from '../store/alerts/webhooks.ts'
import type { Db } from '../store/core/database.ts'
import type { QueuedDelivery } from './queued-message.ts'

/** A delivery claimed by this server. */
export type Claimed = QueuedDelivery & {
  key: number
  project_key: number
  webhook_key: number
  target_key: number
  recipient: string | null
  tries: number
  doc: WebhookDoc
}

/** Duration of a claim: longer than an attempt by a request or by a slow mail server may take. */
const CLAIM_MS = { request: 30_000, mail: 120_000 }
/** Maximum deliveries in flight per webhook. */
const AT_ONCE_PER_WEBHOOK = 8
/** Maximum deliveries in flight per project: a server sends 128 at once, and receivers that hang must leave other projects some. */
const AT_ONCE_PER_PROJECT = 96

/**
 * Claims up to `room` due deliveries: per webhook the longest due, and per monitor and recipient only the oldest unsent one, so that a
 * recovery never overtakes its alert. Projects take turns, the one with the fewest in flight first. A claimed delivery is not sent by
 * another server. The query finds webhooks with unsent deliveries by skipping through the index, so that one webhook's long outbox does
 * not slow the others. The constant limit, and comparing the key instead of an anti-join, keep the planner on the index even before a
 * sudden flood has statistics.
 */
export const claimDue = async (db: Db, now: number, room: number): Promise<Claimed[]> => {
  if (room <= 0) return []
  const isFree = sql`(d.claimed_until is null or d.claimed_until <= ${now})`
  const { rows } = await sql<Claimed>`
    with recursive hook (key) as (
      (select webhook_key from delivery where state = 0 order by webhook_key limit 1)
      union all
      select (select d.webhook_key from delivery d where d.state = 0 and d.webhook_key > h.key order by d.webhook_key limit 1)
      from hook h where h.key is not null),
    next as (
      select h.key as webhook_key, n.key, n.next_try, n.project_key from hook h cross join lateral (
        select d.key, d.next_try, d.project_key from delivery d
        where d.webhook_key = h.key and d.state = 0 and d.next_try <= ${now} and ${isFree} and d.key = (
          select e.key from delivery e where e.state = 0 and e.webhook_key = d.webhook_key and e.target_key = d.target_key
            and e.recipient is not distinct from d.recipient order by e.key limit 1)
        order by d.next_try, d.key limit ${sql.lit(AT_ONCE_PER_WEBHOOK)}) n
      where h.key is not null),
    flying as materialized (
      select project_key, webhook_key, count(*) as count from delivery c where c.state = 0 and c.claimed_until > ${now} group by 1, 2),
    fair as (
      select next.key, next.next_try, next.project_key, coalesce(flying.count, 0)
        + row_number() over (partition by next.webhook_key order by next.next_try, next.key) as nth
      from next left join flying on flying.webhook_key = next.webhook_key),
    busy as (select project_key, sum(count) as count from flying group by 1),
    turns as (
      select key, next_try, coalesce(busy.count, 0) + row_number() over (partition by fair.project_key order by next_try, key) as turn
      from fair left join busy on busy.project_key = fair.project_key where nth <= ${AT_ONCE_PER_WEBHOOK}),
    due as materialized (
      select d.key from delivery d
      where d.key = any(array(select key from turns where turn <= ${AT_ONCE_PER_PROJECT} order by turn, next_try limit ${room}))
        and d.state = 0 and ${isFree} for update skip locked)
    update delivery set tries = tries + 1, last_try = ${now}, claimed_until = ${now}::bigint
      + case when recipient is null then ${CLAIM_MS.request}::int else ${CLAIM_MS.mail}::int end
    from due, object w where delivery.key = due.key and w.key = delivery.webhook_key
    returning delivery.key, delivery.project_key, webhook_key, target_key, message_id, delivery.kind, payload, delivery.created,
      recipient, result_id, in_a_row, since, told_as, tries, w.id as webhook_id, w.name as webhook_name, w.doc`.execute(
    db,
  )
  return rows
}

type QueuePosition = Pick<Claimed, 'key' | 'webhook_key' | 'target_key' | 'recipient'>

/** Moves the deliveries that wait behind this one to its next attempt, since they cannot be sent before it. */
export const postponeQueue = async (
  db: Db,
  { key, webhook_key, target_key, recipient }: QueuePosition,
  next: number,
): Promise<void> => {
  await sql`update delivery set next_try = ${next}
    where state = ${DELIVERY_STATES.pending} and webhook_key = ${webhook_key} and target_key = ${target_key}
      and recipient is not distinct from ${recipient} and key > ${key} and claimed_until is null and next_try <> ${next}`.execute(
    db,
  )
}
