import type { AlertDecision } from '../../../machines/alerts/alert-decision.ts'
import { type AlertedStep, decidingStep } from '../../domain/alerts/alerted-steps.ts'
import { largestOf } from '../../domain/core/extremes.ts'
import { alertsWords, noticeWords, silenceWords, stepOf } from '../../domain/notifications/notification-words.ts'
import { type SilenceStep, signalStepOf, silenceStepOf } from '../../domain/silence/silence-id.ts'
import { allLocations } from '../store/agents/locations.ts'
import type { SignalDoc } from '../store/alerts/signals.ts'
import { toldAlerts } from '../store/alerts/told-alerts.ts'
import type { Db } from '../store/core/database.ts'
import type { EventBatch } from '../store/core/events.ts'
import type { ResultRow } from '../store/core/tables.ts'
import { categories, exceptionOf, reasons } from '../store/identity/codes.ts'
import {
  addNotifications,
  type Notice,
  notificationKinds,
  openNotifications,
} from '../store/notifications/notifications.ts'
import { closeOutages, openedFor } from '../store/notifications/outage-notifications.ts'
import type { ResultStore } from '../store/results/result-store.ts'
import { idOfRun, runOfId } from '../store/results/runs.ts'
import { isOfWorkflow } from '../store/workflows/step-runs.ts'
import type { AdvancedAlert } from './advanced-alert.ts'
import { alertedSteps } from './alerted-steps.ts'
import { outagesTold, type Step, type Told } from './outages-told.ts'

type Context = { results: ResultStore; now: number; events: EventBatch; judged: readonly ResultRow[] }
type Pending = { step: Step; notice: Notice }

/**
 * Creates in-app notifications for the outages that alerts report, in the same transaction: one per outage of a monitor, however often
 * it repeats and however many alerts tell of it, and one for its end.
 */
export const notifyPeople = async (db: Db, moved: readonly AdvancedAlert[], context: Context): Promise<void> => {
  const notifying = moved.filter(({ decisions }) => decisions.some(({ outcome }) => stepOf(outcome) !== null))
  if (notifying.length === 0) return
  const goingOn = await toldAlerts(db, [...new Set(notifying.map(({ target }) => target.key))])
  const find = await runFinder(db, context)
  const pending: Pending[][] = []
  for (const outage of outagesTold(notifying, goingOn)) pending.push(await pendingOf(outage, find))
  // Notifications of one monitor keep their order; the n-th ones of all monitors form a batch.
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
  const wasOpen = await closeOutages(db, of('begins', 'ends'))
  const goingOn = of('goes-on')
  const openedForOf = await openedFor(db, goingOn)
  const joining = goingOn.map((notice) => ({ ...notice, webhook_key: openedForOf(notice) ?? notice.webhook_key }))
  await openNotifications(db, [...of('begins'), ...joining], now)
  await addNotifications(db, of('ends').filter(wasOpen), now)
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

const pendingOf = async (outage: readonly Told[], find: Find): Promise<Pending[]> => {
  const pending: Pending[] = []
  for (const told of outage) {
    const notice = await noticeOf(told, find)
    if (notice) pending.push({ step: told.step, notice })
  }
  return pending
}

const noticeOf = async (told: Told, find: Find): Promise<Notice | null> => {
  const { decision, moved } = told
  if (signalStepOf(decision.facts.result_id ?? decision.resultId))
    return moved.target.signal && { ...common(told), ...signalTexts(told, moved.target.signal) }
  const silence = silenceStepOf(decision.resultId)
  return silence ? { ...common(told), ...silenceTexts(told, silence, find) } : resultNotice(told, find)
}

/** What notifications about results, missing data and standing conditions have in common. */
const common = ({ step, moved: { webhook, target, locationKey } }: Told): Omit<Notice, 'title' | 'text'> => ({
  project_key: target.project_key,
  kind: notificationKinds.code(step === 'ends' ? 'recovery' : 'alert'),
  target_key: target.key,
  webhook_key: webhook.key,
  location_key: locationKey,
  result_id: null,
  category: null,
  times: 1,
})

const resultNotice = async (told: Told, find: Find): Promise<Notice | null> => {
  const { step, decision, moved, webhooks } = told
  const resultId = decision.facts.result_id ?? decision.resultId
  const run = await find.run(moved.target.project_key, resultId)
  if (!run) return null
  const category = categories.name(run.category)
  const words = noticeWords({
    outcome: decision.outcome,
    monitor: moved.target.name,
    webhooks: [...webhooks.values()],
    category,
    reason: reasons.name(run.reason),
    httpCode: run.http_code,
    exceptionType: exceptionOf(run),
    responseTimeMs: run.total,
    locationId: run.location_id,
    failedStep: step === 'ends' ? null : await find.failedStep(run),
    inARow: step === 'ends' ? decision.countedBefore : decision.counted,
    lastedMs: lastedMs(decision, run),
  })
  const kind = decision.outcome === 'passed' ? { kind: notificationKinds.code('pass') } : {}
  return { ...common(told), ...kind, result_id: resultId, category: run.category, ...words }
}

/** The words about no data from a location. */
const silenceTexts = ({ moved, decision, webhooks }: Told, step: SilenceStep, find: Find) => {
  const atMs = runOfId(decision.resultId)?.due ?? 0
  return silenceWords({
    outcome: decision.outcome,
    step,
    monitor: moved.target.name,
    webhooks: [...webhooks.values()],
    locationId: find.location(moved.locationKey),
    lastedMs: decision.sinceMs === null ? null : atMs - decision.sinceMs,
  })
}

/** The words about a standing condition. */
const signalTexts = ({ step, webhooks }: Told, { text, calm }: SignalDoc) => ({
  title: step === 'ends' ? calm : text,
  text: `Told by ${alertsWords([...webhooks.values()]).replace(/^The/, 'the')}.`,
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
