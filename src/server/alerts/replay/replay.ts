import type { StoredAlert, WantedAlert } from '../../../../machines/alerts/alert.ts'
import { type AlertDecision, decide, manualDecision } from '../../../../machines/alerts/alert-decision.ts'
import type { AlertEvent } from '../../../../machines/alerts/alert-rules.ts'
import { isSent } from '../../../domain/alerts/alert-reason.ts'
import type { AlertScope } from '../../../domain/alerts/alerting.ts'
import { NO_TALLY, type ReplayTally, replayGroup } from '../../../domain/alerts/replay-tally.ts'
import { categories } from '../../store/identity/codes.ts'
import { idOfRun } from '../../store/results/runs.ts'
import { isExcluded, isJudged, movesAlert, resultEvent } from '../result-events.ts'
import { nextTimer, type Timer } from './next-timer.ts'
import { type Outages, openOutages } from './outages.ts'
import type { ReplayedResult } from './replayed-result.ts'

/** Newest messages that a replay lists. */
const MOST_MESSAGES = 200

/** The rule of a replay and its time. Data only, so that it can be handed to a worker thread. */
export type ReplayRule = {
  /** Complete settings, as `alertSettings` makes them. */
  readonly settings: WantedAlert
  readonly scope: Pick<AlertScope, 'monitor_id' | 'include_tags'>
  /** Whether the project alerts on manual runs. */
  readonly alertsOnManualRuns: boolean
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
}

/** A decision of a replay. */
export type ReplayedDecision = AlertDecision & {
  readonly target: number
  /** When it would have been made. */
  readonly atMs: number
  /** Codes of the result that led to it; null if it was a timer. */
  readonly category: number | null
  readonly reason: number | null
  readonly httpCode: number | null
}

export type ReplayPicture = {
  /** How many results were replayed, and when the first and the last of them were due. */
  readonly results: number
  readonly firstMs: number | null
  readonly lastMs: number
  readonly totals: ReplayTally
  /** One for each step of the time, from `fromMs` on. */
  readonly buckets: readonly ReplayTally[]
}

export type Replay = {
  /** Advances the alerts by results in the order of their due times. */
  take(results: readonly ReplayedResult[]): void
  /** Lets the time pass to the end of the replay. */
  end(): void
  picture(): ReplayPicture
  /** Newest messages that would have been sent, newest first. */
  messages(): ReplayedDecision[]
}

type ReplayOptions = {
  readonly timer?: Timer
  /** Called with every decision, for tests. */
  readonly onDecision?: (decision: ReplayedDecision) => void
}

/** Replays an alert over stored results: the same events, through the same chart, as the judge would have sent it. */
export const openReplay = (rule: ReplayRule, { timer = nextTimer, onDecision }: ReplayOptions = {}): Replay => {
  const { settings, scope, alertsOnManualRuns, fromMs, toMs, stepMs } = rule
  const states = new Map<number, StoredAlert>()
  const advancedMs = new Map<number, number>()
  const outages: Outages = openOutages(alertsOnManualRuns)
  const buckets = Array.from({ length: Math.max(1, Math.ceil((toMs - fromMs) / stepMs)) }, () => ({ ...NO_TALLY }))
  const totals = { ...NO_TALLY }
  let sent: ReplayedDecision[] = []
  let [results, firstMs, lastMs]: [number, number | null, number] = [0, null, fromMs]

  const note = (decision: ReplayedDecision) => {
    onDecision?.(decision)
    const group = replayGroup(decision.outcome)
    if (group === null) return
    totals[group]++
    const bucket = buckets[Math.min(buckets.length - 1, Math.max(0, Math.floor((decision.atMs - fromMs) / stepMs)))]
    if (bucket) bucket[group]++
    if (!isSent(decision.outcome)) return
    sent.push(decision)
    if (sent.length >= 2 * MOST_MESSAGES) sent = newest(sent)
  }

  const advance = (target: number, event: AlertEvent, atMs: number, of: ReplayedResult | null) => {
    const next = decide(states.get(target) ?? null, event, settings)
    states.set(target, next.stored)
    advancedMs.set(target, atMs)
    for (const decision of next.decisions)
      note({
        ...decision,
        target,
        atMs,
        category: of?.category ?? null,
        reason: of?.reason ?? null,
        httpCode: of?.http_code ?? null,
      })
  }

  /** Lets the timers of an alert run out that end before a moment. */
  const runTimers = (target: number, beforeMs: number) => {
    for (;;) {
      const nowMs = advancedMs.get(target) ?? 0
      const next = timer({ target, stored: states.get(target) ?? null, settings, nowMs })
      if (next === null || next.atMs > beforeMs) return
      advance(target, next.event, next.atMs, null)
    }
  }

  const runAllTimers = (beforeMs: number) => {
    for (const target of states.keys()) runTimers(target, beforeMs)
  }

  return {
    take(rows) {
      for (const result of rows) {
        const { target_key: target, due } = result
        results++
        firstMs ??= due
        lastMs = due
        const outageMs = outages(result)
        if (!isJudged(result) || !movesAlert(result, scope)) continue
        runTimers(target, due)
        if (isExcluded(result, alertsOnManualRuns)) {
          if (settings.alerts.some((each) => each === categories.name(result.category)))
            note({
              ...manualDecision(states.get(target) ?? null, idOfRun(result), settings),
              target,
              atMs: due,
              category: result.category,
              reason: result.reason,
              httpCode: result.http_code,
            })
        } else advance(target, resultEvent(result, outageMs), due, result)
      }
      runAllTimers(lastMs)
    },
    end: () => runAllTimers(toMs),
    picture: () => ({ results, firstMs, lastMs, totals: { ...totals }, buckets: buckets.map((one) => ({ ...one })) }),
    messages: () => newest(sent),
  }
}

const newest = (decisions: readonly ReplayedDecision[]): ReplayedDecision[] =>
  [...decisions].sort((a, b) => b.atMs - a.atMs).slice(0, MOST_MESSAGES)
