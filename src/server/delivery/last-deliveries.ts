import { sql } from 'kysely'
import type { DeliveryStatus } from '../../domain/core/delivery-status.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import { DELIVERY_STATES, storedStatus } from '../store/alerts/delivery-states.ts'
import type { Db } from '../store/core/database.ts'

export type LastDelivery = {
  time: string
  status: DeliveryStatus
  http_code: number | null
  error: string | null
}

/** Returns the outcome of each webhook's newest attempted delivery, by key. */
export const lastDeliveries = async (
  db: Db,
  webhooks: readonly { key: number }[],
  now: number,
): Promise<Map<number, LastDelivery>> => {
  type Found = {
    webhook_key: number
    last_try: number
    state: number
    http_code: number | null
    error: string | null
    claimed_until: number | null
  }
  const { rows } = await sql<Found>`
    select d.* from unnest(${webhooks.map((webhook) => webhook.key)}::int[]) w(key) cross join lateral (
      select webhook_key, last_try, state, http_code, error, claimed_until from delivery
      where webhook_key = w.key and state <> all(${[DELIVERY_STATES.withdrawn, DELIVERY_STATES.merged, DELIVERY_STATES.held]}::smallint[])
        and (state <> ${DELIVERY_STATES.pending} or error is not null) order by key desc limit 1) d`.execute(db)
  return new Map(
    rows.map((row) => [
      row.webhook_key,
      {
        time: formatTime(row.last_try),
        status: storedStatus(row, now),
        http_code: row.http_code,
        error: row.error,
      },
    ]),
  )
}
