import type { AlertDecision } from '../../../machines/alerts/alert-decision.ts'
import { type AlertedStep, decidingStep } from '../../domain/alerts/alerted-steps.ts'
import { largestOf } from '../../domain/core/extremes.ts'
import { noticeWords, silenceWords, stepOf } from '../../domain/notifications/notification-words.ts'
import { type SilenceStep, signalStepOf, silenceStepOf } from '../../domain/silence/silence-id.ts'
import { allLocations } from '../store/agents/locations.ts'
import type { SignalDoc } from '../store/alerts/signals.ts'
import type { Db } from '../store/core/database.ts'
import type { EventBatch } from '../store/core/events.ts'
import type { ResultRow } from '../store/core/tables.ts'
import { categories, reasons } from '../store/identity/codes.ts'
import {
  addNotifications,
  closeNotifications,
  type Notice,
  notificationKinds,
  openNotifications,
} from '../store/notifications/notifications.ts'
import type { ResultStore } from '../store/results/result-store.ts'
import { idOfRun, runOfId } from '../store/results/runs.ts'
import { isOfWorkflow } from '../store/workflows/step-runs.ts'
import type { AdvancedAlert } from './advanced-alert.ts'
import { alertedSteps } from './alerted-steps.ts'

type Context = { results: ResultStore; now: number; events: EventBatch; judged: readonly ResultRow[] }
type Step = 'begins' | 'goes-on' | 'ends'
type Pending = { step: Step; notice: Notice }

/**
 * Creates in-app notifications for the incidents that webhooks report, in the same transaction: one per incident of a monitor and
 * webhook, however often it repeats, and one for its end.
 */
export const notifyPeople = async (db: Db, moved: readonly AdvancedAlert[], context: Context): Promise<void> => {
  const notifying = moved.filter(({ decisions }) => decisions.some(({ outcome }) => stepOf(outcome) !== null))
  if (notifying.length === 0) return
  const find = await runFinder(db, context)
  const pending: Pending[][] = []
  for (const one of notifying) pending.push(await pendingOf(one, find))
  // Notifications of one alert keep their order; the n-th ones of all alerts form a batch.
  const turns = pending.map(inSteps)
  const most = largestOf([0, ...turns.map((turn) => turn.length)])
  for (let turn = 0; turn < most; turn++)
    await notifyStep(
      db,
      turns.flatMap((one) => one[turn] ?? []),
      context.now,
    )
  for (const projectKey of new Set(pending.flat().map(({ notice }) => notice.project_key)))
    context.events.tell(projectKey, { type: 'notification' })
}

const notifyStep = async (db: Db, turn: readonly Pending[], now: number): Promise<void> => {
  const of = (...steps: Step[]) => turn.filter(({ step }) => steps.includes(step)).map(({ notice }) => notice)
  await closeNotifications(
    db,
    of('begins', 'ends').map(({ project_key, webhook_key, target_key, location_key }) => ({
      project_key,
      webhook_key,
      target_key,
      location_key,
    })),
  )
  await openNotifications(db, of('begins', 'goes-on'), now)
  await addNotifications(db, of('ends'), now)
}

/** Merges repeats into the notification that they continue. */
const inSteps = (pending: readonly Pending[]): Pending[] => {
  const turns: Pending[] = []
  for (const one of pending) {
    const before = turns.at(-1)
    const isMore = one.step === 'goes-on' && before && before.step !== 'ends' && before.notice.kind === one.notice.kind
    if (!isMore) turns.push(one)
    else turns.splice(-1, 1, { step: before.step, notice: { ...one.notice, times: before.notice.times + 1 } })
  }
  return turns
}

