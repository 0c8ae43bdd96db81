import { sql } from 'kysely'
import { type AlertEvent, advance, type StoredAlert } from '../../../machines/alert.ts'
import { isCandidate } from '../../domain/alerting.ts'
import { categories, triggers } from '../store/codes.ts'
import type { Db } from '../store/database.ts'
import type { EventSheet } from '../store/events.ts'
import type { Stored } from '../store/objects.ts'
import type { ResultStore } from '../store/result-store.ts'
import { idOfRun } from '../store/runs.ts'
import type { ResultRow } from '../store/tables.ts'
import { alertSettings, type WebhookDoc } from '../store/webhooks.ts'
import { queueDeliveries } from './deliveries.ts'
import type { Moved } from './moved.ts'
import type { AlertTarget } from './targets.ts'
import { hold, releaseReady } from './waiting.ts'

export type Judgement = {
  results: ResultStore
  /** Results that were stored just now. */
  added: readonly ResultRow[]
  targets: ReadonlyMap<number, AlertTarget>
  now: number
  resultUrl: (id: string) => string
  /** What live streams are to be told is written on it. */
  events: EventSheet
}

const MANUAL = triggers.code('manual')

/**
 * Advances the alerts of these results' monitors, in the order of due times, and puts what is to be sent into the outbox. In the
 * transaction that stores the results, under the locks of their targets. Answers how many deliveries were made.
 */
export const judgeAlerts = async (db: Db, judgement: Judgement): Promise<number> => {
  const { added, targets, now } = judgement
  const watched = await webhooksOf(db, [...new Set(added.map((result) => result.project_key))])
  if (watched.length === 0) return 0
  const heard = added.filter(
    (result) => result.trigger !== MANUAL && candidates(watched, targets.get(result.target_key)).length > 0,
  )
  if (heard.length === 0) return 0
  const held = await hold(db, heard, now)
  const ready = held.size === 0 ? heard : heard.filter((result) => !held.has(idOfRun(result)))
  const released = await releaseReady(db, [...new Set(heard.map((result) => result.target_key))], now)
  return judgeReady(db, judgement, watched, [...released, ...ready])
}

/** Judges results that wait for nothing any more. */
export const judgeReady = async (
  db: Db,
  judgement: Omit<Judgement, 'added'>,
  watched: readonly Stored<WebhookDoc>[],
  ready: readonly ResultRow[],
): Promise<number> => {
  const states = await statesOf(db, watched, [...new Set(ready.map((result) => result.target_key))])
  const moved = new Map<string, Moved>()
  for (const result of [...ready].sort((a, b) => a.due - b.due)) {
    const target = judgement.targets.get(result.target_key)
    for (const webhook of candidates(watched, target)) {
      if (!target) continue
      const name = `${webhook.key}:${target.key}`
      const event: AlertEvent = {
        type: 'RESULT',
        category: categories.name(result.category),
        resultId: idOfRun(result),
        dueMs: result.due,
        ignored: false,
      }
      const before = moved.get(name)
      const { stored, effects } = advance(before?.stored ?? states.get(name) ?? null, event, alertSettings(webhook.doc))
      moved.set(name, { webhook, target, stored, effects: [...(before?.effects ?? []), ...effects] })
    }
  }
  for (const [name, { webhook, target, stored }] of moved)
    if (stored.value !== (states.get(name)?.value ?? 'quiet'))
      judgement.events.tell(target.project_key, {
        type: 'alert',
        webhook_id: webhook.id,
        call_id: target.id,
        state: stored.value,
      })
  await keepStates(db, [...moved.values()], judgement.now)
  return queueDeliveries(db, { ...judgement, fresh: ready }, [...moved.values()])
}

const candidates = (watched: readonly Stored<WebhookDoc>[], target: AlertTarget | undefined): Stored<WebhookDoc>[] =>
  target ? watched.filter(({ project_key, doc }) => project_key === target.project_key && isCandidate(doc, target)) : []

export const webhooksOf = async (db: Db, projectKeys: readonly number[]): Promise<Stored<WebhookDoc>[]> => {
  const { rows } = await sql<Stored<WebhookDoc>>`
    select key, id, project_key, name, doc, owner, created, last_update from object
    where kind = 'webhook' and project_key = any(${[...projectKeys]}::int[])`.execute(db)
  return rows
}

const statesOf = async (
  db: Db,
  watched: readonly Stored<WebhookDoc>[],
  targetKeys: readonly number[],
): Promise<Map<string, StoredAlert>> => {
  const { rows } = await sql<{ webhook_key: number; target_key: number; state: StoredAlert }>`
    select webhook_key, target_key, state from alert_state
    where webhook_key = any(${watched.map((webhook) => webhook.key)}::int[]) and target_key = any(${[...targetKeys]}::int[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [`${row.webhook_key}:${row.target_key}`, row.state]))
}

export const keepStates = async (db: Db, moved: readonly Moved[], now: number): Promise<void> => {
  if (moved.length === 0) return
  const rows = moved.map(({ webhook, target, stored }) => ({
    w: webhook.key,
    t: target.key,
    v: stored.version,
    s: stored,
  }))
  await sql`insert into alert_state (webhook_key, target_key, version, state, last_update)
    select w, t, v, s, ${now}::bigint from json_to_recordset(${JSON.stringify(rows)}::json) as row(w int, t int, v smallint, s jsonb)
    on conflict (webhook_key, target_key) do update
      set version = excluded.version, state = excluded.state, last_update = excluded.last_update`.execute(db)
}
