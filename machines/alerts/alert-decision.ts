import type { AlertOutcome } from '../../src/domain/alerts/alert-reason.ts'
import { nameOf } from '../chart/transitions.ts'
import {
  type AlertEffect,
  type AlertEvent,
  advance,
  alertMachine,
  currentAlert,
  type StoredAlert,
  type WantedAlert,
} from './alert.ts'
import { kindOf, notifiesOnce, type ResultEvent, type Settled, wantsEveryPass, wantsRecovery } from './alert-rules.ts'

type AlertState = StoredAlert['value']

/** An alert's decision about one result, and its path through the chart. */
export type AlertDecision = {
  readonly resultId: string
  readonly outcome: AlertOutcome
  /** Whether the message was sent later than the result was judged: at the end of a snooze. */
  readonly late: boolean
  readonly event: 'RESULT' | 'NO_DATA' | 'DATA' | 'UNSNOOZE'
  readonly before: AlertState
  readonly after: AlertState
  /** The guard of the transition; null if no transition matched. */
  readonly guard: string | null
  /** Troubles in a row before and after this event, and the number that opens an incident; for missing data, periods without a result. */
  readonly countedBefore: number
  readonly counted: number
  readonly needed: number
  readonly snoozedUntilMs: number | null
  /** When the first trouble of the row was due; null if there was none. */
  readonly sinceMs: number | null
}

/**
 * Advances an alert by one event, like `advance`, and returns the decisions made. A result that means nothing to a quiet alert leads
 * to no decision; its explanation comes from the settings.
 */
export const decide = (
  stored: StoredAlert | null,
  event: AlertEvent,
  settings: WantedAlert,
): { stored: StoredAlert; effects: AlertEffect[]; decisions: AlertDecision[] } => {
  const before = currentAlert(stored, settings)
  const { stored: after, effects } = advance(before, event, settings)
  const own =
    event.type === 'RESULT'
      ? outcomeOf({ ...event, settings }, before, after, effects)
      : silenceOutcomeOf({ ...event, settings }, before, after, effects)
  const late = effects.filter(({ resultId }) => !('resultId' in event) || resultId !== event.resultId)
  if ((own === null && late.length === 0) || event.type === 'SNOOZE') return { stored: after, effects, decisions: [] }
  const common = {
    event: event.type,
    before: before.value,
    after: after.value,
    guard: guardOf(before, { ...event, settings }),
    countedBefore: before.context.inARow,
    needed: event.type === 'NO_DATA' ? event.needed : Math.max(1, settings.failsInARow),
    snoozedUntilMs: after.context.snoozedUntilMs,
    sinceMs: before.context.sinceMs ?? after.context.sinceMs,
  }
  const decisions = late.map(
    ({ type, resultId, inARow, sinceMs }): AlertDecision => ({
      ...common,
      sinceMs,
      resultId,
      outcome: type === 'notify' ? 'fired_late' : 'recovered_late',
      late: true,
      counted: inARow,
    }),
  )
  if (own !== null && 'resultId' in event)
    decisions.push({
      ...common,
      resultId: event.resultId,
      outcome: own,
      late: false,
      // A row ended by this result is reported with its length.
      counted: event.type === 'NO_DATA' ? event.periods : after.context.inARow,
    })
  return { stored: after, effects, decisions }
}

/** The decision about a manual run that does not alert, which leaves the alert's state unchanged. */
export const manualDecision = (stored: StoredAlert | null, resultId: string, settings: WantedAlert): AlertDecision => {
  const { value, context } = currentAlert(stored, settings)
  return {
    resultId,
    outcome: 'manual',
    late: false,
    event: 'RESULT',
    before: value,
    after: value,
    guard: null,
    countedBefore: context.inARow,
    counted: context.inARow,
    needed: Math.max(1, settings.failsInARow),
    snoozedUntilMs: null,
    sinceMs: context.sinceMs,
  }
}

const guardOf = ({ value, context }: StoredAlert, event: Settled<AlertEvent>): string | null => {
  const [way] = alertMachine.getTransitionData(alertMachine.resolveState({ value, context }), event)
  return way?.guard === undefined ? null : nameOf(way.guard)
}

/** The outcome of a result; null if it means nothing to this alert. */
const outcomeOf = (
  event: ResultEvent,
  before: StoredAlert,
  after: StoredAlert,
  effects: readonly AlertEffect[],
): AlertOutcome | null => {
  const { settings, category, ignored, resultId, dueMs } = event
  const kind = kindOf(event)
  const told = effects.find((effect) => effect.resultId === resultId)
  if (told?.type === 'recover') return 'recovered'
  if (told && kind !== 'trouble') return 'passed'
  if (told) return before.value === 'open' && before.context.told ? 'repeated' : 'fired'
  if (ignored) return settings.alerts.includes(category) ? 'ignored' : null

  const { snoozedUntilMs } = before.context
  const isAsleep = snoozedUntilMs !== null && dueMs < snoozedUntilMs
  if (kind === 'trouble') {
    if (after.value === 'counting') return 'counted'
    const wasTold = before.context.told && notifiesOnce(settings)
    return isAsleep && !wasTold ? 'snoozed' : 'already_told'
  }
  if (before.value === after.value) {
    if (before.value !== 'quiet') return 'unchanged'
    const isWished = category === 'PASS' && wantsEveryPass(settings)
    return isWished ? (isAsleep ? 'snoozed' : 'unchanged') : null
  }
  if (before.value === 'counting') return 'row_ended'
  if (!before.context.told) return 'ended_untold'
  return wantsRecovery(settings) ? 'recovery_owed' : 'recovery_unwanted'
}

/** The outcome of missing data, or of its end; null if the state did not change. */
const silenceOutcomeOf = (
  event: Settled<AlertEvent>,
  before: StoredAlert,
  after: StoredAlert,
  effects: readonly AlertEffect[],
): AlertOutcome | null => {
  if ((event.type !== 'NO_DATA' && event.type !== 'DATA') || before.value === after.value) return null
  const told = effects.find(({ resultId }) => resultId === event.resultId)
  const { snoozedUntilMs } = before.context
  const isAsleep = snoozedUntilMs !== null && event.dueMs < snoozedUntilMs
  if (event.type === 'NO_DATA') {
    if (told) return 'fired'
    return before.context.told || !isAsleep ? 'already_told' : 'snoozed'
  }
  if (told) return 'recovered'
  if (!before.context.told) return 'ended_untold'
  return wantsRecovery(event.settings) ? 'recovery_owed' : 'recovery_unwanted'
}
