import type { StoredAlert } from '../../../machines/alerts/alert.ts'
import { isCandidate } from '../../domain/alerts/alerting.ts'
import type { ResultUrl } from '../../domain/results/result-url.ts'
import { awaitedDependencies } from '../store/alerts/awaited-dependencies.ts'
import { failingUpstreams } from '../store/alerts/dependencies.ts'
import type { WebhookDoc } from '../store/alerts/webhooks.ts'
import type { Db } from '../store/core/database.ts'
import type { EventBatch } from '../store/core/events.ts'
import type { Stored } from '../store/core/objects.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { ResultRow } from '../store/core/tables.ts'
import { categories } from '../store/identity/codes.ts'
import type { ResultStore } from '../store/results/result-store.ts'
import { idOfRun } from '../store/results/runs.ts'
import type { AdvancedAlert } from './advanced-alert.ts'
import { carryOut } from './carry-out.ts'
import { decideAlike, openSettings } from './decide-alike.ts'
import { excludedFrom, recordExcluded } from './manual-runs.ts'
import { outageStarts } from './outage-starts.ts'
import { isJudged, isOfOutage, movesAlert, resultEvent } from './result-events.ts'
import { isChanged, statesOf, storeStates } from './states.ts'
import type { AlertTarget } from './targets.ts'
import { deferOvertaking, releaseReady } from './waiting.ts'
import { webhooksOf } from './watched.ts'
import { withdrawRepeats } from './withdraw.ts'

export type Judgement = {
  results: ResultStore
  /** The results just stored. */
  added: readonly ResultRow[]
  targets: ReadonlyMap<number, AlertTarget>
  now: number
  resultUrl: ResultUrl
  sealing: SecretCipher
  /** Collects events for live streams. */
  events: EventBatch
}

/**
 * Advances the alerts of these results' monitors in the order of due times, and queues deliveries. Runs in the transaction that stores
 * the results, under their targets' locks. Returns the number of deliveries.
 */
export const judgeAlerts = async (db: Db, judgement: Judgement): Promise<number> => {
  const { added, targets, now } = judgement
  const watched = await webhooksOf(db, [...new Set(added.map((result) => result.project_key))])
  if (watched.length === 0) return 0
  const relevant = added.filter((result) => isJudged(result) && coveringOf(watched, targets, result).length > 0)
  if (relevant.length === 0) return 0
  const excluded = await excludedFrom(db, relevant)
  const considered = excluded.length === 0 ? relevant : relevant.filter((result) => !excluded.includes(result))
  if (excluded.length > 0) {
    const states = await statesOf(db, watched, keysOf(excluded))
    await recordExcluded(db, excluded, (result) => coveringOf(watched, targets, result), { states, now })
  }
  if (considered.length === 0) return 0
  const waiting = await deferOvertaking(db, considered, now)
  const ready = waiting.size === 0 ? considered : considered.filter((result) => !waiting.has(idOfRun(result)))
  const released = await releaseReady(db, keysOf(considered), now)
  return judgeReady(db, judgement, watched, [...released, ...ready])
}

const keysOf = (results: readonly ResultRow[]): number[] => [...new Set(results.map((result) => result.target_key))]

/** Advances alerts by results that no longer wait for earlier ones. */
export const judgeReady = async (
  db: Db,
  judgement: Omit<Judgement, 'added'>,
  watched: readonly Stored<WebhookDoc>[],
  ready: readonly ResultRow[],
): Promise<number> => {
  const states = await statesOf(db, watched, keysOf(ready))
  const troubled = ready.filter(({ category }) => isOfOutage(category))
  const upstreams = await failingUpstreams(db, keysOf(troubled), judgement.now)
  const awaited = await awaitedDependencies(db, troubled, judgement.now)
  const settingsOf = openSettings()
  const beganMs = await outageStarts(db, beginningRows(watched, judgement.targets, states, ready, settingsOf))
  const moved = new Map<string, AdvancedAlert>()
  for (const result of [...ready].sort((a, b) => a.due - b.due)) {
    const target = judgement.targets.get(result.target_key)
    const upstream = upstreams.get(result.target_key) ?? null
    const decide = decideAlike({ ...resultEvent(result, beganMs(result)), upstream, awaitsMs: awaited(result) })
    for (const webhook of coveringOf(watched, judgement.targets, result)) {
      if (!target) continue
      const name = `${webhook.key}:${target.key}`
      const before = moved.get(name)
      const next = decide(before?.stored ?? states.get(name) ?? null, settingsOf(webhook))
      moved.set(name, {
        webhook,
        target,
        locationKey: 0,
        decidedMs: result.due,
        stored: next.stored,
        effects: [...(before?.effects ?? []), ...next.effects],
        decisions: [...(before?.decisions ?? []), ...next.decisions],
      })
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
  const changed = [...moved].filter(([name, { stored }]) => isChanged(states.get(name), stored))
  await storeStates(
    db,
    changed.map(([, one]) => one),
    judgement.now,
  )
  const queued = await carryOut(db, [...moved.values()], { ...judgement, judged: ready })
  // Most incidents sent a single message, which is never withdrawn.
  const repeated = [...moved].filter(([name, { effects }]) => messagesOf(states.get(name), effects) > 1)
  await withdrawRepeats(
    db,
    repeated.map(([, one]) => one),
    judgement,
  )
  return queued
}

/** Messages about troubles that an alert has sent since its incident began, the newest included. */
const messagesOf = (before: StoredAlert | undefined, effects: AdvancedAlert['effects']): number =>
  (before?.context.turns ?? 0) + effects.filter(({ type }) => type === 'notify').length

/**
 * The results with which a row of troubles may begin for some alert. Only for these the start of the outage is read: during a
 * long outage that would be all results since it began, with each further one.
 */
const beginningRows = (
  watched: readonly Stored<WebhookDoc>[],
  targets: Judgement['targets'],
  states: ReadonlyMap<string, StoredAlert>,
  ready: readonly ResultRow[],
  settingsOf: ReturnType<typeof openSettings>,
): ResultRow[] => {
  const calm = new Set(ready.filter(({ category }) => !isOfOutage(category)).map(({ target_key }) => target_key))
  return ready.filter((result) => {
    const { target_key, category } = result
    return coveringOf(watched, targets, result).some(
      (webhook) =>
        settingsOf(webhook).settings.alerts.includes(categories.name(category)) &&
        (calm.has(target_key) || (states.get(`${webhook.key}:${target_key}`)?.context.sinceMs ?? null) === null),
    )
  })
}

/** The alerts that a result moves. */
const coveringOf = (
  watched: readonly Stored<WebhookDoc>[],
  targets: Judgement['targets'],
  result: ResultRow,
): Stored<WebhookDoc>[] =>
  candidates(watched, targets.get(result.target_key)).filter(({ doc }) => movesAlert(result, doc))

export const candidates = (
  watched: readonly Stored<WebhookDoc>[],
  target: AlertTarget | undefined,
): Stored<WebhookDoc>[] =>
  target
    ? watched.filter(
        ({ project_key, doc }) =>
          project_key === target.project_key && isCandidate(doc, { id: target.covered_id, tags: target.tags }),
      )
    : []
