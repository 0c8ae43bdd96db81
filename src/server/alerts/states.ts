import { sql } from 'kysely'
import type { StoredAlert } from '../../../machines/alerts/alert.ts'
import { nextTickMs } from '../../../machines/alerts/alert-timer.ts'
import { alertSettings } from '../store/alerts/webhooks.ts'
import { arrayColumn, sharedTexts } from '../store/core/array-columns.ts'
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

/** Stores the new states of alerts. Alerts that moved alike share one text. */
export const storeStates = async (db: Db, moved: readonly AdvancedAlert[], now: number): Promise<void> => {
  if (moved.length === 0) return
  const texts = sharedTexts()
  const places = new Map<StoredAlert, number>()
  const placeOf = (stored: StoredAlert): number => {
    const place = places.get(stored) ?? texts.placeOf(JSON.stringify(stored))
    places.set(stored, place)
    return place
  }
  const column = (of: (one: AdvancedAlert) => number | null) => arrayColumn(moved.map(of))
  await sql`insert into alert_state (webhook_key, target_key, location_key, version, state, last_update, wake_at)
    select w, t, l, v, text.state, ${now}::bigint, n
    from unnest(${column(({ webhook }) => webhook.key)}::int[], ${column(({ target }) => target.key)}::int[],
      ${column(({ locationKey }) => locationKey)}::smallint[], ${column(({ stored }) => stored.version)}::smallint[],
      ${column(({ webhook, stored, decidedMs }) => nextTickMs(stored, alertSettings(webhook.doc), now, decidedMs))}::bigint[],
      ${column(({ stored }) => placeOf(stored))}::int[]) row(w, t, l, v, n, place)
    join jsonb_array_elements(${texts.json()}::jsonb) with ordinality text(state, place) using (place)
    on conflict (webhook_key, target_key, location_key) do update
      set version = excluded.version, state = excluded.state, last_update = excluded.last_update, wake_at = excluded.wake_at`.execute(
    db,
  )
}
