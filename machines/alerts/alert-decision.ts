import type { AlertFacts, AlertOutcome } from '../../src/domain/alerts/alert-reason.ts'
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
import { failingAfter, stillFails } from './alert-context.ts'
import { calmRestraint, openingsBefore, quietEndMs, rulingOn } from './alert-restraint.ts'
import { kindOf, type ResultEvent, type Settled, wantsEveryPass, wantsRecovery } from './alert-rules.ts'

type AlertState = StoredAlert['value']

/** An alert's decision about one result, and its path through the chart. */
export type AlertDecision = {
  /** The result; for a reminder between results, the id of the moment. */
  readonly resultId: string
  readonly outcome: AlertOutcome
  /** Whether the message was sent later than the result was judged: at the end of a snooze. */
  readonly late: boolean
  readonly event: 'RESULT' | 'NO_DATA' | 'DATA' | 'SIGNAL' | 'CALM' | 'UNSNOOZE' | 'TICK'
  /** The counts and settings of that moment that the sentence about it names. */
  readonly facts: AlertFacts
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
  const late = effects.filter(
    ({ resultId }) => event.type === 'TICK' || !('resultId' in event) || resultId !== event.resultId,
  )
  if (event.type === 'SNOOZE' || event.type === 'ACK' || event.type === 'UNACK' || (own === null && late.length === 0))
    return { stored: after, effects, decisions: [] }
  const common = {
    event: event.type,
    before: before.value,
    after: after.value,
    guard: guardOf(before, { ...event, settings }),
    countedBefore: before.context.inARow,
    needed: event.type === 'NO_DATA' ? event.needed : Math.max(1, settings.failsInARow),
    snoozedUntilMs: after.context.snoozedUntilMs,
    sinceMs: before.context.sinceMs ?? after.context.sinceMs,
    facts: factsOf(before, after, { ...event, settings }),
  }
  const decisions = late.map(
    ({ type, resultId, momentId, inARow, sinceMs, why, turn }): AlertDecision => ({
      ...common,
      sinceMs,
      resultId: momentId ?? resultId,
      outcome: type === 'notify' ? (why ? SENT_FOR[why] : 'fired_late') : 'recovered_late',
      late: true,
      facts: { ...common.facts, ...(turn && { turn }), ...(momentId && { result_id: resultId }) },
      counted: inARow,
    }),
  )
  if (own !== null && 'resultId' in event && event.type !== 'TICK')
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
    facts: {},
  }
}

const SENT_FOR = { reminder: 'reminded', escalation: 'escalated', flapping: 'flapping' } as const satisfies Record<
  NonNullable<AlertEffect['why']>,
  AlertOutcome
>

const guardOf = ({ value, context }: StoredAlert, event: Settled<AlertEvent>): string | null => {
  const [way] = alertMachine.getTransitionData(alertMachine.resolveState({ value, context }), event)
  return way?.guard === undefined ? null : nameOf(way.guard)
}

/** The counts of each location and the settings that a decision rests on; empty where the plain count says it all. */
const factsOf = (before: StoredAlert, after: StoredAlert, event: Settled<AlertEvent>): AlertFacts => {
  const { settings } = event
  const { quorum, failingMs, escalatesMs, flapping } = settings
  const failing = event.type === 'RESULT' ? failingAfter(before.context, event) : after.context.failing
  const locations = Object.entries(failing).map(([id, { count }]) => ({ id, count }))
  const atMs = 'dueMs' in event ? (event.dueMs ?? null) : null
  const sinceMs = before.context.sinceMs ?? after.context.sinceMs
  const quietMs = quietEndMs(event)
  const upstream = 'upstream' in event ? event.upstream : null
  const awaitsMs = after.context.told && before.context.told ? null : after.context.awaitsMs
  const ack = after.context.ack ?? before.context.ack
  const openings = atMs === null ? 0 : openingsBefore(after.context, settings, atMs)
  return {
    ...('condition' in event && { condition: event.condition }),
    ...((quorum || locations.length > 1) && { locations }),
    ...(quorum && { quorum: quorum.locations }),
    ...(failingMs && {
      failing_ms: failingMs,
      ...(atMs !== null && sinceMs !== null && { lasted_ms: atMs - sinceMs }),
    }),
    ...(escalatesMs && { escalates_ms: escalatesMs }),
    ...(quietMs !== null && { quiet_until_ms: quietMs }),
    ...(upstream && { upstream }),
    ...(awaitsMs && { awaits_until_ms: awaitsMs }),
    ...(ack && { acknowledged_by: ack.by }),
    ...(flapping && openings > 1 && { openings, flapping_ms: flapping.withinMs }),
  }
}

