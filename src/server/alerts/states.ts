import { sql } from 'kysely'
import type { StoredAlert } from '../../../machines/alerts/alert.ts'
import { nextTickMs } from '../../../machines/alerts/alert-timer.ts'
import { alertSettings } from '../store/alerts/webhooks.ts'
import type { Db } from '../store/core/database.ts'
import type { AdvancedAlert } from './advanced-alert.ts'

/** Reads the stored states of these webhooks' alerts about results, by `webhook:target`. */
export const statesOf = async (
  db: Db,
  watched: readonly { key: number }[],
  targetKeys: readonly number[],
): Promise<Map<string, StoredAlert>> => {
  const { rows } = await sql<{ webhook_key: number; target_key: number; state: StoredAlert }>`
    select webhook_key, target_key, state from alert_state
    where webhook_key = any(${watched.map((webhook) => webhook.key)}::int[]) and target_key = any(${[...targetKeys]}::int[])
      and location_key = 0`.execute(db)
  return new Map(rows.map((row) => [`${row.webhook_key}:${row.target_key}`, row.state]))
}

/** Whether an alert is in another state than the stored one. Most results leave it as it is, and rewriting it would cost as much as they do. */
export const isChanged = (before: StoredAlert | undefined, after: StoredAlert): boolean =>
  before?.value !== after.value || before.context !== after.context || before.version !== after.version

/** Stores the new states of alerts. */
export const storeStates = async (db: Db, moved: readonly AdvancedAlert[], now: number): Promise<void> => {
  if (moved.length === 0) return
  const rows = moved.map(({ webhook, target, locationKey, stored }) => ({
    w: webhook.key,
    t: target.key,
    l: locationKey,
    v: stored.version,
    s: stored,
    n: nextTickMs(stored, alertSettings(webhook.doc), now),
  }))
  await sql`insert into alert_state (webhook_key, target_key, location_key, version, state, last_update, wake_at)
    select w, t, l, v, s, ${now}::bigint, n from json_to_recordset(${JSON.stringify(rows)}::json) as row(w int, t int, l smallint, v smallint, s jsonb, n bigint)
    on conflict (webhook_key, target_key, location_key) do update
      set version = excluded.version, state = excluded.state, last_update = excluded.last_update, wake_at = excluded.wake_at`.execute(
    db,
  )
}
