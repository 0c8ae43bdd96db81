import { sql } from 'kysely'
import type { AlertEvent, StoredAlert } from '../../../machines/alerts/alert.ts'
import { decide } from '../../../machines/alerts/alert-decision.ts'
import { missedRuns, SILENT_PERIODS, silentFrom } from '../../domain/silence/silence.ts'
import { silenceId } from '../../domain/silence/silence-id.ts'
import { alertSettings, type WebhookDoc } from '../store/alerts/webhooks.ts'
import { byItself } from '../store/core/by-itself.ts'
import type { Db } from '../store/core/database.ts'
import { type EventBatch, eventBatch } from '../store/core/events.ts'
import type { Stored } from '../store/core/objects.ts'
import type { SilenceColumns } from '../store/core/tables.ts'
import { lockTargets } from '../store/core/target-locks.ts'
import { countedSilences } from '../store/silence/silence.ts'
import type { AdvancedAlert } from './advanced-alert.ts'
import { carryOut } from './carry-out.ts'
import { candidates } from './judge.ts'
import { storeStates } from './states.ts'
import type { SweepOptions } from './sweep.ts'
import { type AlertTarget, targetsOf } from './targets.ts'
import { webhooksOf } from './watched.ts'

const TARGETS_AT_ONCE = 500

type Options = SweepOptions
type State = { webhook_key: number; target_key: number; location_key: number; state: StoredAlert }

/**
 * Advances the alerts about no data to match the table of silences: opens those that asked for a silence, and closes those whose silence
 * is over. Compares stored with actual state, so nothing is lost or sent twice if a server stops in between. Returns the number of
 * deliveries.
 */
export const judgeSilence = async (options: Options): Promise<number> => {
  const { db } = options.database
  const { rows: projects } = await sql<{ project_key: number }>`
    select project_key from object where kind = 'webhook' and doc -> 'alerts' ? 'NO_DATA'
    union select w.project_key from alert_state s join object w on w.key = s.webhook_key
      where s.location_key <> 0 and s.state ->> 'value' in ('open', 'acknowledged')`.execute(db)
  let deliveries = 0
  for (const { project_key } of projects)
    deliveries +=
      (await byItself({ about: `silence: project ${project_key}`, log: options.log }, () =>
        judgeProject(options, project_key),
      )) ?? 0
  return deliveries
}

const judgeProject = async (options: Options, projectKey: number): Promise<number> => {
  const { db } = options.database
  const watched = await webhooksOf(db, [projectKey])
  const keys = await changedTargets(db, projectKey, watched, options.now)
  let deliveries = 0
  for (let from = 0; from < keys.length; from += TARGETS_AT_ONCE)
    deliveries += await judgeTargets(options, keys.slice(from, from + TARGETS_AT_ONCE))
  return deliveries
}

/** Returns monitors with an alert about no data that may have to advance. */
const changedTargets = async (
  db: Db,
  projectKey: number,
  watched: readonly Stored<WebhookDoc>[],
  now: number,
): Promise<number[]> => {
  const { silences, states } = await factsOf(db, sql`silence.project_key = ${projectKey}`, watched, now)
  const targets = await targetsOf(db, [...new Set([...silences, ...states].map(({ target_key }) => target_key))])
  const due = steps({ silences, states, watched, targets, expected: new Set(), now })
  return [...new Set(due.map(({ target }) => target.key))].sort((a, b) => a - b)
}

const judgeTargets = async (options: Options, keys: readonly number[]): Promise<number> => {
  const { database, now } = options
  const events = eventBatch()
  const done = await database.db.transaction().execute(async (db) => {
    await lockTargets(db, keys)
    const targets = await targetsOf(db, keys)
    // Read again, now under the locks.
    const watched = await webhooksOf(db, [...new Set([...targets.values()].map(({ project_key }) => project_key))])
    const { silences, states } = await factsOf(db, sql`silence.target_key = any(${[...keys]}::int[])`, watched, now)
    const moved = steps({ silences, states, watched, targets, expected: await expectedAt(db, keys), now }).map(moveOf)
    publishStates(events, moved)
    await storeStates(db, moved, now)
    const queued = await carryOut(db, moved, { ...options, events })
    return { queued, isTold: await events.write(db, now) }
  })
  if (done.isTold) options.announce()
  return done.queued
}

