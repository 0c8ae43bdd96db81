import { sql } from 'kysely'
import { formatTime } from '../../domain/core/wire-time.ts'
import type { Db } from '../store/core/database.ts'

export type LastDelivery = {
  time: string
  status: 'delivered' | 'retrying' | 'failed'
  http_code: number | null
  error: string | null
}

/** Stored states of a delivery. */
export const DELIVERY_STATES = { pending: 0, delivered: 1, failed: 2 } as const

/** Returns the outcome of each webhook's newest attempted delivery, by key. */
export const lastDeliveries = async (
  db: Db,
  webhooks: readonly { key: number }[],
): Promise<Map<number, LastDelivery>> => {
  type Found = { webhook_key: number; last_try: number; state: number; http_code: number | null; error: string | null }
  const { rows } = await sql<Found>`
    select d.* from unnest(${webhooks.map((webhook) => webhook.key)}::int[]) w(key) cross join lateral (
      select webhook_key, last_try, state, http_code, error from delivery
      where webhook_key = w.key and (state <> ${DELIVERY_STATES.pending} or error is not null) order by key desc limit 1) d`.execute(
    db,
  )
  return new Map(
    rows.map((row) => [
      row.webhook_key,
      {
        time: formatTime(row.last_try),
        status: (['retrying', 'delivered', 'failed'] as const)[row.state] ?? 'failed',
        http_code: row.http_code,
        error: row.error,
      },
    ]),
  )
}
