import { sql } from 'kysely'
import type { StoredAlert } from '../../../machines/alerts/alert.ts'
import { decide } from '../../../machines/alerts/alert-decision.ts'
import { isCandidate } from '../../domain/alerts/alerting.ts'
import { reminderId } from '../../domain/silence/silence-id.ts'
import { failingUpstreams } from '../store/alerts/dependencies.ts'
import { alertSettings } from '../store/alerts/webhooks.ts'
import { togetherOrEach } from '../store/core/by-itself.ts'
import type { Db } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import { lockTargets } from '../store/core/target-locks.ts'
import type { AdvancedAlert } from './advanced-alert.ts'
import { carryOut } from './carry-out.ts'
import { storeStates } from './states.ts'
import type { SweepOptions } from './sweep.ts'
import { targetsOf } from './targets.ts'
import { PUT_OFF_MS } from './waiting.ts'
import { webhooksOf } from './watched.ts'

const ALERTS_AT_ONCE = 500

type StateRow = { webhook_key: number; target_key: number; location_key: number; state: StoredAlert }

/** Advances the alerts that wait for a moment that has come: reminders, escalations, ends of quiet hours. Returns the number of deliveries. */
export const tickAlerts = async (options: SweepOptions): Promise<number> => {
  const { database, now, log } = options
  const about = (key: number) => `alerts: what object ${key} waits for`
  let deliveries = 0
  for (;;) {
    const { rows: due } = await sql<{ target_key: number }>`
      select distinct target_key from (
        select target_key from alert_state where wake_at <= ${now} order by wake_at limit ${ALERTS_AT_ONCE}) due`.execute(
      database.db,
    )
    if (due.length === 0) return deliveries
    const { done, failed } = await togetherOrEach(
      due.map(({ target_key }) => target_key),
      { about, log },
      (keys) => tickTargets(options, keys),
    )
    deliveries += done.reduce((sum, queued) => sum + queued, 0)
    if (failed.length > 0)
      await sql`update alert_state set wake_at = ${now + PUT_OFF_MS}
        where target_key = any(${failed}::int[]) and wake_at <= ${now}`.execute(database.db)
  }
}

const tickTargets = async (options: SweepOptions, keys: readonly number[]): Promise<number> => {
  const { database, now } = options
  const events = eventBatch()
  const done = await database.db.transaction().execute(async (db) => {
    await lockTargets(db, keys)
    const moved = await dueAlerts(db, keys, now)
    await storeStates(db, moved, now)
    const queued = await carryOut(db, moved, { ...options, events })
    return { queued, isTold: await events.write(db, now) }
  })
  if (done.isTold) options.announce()
  return done.queued
}

/** The alerts of these targets whose moment has come, advanced; one whose webhook or monitor is gone, or that does not cover its monitor any more, waits for nothing any more. */
const dueAlerts = async (db: Db, keys: readonly number[], now: number): Promise<AdvancedAlert[]> => {
  const { rows: states } = await sql<StateRow>`
    update alert_state set wake_at = null where target_key = any(${[...keys]}::int[]) and wake_at <= ${now}
    returning webhook_key, target_key, location_key, state`.execute(db)
  const targets = await targetsOf(db, keys)
  const watched = await webhooksOf(db, [...new Set([...targets.values()].map(({ project_key }) => project_key))])
  const webhooks = new Map(watched.map((webhook) => [webhook.key, webhook]))
  const upstreams = await failingUpstreams(db, keys, now)
  return states.flatMap(({ webhook_key, target_key, location_key: locationKey, state }): AdvancedAlert[] => {
    const [target, webhook] = [targets.get(target_key), webhooks.get(webhook_key)]
    if (!target || !webhook || !isCandidate(webhook.doc, { id: target.covered_id, tags: target.tags })) return []
    const resultId = reminderId(target_key, locationKey, now)
    const upstream = upstreams.get(target_key) ?? null
    const event = { type: 'TICK', resultId, dueMs: now, upstream } as const
    return [{ webhook, target, locationKey, ...decide(state, event, alertSettings(webhook.doc)) }]
  })
}

/** Lets the open alerts of a webhook look at the clock again, since its settings have changed. */
export const reconsider = async (db: Db, webhookKey: number, now: number): Promise<void> => {
  await sql`update alert_state set wake_at = ${now} where webhook_key = ${webhookKey}
    and (state ->> 'value' = 'open' or state -> 'context' -> 'owedRecovery' <> 'null')`.execute(db)
}
