import { sql } from 'kysely'
import type { StoredAlert } from '../../../machines/alerts/alert.ts'
import { decide } from '../../../machines/alerts/alert-decision.ts'
import { isCandidate } from '../../domain/alerts/alerting.ts'
import type { ResultUrl } from '../../domain/results/result-url.ts'
import { alertSettings, type WebhookDoc } from '../store/alerts/webhooks.ts'
import { byItself, togetherOrEach } from '../store/core/by-itself.ts'
import type { Database, Db } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import type { Stored } from '../store/core/objects.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { lockTargets } from '../store/core/target-locks.ts'
import type { ResultStore } from '../store/results/result-store.ts'
import type { AdvancedAlert } from './advanced-alert.ts'
import { carryOut } from './carry-out.ts'
import { judgeReady } from './judge.ts'
import { settleHeld } from './merging/settle-held.ts'
import { storeStates } from './states.ts'
import { targetsOf } from './targets.ts'
import { tickAlerts } from './ticks.ts'
import { overdueTargets, PUT_OFF_MS, putOffWaiting, releaseReady } from './waiting.ts'
import { webhooksOf } from './watched.ts'

export type SweepOptions = {
  database: Database
  results: ResultStore
  resultUrl: ResultUrl
  sealing: SecretCipher
  now: number
  /** Notifies all servers of new live events. */
  announce: () => void
  log: (line: string) => void
}

/** A stored alert of a webhook: about results, or about no data from a location. */
type StateRow = { target_key: number; location_key: number; state: StoredAlert }

/** Handles what only depends on time: results that have waited long enough, snoozes that end, what an alert waits for, and messages that wait for others. Returns the number of deliveries. */
export const sweepAlerts = async (options: SweepOptions): Promise<number> => {
  let deliveries = 0
  for (const step of [judgeOverdue, endSnoozes, tickAlerts, settleHeld])
    deliveries += (await byItself({ about: `alerts: ${step.name}`, log: options.log }, () => step(options))) ?? 0
  return deliveries
}

const judgeOverdue = async (options: SweepOptions): Promise<number> => {
  const { database, now, log } = options
  const keys = await overdueTargets(database.db, now)
  const about = (key: number) => `alerts: results of object ${key} that waited`
  const { done, failed } = await togetherOrEach(keys, { about, log }, (some) => judgeWaiting(options, some))
  await putOffWaiting(database.db, failed, now + PUT_OFF_MS)
  return done.reduce((sum, deliveries) => sum + deliveries, 0)
}

const judgeWaiting = async (options: SweepOptions, keys: readonly number[]): Promise<number> => {
  const { database, now } = options
  const events = eventBatch()
  const queued = await database.db.transaction().execute(async (db) => {
    await lockTargets(db, keys)
    const targets = await targetsOf(db, keys)
    const ready = await releaseReady(db, keys, now)
    const watched = await webhooksOf(db, [...new Set(ready.map((result) => result.project_key))])
    const deliveries = await judgeReady(db, { ...options, targets, events }, watched, ready)
    return { deliveries, isTold: await events.write(db, now) }
  })
  if (queued.isTold) options.announce()
  return queued.deliveries
}

/** Ends the snoozes that are over: incidents that opened meanwhile and are still open are sent now. */
const endSnoozes = async (options: SweepOptions): Promise<number> => {
  const { database, now } = options
  const { rows: due } = await sql<{ key: number }>`
    select key from object where kind = 'webhook' and (doc ->> 'snoozed_until')::bigint <= ${now}`.execute(database.db)
  let deliveries = 0
  for (const { key } of due) {
    const about = `alerts: the snooze of object ${key}`
    deliveries += (await byItself({ about, log: options.log }, () => endSnooze(options, key))) ?? 0
    options.announce()
  }
  return deliveries
}

/** Ends one webhook's snooze in its own transaction, so that a failure does not affect the others. */
const endSnooze = async (options: SweepOptions, webhookKey: number): Promise<number> =>
  options.database.db.transaction().execute((db) => wake(db, options, webhookKey))

export const wake = async (
  db: Db,
  options: Omit<SweepOptions, 'database' | 'announce' | 'log'>,
  webhookKey: number,
): Promise<number> => {
  const { now } = options
  const { rows } = await sql<{ target_key: number }>`
    select target_key from alert_state where webhook_key = ${webhookKey}`.execute(db)
  const keys = rows.map((row) => row.target_key)
  await lockTargets(db, keys)
  const { rows: woken } = await sql<Stored<WebhookDoc>>`
    update object set doc = jsonb_set(doc, '{snoozed_until}', 'null') where key = ${webhookKey}
    returning key, id, project_key, name, doc, owner, created, last_update`.execute(db)
  const webhook = woken[0]
  if (!webhook) return 0
  // Read again: the locks were not yet ours when the targets were looked up.
  const { rows: states } = await sql<StateRow>`
    select target_key, location_key, state from alert_state where webhook_key = ${webhookKey}`.execute(db)
  const targets = await targetsOf(db, keys)
  const moved = states.flatMap(({ target_key, location_key: locationKey, state }): AdvancedAlert[] => {
    const target = targets.get(target_key)
    if (!target) return []
    // One that does not cover the monitor any more wakes without a word.
    if (!isCandidate(webhook.doc, { id: target.covered_id, tags: target.tags })) {
      const stored = { ...state, context: { ...state.context, snoozedUntilMs: null } }
      return [{ webhook, target, locationKey, stored, effects: [], decisions: [] }]
    }
    return [
      { webhook, target, locationKey, ...decide(state, { type: 'UNSNOOZE', dueMs: now }, alertSettings(webhook.doc)) },
    ]
  })
  await storeStates(db, moved, now)
  const events = eventBatch()
  const queued = await carryOut(db, moved, { ...options, events })
  await events.write(db, now)
  return queued
}

/** Snoozes every alert of a webhook. Alerts that start meanwhile are created while snoozed. */
export const snooze = async (db: Db, webhook: Stored<WebhookDoc>, untilMs: number, now: number): Promise<void> => {
  const { rows: keys } = await sql<{ target_key: number }>`
    select target_key from alert_state where webhook_key = ${webhook.key}`.execute(db)
  await lockTargets(
    db,
    keys.map((row) => row.target_key),
  )
  const { rows } = await sql<StateRow>`
    select target_key, location_key, state from alert_state where webhook_key = ${webhook.key}`.execute(db)
  const targets = await targetsOf(
    db,
    rows.map((row) => row.target_key),
  )
  const moved = rows.flatMap(({ target_key, location_key: locationKey, state }): AdvancedAlert[] => {
    const target = targets.get(target_key)
    return target
      ? [{ webhook, target, locationKey, ...decide(state, { type: 'SNOOZE', untilMs }, alertSettings(webhook.doc)) }]
      : []
  })
  await storeStates(db, moved, now)
}
