import { POLICY_OUTCOMES } from '../../contract/alerts/alert-decisions.ts'
import { durationText } from '../core/duration-text.ts'
import type { AlertFacts, AlertOutcome, DecidedReason } from './alert-reason.ts'

/** The failing locations with their counts: "Frankfurt 3, Paris 1"; empty if they are not known. */
const listOf = ({ locations = [] }: AlertFacts): string => locations.map(({ id, count }) => `${id} ${count}`).join(', ')

const places = (number: number): string => `${number} ${number === 1 ? 'location' : 'locations'}`

/** The counts of each location, as an addition to a sentence about an alert that fired; empty where the plain count says it all. */
export const placesWords = ({ facts = {} }: Pick<DecidedReason, 'facts'>): string => {
  const { locations = [], quorum } = facts
  if (quorum !== undefined)
    return ` It fails in ${places(locations.length)} (in a row: ${listOf(facts)}), and the alert asks for ${quorum}.`
  return locations.length > 1 ? ` In a row by location: ${listOf(facts)}.` : ''
}

/** The pause that ended when a late message was sent. */
export const pauseOf = ({ event, facts }: Pick<DecidedReason, 'event' | 'facts'>): string =>
  event !== 'TICK'
    ? 'its snooze'
    : facts?.awaits_until_ms !== undefined
      ? 'the wait for monitors that this one depends on'
      : facts?.flapping_ms === undefined
        ? 'its quiet hours'
        : 'the flapping'

const flappingWords = ({ openings = 0, flapping_ms = 0 }: AlertFacts): string =>
  `${openings} incidents within ${durationText(flapping_ms)}`

/** The quiet hours that hold a message back; null if something else does. */
export const pausedWords = ({ facts = {} }: Pick<DecidedReason, 'facts'>, at: (ms: number) => string): string | null =>
  facts.quiet_until_ms === undefined ? null : `its receiver has quiet hours until ${at(facts.quiet_until_ms)}`

/** An outcome of the rules about time, locations, dependencies and people. */
type PolicyOutcome = (typeof POLICY_OUTCOMES)[number]

export const isPolicyOutcome = (outcome: AlertOutcome): outcome is PolicyOutcome =>
  POLICY_OUTCOMES.some((each) => each === outcome)

/** Explains a decision of those rules in one sentence. */
export const policyReason = (
  { outcome, name, facts = {} }: Pick<DecidedReason, 'name' | 'facts'> & { readonly outcome: PolicyOutcome },
  at: (ms: number) => string,
): string => {
  const { quorum = 0, locations = [], escalates_ms: escalatesMs = 0, acknowledged_by: who = 'somebody', turn } = facts
  switch (outcome) {
    case 'below_quorum':
      return `“${name}” did not fire: it fails in ${places(locations.length)} (in a row: ${listOf(facts)}), and the alert asks for ${quorum} at the same time.`
    case 'still_failing':
      return `“${name}” sent nothing: this location is good again, but it still fails in ${places(locations.length)} (in a row: ${listOf(facts)}).`
    case 'too_short':
      return `“${name}” did not fire: it has failed for ${durationText(facts.lasted_ms ?? 0)}, and the alert fires after ${durationText(facts.failing_ms ?? 0)}.`
    case 'quiet_hours':
      return `“${name}” did not fire: ${pausedWords({ facts }, at) ?? 'its receiver has quiet hours'}. If the problem persists, it fires when they end.`
    case 'held':
      return `“${name}” did not fire: “${facts.upstream ?? 'a monitor'}”, which this one depends on, is failing. If the problem outlasts that, it fires.`
    case 'awaiting_dependency':
      return `“${name}” did not fire yet: it waits until ${at(facts.awaits_until_ms ?? 0)} for results of the monitors that this one depends on. If they pass, it fires then.`
    case 'awaiting_acknowledgement':
      return `“${name}” did not fire: it tells only of what nobody acknowledges within ${durationText(escalatesMs)}.`
    case 'acknowledged':
      return `“${name}” did not fire: ${who} acknowledged the incident.`
    case 'damped':
      return `“${name}” did not fire: it is flapping, with ${flappingWords(facts)}, and that has been told.`
    case 'flapping':
      return `“${name}” fired once for a flapping monitor: ${flappingWords(facts)}. It resolves once it has been stable.`
    case 'reminded':
      return `“${name}” fired as a reminder: the problem persists, and nobody has acknowledged it.${turn === undefined ? '' : ` Message ${turn} of this incident.`}`
    case 'escalated':
      return `“${name}” fired: nobody acknowledged the incident within ${durationText(escalatesMs)}.${placesWords({ facts })}`
    case 'ended_acknowledged':
      return `“${name}” sent nothing: the incident, which ${who} acknowledged, ended before its receiver was told.`
    case 'recovery_damped':
      return `“${name}” sent nothing: it is flapping, with ${flappingWords(facts)}. It sends the recovery once it has been stable.`
  }
}
