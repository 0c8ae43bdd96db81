import type { decidedOutcome, decisionFacts, undecidedOutcome } from '../../contract/alerts/alert-decisions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import type { Category } from '../results/classify.ts'
import type { SilenceStep } from '../silence/silence-id.ts'
import type { AlertScope } from './alerting.ts'
import { isPolicyOutcome, pausedWords, pauseOf, placesWords, policyReason } from './policy-reason.ts'
import type { Signal } from './signal.ts'

/** An alert's decision about a result. */
export type AlertOutcome = Shape<typeof decidedOutcome>
export type UndecidedOutcome = Shape<typeof undecidedOutcome>

/** The counts of each location at the moment of a decision, and the settings that it rests on; each only where it plays a part. */
export type AlertFacts = Shape<typeof decisionFacts>

/** Facts from which the sentence about a decision is made. */
export type DecidedReason = {
  readonly outcome: AlertOutcome
  /** The alert's name. */
  readonly name: string
  readonly category: Category | null
  readonly countedBefore: number
  readonly counted: number
  readonly needed: number
  readonly snoozedUntilMs: number | null
  readonly snoozedBy: string | null
  readonly event?: string
  readonly facts?: AlertFacts
  /** For a decision about missing data: the location and the step. */
  readonly silence?: { readonly step: SilenceStep; readonly locationId: string } | null
}

const SENT: ReadonlySet<AlertOutcome> = new Set([
  'fired',
  'repeated',
  'passed',
  'recovered',
  'fired_late',
  'recovered_late',
  'reminded',
  'escalated',
  'flapping',
])

/** Whether a decision sent a message. */
export const isSent = (outcome: AlertOutcome): boolean => SENT.has(outcome)

const ordinal = (number: number): string => {
  const tens = number % 100
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return `${number}${ending}`
}

const NOUNS: Partial<Record<Category, string>> = { PASS: 'pass', SLOW: 'slow run', WARNING: 'warning', FAIL: 'failure' }

const nounOf = (category: Category | null): string => (category && NOUNS[category]) ?? 'result'

const firesAfter = (needed: number): string =>
  needed <= 1 ? 'the alert fires on the first' : `the alert fires after ${needed}`

/** Explains a decision in one sentence. `at` formats an instant for the reader. */
export const reasonText = (reason: DecidedReason, at: (ms: number) => string): string => {
  const { outcome, name, category, countedBefore, counted, needed, snoozedUntilMs, snoozedBy } = reason
  const noun = nounOf(category)
  const until = snoozedUntilMs === null ? '' : ` until ${at(snoozedUntilMs)}`
  const snooze = `snoozed${snoozedBy === null ? '' : ` by ${snoozedBy}`}${until}`
  if (isPolicyOutcome(outcome)) return policyReason({ ...reason, outcome }, at)
  if (reason.silence) return silenceReason(reason, reason.silence, snooze)
  if (reason.facts?.condition !== undefined) return signalReason(reason, reason.facts.condition, snooze)
  switch (outcome) {
    case 'fired':
      return counted <= 1
        ? `“${name}” fired: this is a ${noun}, and ${firesAfter(needed)}.${placesWords(reason)}`
        : `“${name}” fired: this is the ${ordinal(counted)} ${noun} in a row, and ${firesAfter(needed)}.${placesWords(reason)}`
    case 'repeated':
      return `“${name}” fired again: this is the ${ordinal(counted)} ${noun} in a row, and the alert repeats for each.`
    case 'passed':
      return `“${name}” fired: it alerts on every pass.`
    case 'recovered':
      return `“${name}” resolved: this is the first good result after ${countedWords(countedBefore)}.`
    case 'fired_late':
      return counted <= 1
        ? `“${name}” fired when ${pauseOf(reason)} ended: this was still the newest result.`
        : `“${name}” fired when ${pauseOf(reason)} ended: this was the newest of ${counted} in a row.`
    case 'recovered_late':
      return `“${name}” resolved when ${pauseOf(reason)} ended.`
    case 'counted':
      return `“${name}” did not fire: this is the ${ordinal(counted)} ${noun} in a row, and ${firesAfter(needed)}.`
    case 'already_told':
      return `“${name}” did not fire: it has already fired for this incident, and it fires once per incident.`
    case 'snoozed':
      return category === 'PASS' && counted === 0
        ? `“${name}” did not fire: ${snooze}.`
        : `“${name}” did not fire: ${snooze}. If the problem persists, it fires when the snooze ends.`
    case 'recovery_owed':
      return `“${name}” sent nothing: ${pausedWords(reason, at) ?? snooze}. It sends the recovery when that ends.`
    case 'recovery_unwanted':
      return `“${name}” sent nothing: the incident is over, and the alert does not cover passes.`
    case 'ended_untold':
      return `“${name}” sent nothing: the incident began and ended while its messages were held back.`
    case 'row_ended':
      return `“${name}” did not fire: this ends a row of ${countedBefore}, and ${firesAfter(needed)}. The count is 0 again.`
    case 'unchanged':
      return `“${name}” did not fire: this result neither adds to the count nor ends it.`
    case 'ignored':
      return `“${name}” did not fire: the schedule excludes this attempt from alerting. It was not counted.`
    case 'manual':
      return `“${name}” did not fire: a person or an alert started this run, or it had variables of its own. Such a run neither raises nor ends an alert here.`
  }
}