const factsOf = async (db: Db, where: ReturnType<typeof sql>, watched: readonly Stored<WebhookDoc>[], now: number) => {
  const silences = await countedSilences(db, where, now)
  const { rows: states } = await sql<State>`
    select webhook_key, target_key, location_key, state from alert_state
    where location_key <> 0 and webhook_key = any(${watched.map(({ key }) => key)}::int[])`.execute(db)
  return { silences, states }
}

/** Locations where results of these monitors are expected, as `target:location`. */
const expectedAt = async (db: Db, keys: readonly number[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ place: string }>`
    select distinct target_key || ':' || location_key as place from slot where target_key = any(${[...keys]}::int[])`.execute(
    db,
  )
  return new Set(rows.map(({ place }) => place))
}

const isOpen = (state: StoredAlert | null): boolean => state?.value === 'open' || state?.value === 'acknowledged'

type Step = {
  webhook: Stored<WebhookDoc>
  target: AlertTarget
  locationKey: number
  state: StoredAlert | null
  event: AlertEvent
}

/** Pairs alerts with their changes: new silences that an alert asked for, and known ones that are over. */
const steps = (facts: {
  silences: readonly SilenceColumns[]
  states: readonly State[]
  watched: readonly Stored<WebhookDoc>[]
  targets: ReadonlyMap<number, AlertTarget>
  expected: ReadonlySet<string>
  now: number
}): Step[] => {
  const { silences, states, watched, targets, expected, now } = facts
  const placeOf = (row: { target_key: number; location_key: number }) => `${row.target_key}:${row.location_key}`
  const known = new Map(states.map((row) => [`${row.webhook_key}:${placeOf(row)}`, row.state]))
  const silent = new Set(silences.map(placeOf))
  const begun = silences.flatMap((silence): Step[] => {
    const target = targets.get(silence.target_key)
    return candidates(watched, target).flatMap((webhook): Step[] => {
      const state = known.get(`${webhook.key}:${placeOf(silence)}`) ?? null
      if (!target || isOpen(state) || !isWaitedFor(webhook.doc, silence, now)) return []
      return [{ webhook, target, locationKey: silence.location_key, state, event: noDataOf(webhook.doc, silence, now) }]
    })
  })
  const over = states.flatMap(({ webhook_key, state, ...row }): Step[] => {
    const target = targets.get(row.target_key)
    const webhook = candidates(watched, target).find(({ key }) => key === webhook_key)
    if (!target || !webhook || !isOpen(state) || silent.has(placeOf(row))) return []
    const step = expected.has(placeOf(row)) ? 'data' : 'not_expected'
    const resultId = silenceId({ target: row.target_key, location: row.location_key, atMs: now, step })
    return [{ webhook, target, locationKey: row.location_key, state, event: { type: 'DATA', resultId, dueMs: now } }]
  })
  return [...begun, ...over]
}

const periodsOf = ({ parameters }: WebhookDoc): number => parameters.no_data_periods ?? SILENT_PERIODS

const isWaitedFor = (doc: WebhookDoc, { counted_from, frequency, timeout }: SilenceColumns, now: number): boolean =>
  doc.alerts.includes('NO_DATA') &&
  now >= silentFrom({ countedFromMs: counted_from, frequencyMs: frequency, timeoutMs: timeout }, periodsOf(doc))

const noDataOf = (doc: WebhookDoc, silence: SilenceColumns, now: number): AlertEvent => {
  const { target_key: target, location_key: location, since, counted_from, frequency } = silence
  return {
    type: 'NO_DATA',
    resultId: silenceId({ target, location, atMs: now, step: 'no_data' }),
    dueMs: now,
    sinceMs: since,
    missed: missedRuns(since, now, frequency),
    periods: missedRuns(counted_from, now, frequency),
    needed: periodsOf(doc),
  }
}

const moveOf = ({ webhook, target, locationKey, state, event }: Step): AdvancedAlert => ({
  webhook,
  target,
  locationKey,
  ...decide(state, event, alertSettings(webhook.doc)),
})

const publishStates = (events: EventBatch, moved: readonly AdvancedAlert[]): void => {
  for (const { webhook, target, stored } of moved)
    events.tell(target.project_key, {
      type: 'alert',
      webhook_id: webhook.id,
      call_id: target.id,
      state: stored.value,
    })
}
