import { sql } from 'kysely'
import type { delivery as deliveryShape } from '../../contract/alerts/deliveries.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { isAboutResult } from '../../domain/alerts/alert-message.ts'
import type { AlertPayload } from '../../domain/alerts/alerting.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import { DELIVERY_STATES, storedStatus } from '../store/alerts/delivery-states.ts'
import { targetKindOf } from '../store/alerts/target-kind.ts'
import type { Db } from '../store/core/database.ts'
import { keyOfCursor } from '../store/core/key-cursor.ts'

type Delivery = Shape<typeof deliveryShape>
type Status = Delivery['status']

export type StoredDelivery = {
  key: number
  message_id: string
  created: number
  kind: string
  payload: AlertPayload
  recipient: string | null
  result_id: string | null
  in_a_row: number | null
  since: number | null
  told_as: string | null
  state: number
  tries: number
  last_try: number | null
  next_try: number | null
  claimed_until: number | null
  http_code: number | null
  error: string | null
  monitor_id: string | null
  monitor_name: string | null
  monitor_kind: string | null
}

/** The condition for each status, as `storedStatus` defines it. */
const whereStatus = (status: Status, now: number): ReturnType<typeof sql<boolean>> => {
  const isClaimed = sql`coalesce(d.claimed_until, 0) > ${now}`
  if (status === 'sending') return sql`d.state = ${DELIVERY_STATES.pending} and ${isClaimed}`
  if (status === 'queued') return sql`d.state = ${DELIVERY_STATES.pending} and d.error is null and not ${isClaimed}`
  if (status === 'retrying')
    return sql`d.state = ${DELIVERY_STATES.pending} and d.error is not null and not ${isClaimed}`
  if (status === 'merged') return sql`d.state in (${DELIVERY_STATES.merged}, ${DELIVERY_STATES.held})`
  return sql`d.state = ${DELIVERY_STATES[status]}`
}

const SELECT = sql`
  select d.key, d.message_id, d.created, d.kind, d.payload, d.recipient, d.result_id, d.in_a_row, d.since, d.told_as, d.state, d.tries,
    d.last_try, d.next_try, d.claimed_until, d.http_code, d.error, t.id as monitor_id, t.name as monitor_name, t.kind as monitor_kind
  from delivery d left join object t on t.key = d.target_key`

const PAGE = 50

type Asked = { cursor?: string; limit?: number; status?: Status; monitor_id?: string; now: number }

/** Parses a delivery's key from a URL; null if it is not valid. */
export const deliveryKey = (text: string): number | null => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : null)

/** Reads a page of a webhook's deliveries, newest first. */
export const listDeliveries = async (
  db: Db,
  webhookKey: number,
  { cursor, limit = PAGE, status, monitor_id, now }: Asked,
): Promise<{ rows: StoredDelivery[]; nextCursor: string | null }> => {
  const before = keyOfCursor(cursor, { column: 'bigint' })
  const { rows } = await sql<StoredDelivery>`${SELECT}
    where d.webhook_key = ${webhookKey} ${before === null ? sql`` : sql`and d.key < ${before}`}
      ${status === undefined ? sql`` : sql`and ${whereStatus(status, now)}`} ${monitor_id === undefined ? sql`` : sql`and t.id = ${monitor_id}`}
    order by d.key desc limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  return { rows: shown, nextCursor: rows.length > limit ? String(shown.at(-1)?.key) : null }
}

export const readDelivery = async (db: Db, webhookKey: number, key: number): Promise<StoredDelivery | undefined> => {
  const { rows } = await sql<StoredDelivery>`${SELECT} where d.webhook_key = ${webhookKey} and d.key = ${key}`.execute(
    db,
  )
  return rows[0]
}

/**
 * Makes a delivery due now, whatever its state, and with it those that must go before it. A delivery older than the retry window gets
 * this one attempt.
 */
export const sendAgain = async (db: Db, key: number, now: number): Promise<void> => {
  await db
    .updateTable('delivery')
    .set({ state: DELIVERY_STATES.pending, next_try: now, told: false, merged_into: null, waits_for: null })
    .where('key', '=', key)
    .execute()
  await sql`update delivery set next_try = ${now} from delivery asked
    where asked.key = ${key} and delivery.state = ${DELIVERY_STATES.pending} and delivery.webhook_key = asked.webhook_key
      and delivery.target_key = asked.target_key and delivery.recipient is not distinct from asked.recipient
      and delivery.key < asked.key and delivery.next_try > ${now}`.execute(db)
}

const KEPT_MS = 30 * 86_400_000
const OPTIMISTIC = 10_000

/** Deletes deliveries that ended 30 days ago. Returns whether there may be more. */
export const deleteOldDeliveries = async (db: Db, now: number): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from delivery where key in (
      select key from delivery where created < ${now - KEPT_MS} and state <> ${DELIVERY_STATES.pending} limit ${OPTIMISTIC})`.execute(
    db,
  )
  return numAffectedRows === BigInt(OPTIMISTIC)
}

/** A delivery as the API returns it. */
export const deliveryRow = (stored: StoredDelivery, now: number): Delivery => {
  const { monitor_id, monitor_name, monitor_kind, payload, last_try, next_try } = stored
  const kind = targetKindOf(monitor_kind)
  return {
    key: String(stored.key),
    time: formatTime(stored.created),
    kind: stored.kind === 'recovery' ? 'recovery' : 'alert',
    monitor:
      monitor_id === null || monitor_name === null || kind === null
        ? null
        : { id: monitor_id, name: monitor_name, kind },
    result_id: isAboutResult({ payload }) ? (stored.result_id ?? payload.result_id) : null,
    result_category: categoryOf(payload.result_class),
    recipient: stored.recipient,
    status: storedStatus(stored, now),
    tries: stored.tries,
    last_try: last_try === null ? null : formatTime(last_try),
    next_try: next_try === null ? null : formatTime(next_try),
    http_code: stored.http_code,
    error: stored.error,
  }
}

const categoryOf = (category: AlertPayload['result_class']): Delivery['result_category'] =>
  category === 'SKIPPED' || category === 'QUEUED' ? null : category