const silenceReason = (
  { outcome, name, counted, needed }: DecidedReason,
  { step, locationId }: NonNullable<DecidedReason['silence']>,
  snooze: string,
): string => {
  const noData = `there was no data from ${locationId}`
  const over =
    step === 'not_expected' ? `no schedule runs the monitor from ${locationId}` : `there is data from ${locationId}`
  switch (outcome) {
    case 'fired':
      return `“${name}” fired: ${noData} for ${counted} periods, and ${firesAfter(needed)}.`
    case 'fired_late':
      return `“${name}” fired when its snooze ended: there was still no data from ${locationId}.`
    case 'recovered':
      return `“${name}” resolved: ${over}${step === 'not_expected' ? ' any more' : ' again'}.`
    case 'recovered_late':
      return `“${name}” resolved when its snooze ended.`
    case 'snoozed':
      return `“${name}” did not fire: ${snooze}. If there is still no data, it fires when the snooze ends.`
    case 'recovery_owed':
      return `“${name}” sent nothing: ${snooze}. It sends the recovery when the snooze ends.`
    case 'recovery_unwanted':
      return `“${name}” sent nothing: the incident is over, and the alert does not cover passes.`
    case 'ended_untold':
      return `“${name}” sent nothing: the incident began and ended during its snooze.`
    default:
      return `“${name}” did not fire: it has already fired because there is no data from ${locationId}.`
  }
}

const signalReason = ({ outcome, name }: DecidedReason, condition: string, snooze: string): string => {
  switch (outcome) {
    case 'fired':
      return `“${name}” fired: ${condition}`
    case 'recovered':
      return `“${name}” resolved: ${condition}`
    case 'snoozed':
      return `“${name}” did not fire: ${snooze}. If it is still so, it fires when the snooze ends. ${condition}`
    case 'recovery_owed':
      return `“${name}” sent nothing: ${snooze}. It sends the recovery when that ends. ${condition}`
    case 'recovery_unwanted':
      return `“${name}” sent nothing: it does not cover passes. ${condition}`
    case 'ended_untold':
      return `“${name}” sent nothing: this began and ended while its messages were held back. ${condition}`
    default:
      return `“${name}” did not fire: it has already fired for this. ${condition}`
  }
}

const countedWords = (count: number): string => (count === 1 ? '1 bad one' : `${count} bad ones`)

/** Facts that explain why an alert made no decision about a result. */
export type UndecidedFacts = {
  readonly webhook: AlertScope & {
    readonly alerts: readonly (Category | 'NO_DATA' | Signal)[]
    readonly createdMs: number
  }
  readonly monitor: { readonly id: string; readonly tags: readonly string[] }
  readonly category: Category
  readonly dueMs: number
  /** The run was due within a downtime. */
  readonly inDowntime: boolean
  /** The result waits for an earlier run of the monitor that is still in progress. */
  readonly isWaiting: boolean
  /** The age limit of stored decisions. */
  readonly keptSinceMs: number
}

/** Why an alert made no decision about a result, derived from its current settings. */
export const undecidedReason = (ask: UndecidedFacts): UndecidedOutcome => {
  const { webhook, monitor, category } = ask
  if (category === 'SKIPPED' || category === 'QUEUED') return 'no_verdict'
  if (ask.isWaiting) return 'waiting'
  if (webhook.monitor_id !== null && webhook.monitor_id !== monitor.id) return 'other_monitor'
  if (webhook.exclude_tags.some((tag) => monitor.tags.includes(tag))) return 'tag_excluded'
  if (webhook.include_tags.length > 0 && !webhook.include_tags.some((tag) => monitor.tags.includes(tag)))
    return 'tag_missing'
  if (ask.inDowntime) return 'in_downtime'
  if (!webhook.enabled) return 'off'
  if (!webhook.alerts.includes(category)) return 'not_listed'
  if (ask.dueMs < ask.keptSinceMs) return 'forgotten'
  return webhook.createdMs > ask.dueMs ? 'newer' : 'changed'
}

const listOf = (words: readonly string[], last: string): string =>
  words.length <= 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** Explains in one sentence why an alert made no decision, by its current settings. */
export const undecidedText = (
  reason: UndecidedOutcome,
  { name, webhook, monitor, category }: Pick<UndecidedFacts, 'webhook' | 'monitor' | 'category'> & { name: string },
): string => {
  switch (reason) {
    case 'no_verdict':
      return `“${name}” ignored this result: a run that did not happen says nothing about the monitor.`
    case 'in_downtime':
      return `“${name}” ignored this result: the run was due in a downtime, in which no alert fires.`
    case 'waiting':
      return `“${name}” has not decided yet: an earlier run of the monitor is still in progress.`
    case 'other_monitor':
      return `“${name}” covers another monitor.`
    case 'tag_excluded':
      return `“${name}” does not cover this monitor: it excludes the tag ${listOf(
        webhook.exclude_tags.filter((tag) => monitor.tags.includes(tag)),
        'and',
      )}.`
    case 'tag_missing':
      return `“${name}” only covers monitors with the tag ${listOf(webhook.include_tags, 'or')}.`
    case 'off':
      return `“${name}” is disabled.`
    case 'not_listed':
      return `“${name}” only alerts on ${listOf(webhook.alerts, 'and')}; this result is ${category}.`
    case 'forgotten':
      return `The decision of “${name}” is gone: decisions are kept for 30 days.`
    case 'newer':
      return `“${name}” did not exist yet: it was created after this run.`
    case 'changed':
      return category === 'PASS'
        ? `“${name}” did not fire: the run passed, and no incident was open.`
        : `“${name}” ignored this result: its settings or the monitor’s tags were different at the time.`
  }
}
