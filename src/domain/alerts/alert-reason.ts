import type { decidedOutcome, untouchedOutcome } from '../../contract/alerts/alert-decisions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import type { Category } from '../results/classify.ts'
import type { SilenceStep } from '../silence/silence-id.ts'
import type { AlertScope } from './alerting.ts'

/** What was decided of a result, or why nothing was. */
export type AlertOutcome = Shape<typeof decidedOutcome>
export type UntouchedOutcome = Shape<typeof untouchedOutcome>

/** What the sentence about a decision is made of. */
export type DecidedReason = {
  readonly outcome: AlertOutcome
  /** The webhook's name. */
  readonly name: string
  readonly category: Category | null
  readonly countedBefore: number
  readonly counted: number
  readonly needed: number
  readonly snoozedUntilMs: number | null
  readonly snoozedBy: string | null
  /** Where it is about no data: from which location, and which step. */
  readonly silence?: { readonly step: SilenceStep; readonly locationId: string } | null
}

const SENT: ReadonlySet<AlertOutcome> = new Set([
  'fired',
  'repeated',
  'passed',
  'recovered',
  'fired_late',
  'recovered_late',
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

const waitsFor = (needed: number): string => (needed <= 1 ? 'it alerts at once' : `it waits for ${needed}`)

/** Why a decision was what it was, in a sentence. `at` writes an instant in the reader's time. */
export const reasonText = (reason: DecidedReason, at: (ms: number) => string): string => {
  const { outcome, name, category, countedBefore, counted, needed, snoozedUntilMs, snoozedBy } = reason
  const noun = nounOf(category)
  const until = snoozedUntilMs === null ? '' : ` until ${at(snoozedUntilMs)}`
  const snooze = `snoozed${snoozedBy === null ? '' : ` by ${snoozedBy}`}${until}`
  if (reason.silence) return silenceReason(reason, reason.silence, snooze)
  switch (outcome) {
    case 'fired':
      return counted <= 1
        ? `“${name}” was sent: this is a ${noun}, and ${waitsFor(needed)}.`
        : `“${name}” was sent: this is the ${ordinal(counted)} ${noun} in a row, and ${waitsFor(needed)}.`
    case 'repeated':
      return `“${name}” was sent again: the ${ordinal(counted)} ${noun} in a row, and it hears of each one.`
    case 'passed':
      return `“${name}” was sent: it hears of every pass.`
    case 'recovered':
      return `“${name}” was told that it is over: this is the first good result after ${countedWords(countedBefore)}.`
    case 'fired_late':
      return counted <= 1
        ? `“${name}” was sent when its snooze ended: this was still the newest result.`
        : `“${name}” was sent when its snooze ended: this was the newest of ${counted} in a row by then.`
    case 'recovered_late':
      return `“${name}” was told when its snooze ended that it is over.`
    case 'counted':
      return `“${name}” stayed quiet: this is the ${ordinal(counted)} ${noun} in a row, and ${waitsFor(needed)}.`
    case 'already_told':
      return `“${name}” stayed quiet: it was told of this incident before, and hears of each incident once.`
    case 'snoozed':
      return category === 'PASS' && counted === 0
        ? `“${name}” stayed quiet: ${snooze}.`
        : `“${name}” stayed quiet: ${snooze}. What still goes on then is told when the snooze ends.`
    case 'recovery_owed':
      return `“${name}” stayed quiet: ${snooze}. That the incident is over is told when the snooze ends.`
    case 'recovery_unwanted':
      return `“${name}” stayed quiet: the incident is over, and it does not ask to hear of passes.`
    case 'ended_untold':
      return `“${name}” stayed quiet: the incident began and ended within its snooze, so nobody knew of it.`
    case 'row_ended':
      return `“${name}” stayed quiet: this ends a row of ${countedBefore}, and ${waitsFor(needed)}. It counts from 0 again.`
    case 'unchanged':
      return `“${name}” stayed quiet: this result neither adds to what it counts nor ends it.`
    case 'ignored':
      return `“${name}” stayed quiet: this attempt is one of those that the schedule keeps from alerting. It was not counted.`
    case 'manual':
      return `“${name}” stayed quiet: somebody ran this by hand, or an alert started it, and the project does not alert on such runs.`
  }
}

const silenceReason = (
  { outcome, name, counted, needed }: DecidedReason,
  { step, locationId }: NonNullable<DecidedReason['silence']>,
  snooze: string,
): string => {
  const noData = `there was no data from ${locationId}`
  const over =
    step === 'not_expected' ? `no schedule calls the monitor from ${locationId}` : `there is data from ${locationId}`
  switch (outcome) {
    case 'fired':
      return `“${name}” was sent: ${noData} for ${counted} periods, and it waits for ${needed}.`
    case 'fired_late':
      return `“${name}” was sent when its snooze ended: there was still no data from ${locationId}.`
    case 'recovered':
      return `“${name}” was told that it is over: ${over}${step === 'not_expected' ? ' any more' : ' again'}.`
    case 'recovered_late':
      return `“${name}” was told when its snooze ended that it is over.`
    case 'snoozed':
      return `“${name}” stayed quiet: ${snooze}. If there is still no data then, it is told when the snooze ends.`
    case 'recovery_owed':
      return `“${name}” stayed quiet: ${snooze}. That it is over is told when the snooze ends.`
    case 'recovery_unwanted':
      return `“${name}” stayed quiet: it is over, and it does not ask to hear of passes.`
    case 'ended_untold':
      return `“${name}” stayed quiet: it began and ended within its snooze, so nobody knew of it.`
    default:
      return `“${name}” stayed quiet: it was told before that there is no data from ${locationId}.`
  }
}

const countedWords = (count: number): string => (count === 1 ? '1 bad one' : `${count} bad ones`)

/** What is asked to explain a result that nothing was decided of. */
export type UntouchedAsk = {
  readonly webhook: AlertScope & { readonly alerts: readonly (Category | 'NO_DATA')[]; readonly createdMs: number }
  readonly monitor: { readonly id: string; readonly tags: readonly string[] }
  readonly category: Category
  readonly dueMs: number
  /** It waits for an earlier run of the monitor which is still being made. */
  readonly isWaiting: boolean
  /** How far back decisions are kept. */
  readonly keptSinceMs: number
}

/** Why nothing was decided of a result, from the webhook's settings as they are now. */
export const untouchedReason = (ask: UntouchedAsk): UntouchedOutcome => {
  const { webhook, monitor, category } = ask
  if (category === 'SKIPPED' || category === 'QUEUED') return 'no_verdict'
  if (ask.isWaiting) return 'waiting'
  if (webhook.monitor_id !== null && webhook.monitor_id !== monitor.id) return 'other_monitor'
  if (webhook.exclude_tags.some((tag) => monitor.tags.includes(tag))) return 'tag_excluded'
  if (webhook.include_tags.length > 0 && !webhook.include_tags.some((tag) => monitor.tags.includes(tag)))
    return 'tag_missing'
  if (!webhook.enabled) return 'off'
  if (!webhook.alerts.includes(category)) return 'not_listed'
  if (ask.dueMs < ask.keptSinceMs) return 'forgotten'
  return webhook.createdMs > ask.dueMs ? 'newer' : 'changed'
}

const listOf = (words: readonly string[], last: string): string =>
  words.length <= 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** The same in a sentence; as it is set now. */
export const untouchedText = (
  reason: UntouchedOutcome,
  { name, webhook, monitor, category }: Pick<UntouchedAsk, 'webhook' | 'monitor' | 'category'> & { name: string },
): string => {
  switch (reason) {
    case 'no_verdict':
      return `“${name}” was not asked: a run that was not made says nothing about the monitor.`
    case 'waiting':
      return `“${name}” has not decided yet: an earlier run of the monitor is still under way.`
    case 'other_monitor':
      return `“${name}” is for another monitor.`
    case 'tag_excluded':
      return `“${name}” leaves this monitor out: it excludes the tag ${listOf(
        webhook.exclude_tags.filter((tag) => monitor.tags.includes(tag)),
        'and',
      )}.`
    case 'tag_missing':
      return `“${name}” is for monitors with the tag ${listOf(webhook.include_tags, 'or')}.`
    case 'off':
      return `“${name}” is switched off.`
    case 'not_listed':
      return `“${name}” only alerts on ${listOf(webhook.alerts, 'and')}; this result is ${category}.`
    case 'forgotten':
      return `What “${name}” decided is not kept any more: decisions are kept for 30 days.`
    case 'newer':
      return `“${name}” was not there yet: it was made after this run.`
    case 'changed':
      return category === 'PASS'
        ? `“${name}” stayed quiet: this passed, and no incident was open.`
        : `“${name}” was not asked: its settings, or the monitor’s tags, were others then.`
  }
}