/** The outcome of a result; null if it means nothing to this alert. */
const outcomeOf = (
  event: ResultEvent,
  before: StoredAlert,
  after: StoredAlert,
  effects: readonly AlertEffect[],
): AlertOutcome | null => {
  const { settings, category, ignored, resultId } = event
  const kind = kindOf(event)
  const told = effects.find((effect) => effect.resultId === resultId)
  if (told?.type === 'recover') return 'recovered'
  if (told && kind !== 'trouble') return 'passed'
  if (told?.why) return SENT_FOR[told.why]
  if (told) return before.context.told && before.context.openedMs !== null ? 'repeated' : 'fired'
  if (ignored) return settings.alerts.includes(category) ? 'ignored' : null
  if (kind === 'trouble') return after.value === 'counting' ? countedOf(after, settings) : restraintOf(after, event)
  if (before.value === after.value) {
    if (kind === 'recovery' && stillFails(before.context, event)) return 'still_failing'
    if (before.value !== 'quiet') return 'unchanged'
    const isWished = category === 'PASS' && wantsEveryPass(settings)
    return isWished ? (calmRestraint(before.context, event) === null ? 'unchanged' : 'snoozed') : null
  }
  if (before.value === 'counting') return 'row_ended'
  return endOf(before, after, event)
}

/** Why a row of troubles has not opened an incident yet: the first condition that is not met. */
const countedOf = ({ context }: StoredAlert, settings: ResultEvent['settings']): AlertOutcome => {
  const { quorum, failingMs = 0, failsInARow } = settings
  if (quorum) return 'below_quorum'
  return context.inARow >= Math.max(1, failsInARow) && failingMs > 0 ? 'too_short' : 'counted'
}

const restraintOf = ({ context }: StoredAlert, event: Settled<AlertEvent>): AlertOutcome => {
  const ruling = rulingOn(context, event)
  return ruling.tells ? 'already_told' : ruling.because
}

/** The outcome of the end of an incident that sent nothing. */
const endOf = (before: StoredAlert, after: StoredAlert, event: Settled<AlertEvent>): AlertOutcome => {
  if (!before.context.told) return before.context.ack === null ? 'ended_untold' : 'ended_acknowledged'
  if (!wantsRecovery(event.settings)) return 'recovery_unwanted'
  const restraint = calmRestraint(after.context, event)
  return restraint === 'damped' ? 'recovery_damped' : 'recovery_owed'
}

/** The outcome of missing data or a standing condition, or of its end; null if the state did not change. */
const silenceOutcomeOf = (
  event: Settled<AlertEvent>,
  before: StoredAlert,
  after: StoredAlert,
  effects: readonly AlertEffect[],
): AlertOutcome | null => {
  const isBeginning = event.type === 'NO_DATA' || event.type === 'SIGNAL'
  if ((!isBeginning && event.type !== 'DATA' && event.type !== 'CALM') || before.value === after.value) return null
  const told = effects.find(({ resultId }) => resultId === event.resultId)
  if (isBeginning) return told ? (told.why ? SENT_FOR[told.why] : 'fired') : restraintOf(after, event)
  return told ? 'recovered' : endOf(before, after, event)
}