const pendingOf = async (moved: AdvancedAlert, find: Find): Promise<Pending[]> => {
  const { webhook, target, decisions } = moved
  const told: Pending[] = []
  for (const decision of decisions) {
    const step = stepOf(decision.outcome)
    const silence = step && silenceStepOf(decision.resultId)
    const signal = step && signalStepOf(decision.facts.result_id ?? decision.resultId)
    if (step && signal && target.signal) told.push({ step, notice: signalNotice(moved, target.signal, step) })
    if (signal) continue
    if (step && silence) told.push({ step, notice: silenceNotice(moved, { decision, step, silence }, find.location) })
    if (silence) continue
    const run = step && (await find.run(target.project_key, decision.facts.result_id ?? decision.resultId))
    if (!step || !run) continue
    const category = categories.name(run.category)
    const words = noticeWords({
      outcome: decision.outcome,
      monitor: target.name,
      webhook: webhook.name,
      category,
      reason: reasons.name(run.reason),
      httpCode: run.http_code,
      responseTimeMs: run.total,
      locationId: run.location_id,
      failedStep: step === 'ends' ? null : await find.failedStep(run),
      inARow: step === 'ends' ? decision.countedBefore : decision.counted,
      lastedMs: lastedMs(decision, run),
    })
    const kind = step === 'ends' ? 'recovery' : decision.outcome === 'passed' ? 'pass' : 'alert'
    told.push({
      step,
      notice: {
        project_key: target.project_key,
        kind: notificationKinds.code(kind),
        target_key: target.key,
        webhook_key: webhook.key,
        location_key: 0,
        result_id: decision.facts.result_id ?? decision.resultId,
        category: run.category,
        times: 1,
        ...words,
      },
    })
  }
  return told
}

/** Builds the notification about no data from a location, separate from those about results. */
const silenceNotice = (
  { webhook, target, locationKey }: AdvancedAlert,
  { decision, step, silence }: { decision: AlertDecision; step: Step; silence: SilenceStep },
  locationOf: (key: number) => string,
): Notice => {
  const atMs = runOfId(decision.resultId)?.due ?? 0
  return {
    project_key: target.project_key,
    kind: notificationKinds.code(step === 'ends' ? 'recovery' : 'alert'),
    target_key: target.key,
    webhook_key: webhook.key,
    location_key: locationKey,
    result_id: null,
    category: null,
    times: 1,
    ...silenceWords({
      outcome: decision.outcome,
      step: silence,
      monitor: target.name,
      webhook: webhook.name,
      locationId: locationOf(locationKey),
      lastedMs: decision.sinceMs === null ? null : atMs - decision.sinceMs,
    }),
  }
}

/** Builds the notification about a standing condition. */
const signalNotice = ({ webhook, target }: AdvancedAlert, { text, calm }: SignalDoc, step: Step): Notice => ({
  project_key: target.project_key,
  kind: notificationKinds.code(step === 'ends' ? 'recovery' : 'alert'),
  target_key: target.key,
  webhook_key: webhook.key,
  location_key: 0,
  result_id: null,
  category: null,
  times: 1,
  title: step === 'ends' ? calm : text,
  text: `Told by the alert “${webhook.name}”.`,
})

const lastedMs = ({ sinceMs }: AlertDecision, run: ResultRow): number | null =>
  sinceMs === null ? null : run.due - sinceMs

type Run = ResultRow & { location_id: string }
type Find = {
  run(projectKey: number, id: string): Promise<Run | undefined>
  /** The failed step of a workflow's run; null for others. */
  failedStep(run: Run): Promise<AlertedStep | null>
  /** Returns a location's id by key. */
  location(key: number): string
}

/** Finds the result of a notification: among those just judged, else in the store. */
const runFinder = async (db: Db, { results, judged }: Context): Promise<Find> => {
  const fresh = new Map(judged.map((result) => [idOfRun(result), result]))
  const locations = new Map((await allLocations(db)).map(({ key, id }) => [key, id]))
  const location = (key: number) => locations.get(key) ?? ''
  return {
    location,
    async failedStep(run) {
      if (!isOfWorkflow(run)) return null
      const detail = await results.detail(db, run).catch(() => undefined)
      return decidingStep(await alertedSteps(db, run, detail))
    },
    async run(projectKey, id) {
      const found = fresh.get(id)
      return found ? { ...found, location_id: location(found.location_key) } : results.read(db, projectKey, id)
    },
  }
}
