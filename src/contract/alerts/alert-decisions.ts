import { deliveryStatus } from '../core/delivery-status.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { data, id, time } from '../core/wire.ts'
import { category } from '../results/results.ts'

/** Outcomes of the rules about time, locations, dependencies and people. Stored by their place here: only append. */
export const POLICY_OUTCOMES = [
  'reminded',
  'escalated',
  'flapping',
  'below_quorum',
  'still_failing',
  'too_short',
  'quiet_hours',
  'held',
  'awaiting_acknowledgement',
  'acknowledged',
  'damped',
  'ended_acknowledged',
  'recovery_damped',
  'awaiting_dependency',
] as const
const policyOutcome = shape(oneOf(POLICY_OUTCOMES))
const plainOutcome = shape(
  "'fired' | 'repeated' | 'passed' | 'recovered' | 'fired_late' | 'recovered_late' | 'counted' | 'already_told' | 'snoozed' | 'recovery_owed' | 'recovery_unwanted' | 'ended_untold' | 'row_ended' | 'unchanged' | 'ignored' | 'manual'",
)

/** An alert's decision about a result, as recorded when it was made. */
export const decidedOutcome = shape([plainOutcome, '|', policyOutcome])

/** Why no decision was made, derived from the alert's current settings. */
export const undecidedOutcome = shape(
  "'not_listed' | 'off' | 'other_monitor' | 'tag_missing' | 'tag_excluded' | 'no_verdict' | 'in_downtime' | 'waiting' | 'newer' | 'changed' | 'forgotten'",
)

const state = shape("'quiet' | 'counting' | 'open' | 'acknowledged'")

/** Delivery of the message that a decision sent. */
const delivery = shape({
  status: deliveryStatus,
  tries: 'number',
  /** Time of the last attempt; null before the first. */
  time: 'string | null',
  http_code: 'number | null',
  error: 'string | null',
  next_try: 'string | null',
})

/** The counts of each location at that moment, and the settings that the decision rests on; each only where it plays a part. */
export const decisionFacts = shape({
  'locations?': [{ id, count: 'number' }, '[]'],
  /** Failing locations that open an incident. */
  'quorum?': 'number',
  /** Milliseconds that the row must last, and has lasted. */
  'failing_ms?': 'number',
  'lasted_ms?': 'number',
  'escalates_ms?': 'number',
  'quiet_until_ms?': 'number',
  /** The failing monitor that this one depends on. */
  'upstream?': 'string',
  /** Until when news of the monitors that this one depends on was awaited. */
  'awaits_until_ms?': 'number',
  'acknowledged_by?': 'string',
  'openings?': 'number',
  'flapping_ms?': 'number',
  /** Number of the message within the incident. */
  'turn?': 'number',
  /** For a reminder between results: the result that it is about. */
  'result_id?': 'string',
  /** The standing condition, as a sentence. */
  'condition?': 'string',
})

const decision = shape({
  outcome: decidedOutcome,
  /** Whether a message was sent. */
  sent: 'boolean',
  /** The decision as a sentence, with times in UTC. */
  text: 'string',
  webhook_id: id,
  webhook_name: 'string',
  call_id: 'string | null',
  call_name: 'string | null',
  call_kind: "'monitor' | 'workflow' | null",
  /** Null when the decision is about missing data. */
  result_id: 'string | null',
  result_category: [category, '|', 'null'],
  /** The location whose data is missing, is back, or is no longer expected; null when the decision is about a result. */
  no_data: [{ step: "'no_data' | 'data' | 'not_expected'", location_id: 'string' }, '|', 'null'],
  /** When the run was due, and when the decision was made. */
  due: time,
  time,
  /** The path through the alert's state chart: state, event, guard (null if no transition matched), state. */
  path: {
    from: state,
    event: "'RESULT' | 'NO_DATA' | 'DATA' | 'SIGNAL' | 'CALM' | 'UNSNOOZE' | 'TICK'",
    guard: 'string | null',
    to: state,
  },
  /** Matching results in a row before this one, including this one, and needed to alert. */
  counted_before: 'number',
  counted: 'number',
  needed: 'number',
  snoozed_until: 'string | null',
  /** The person who snoozed the alert; null if nobody did or the caller may not see it. */
  snoozed_by: 'string | null',
  facts: decisionFacts,
  delivery: [delivery, '|', 'null'],
})

/** An alert's decisions about a result, or the reason why there are none. */
const explanation = shape({
  webhook_id: id,
  webhook_name: 'string',
  verdict: "'sent' | 'counted' | 'quiet'",
  /** No decision was made: `text` is derived from the current settings. */
  as_set_now: 'boolean',
  reason: [decidedOutcome, '|', undecidedOutcome],
  text: 'string',
  /** In the order they were made; there is a second one if the message was sent later. */
  decisions: [decision, '[]'],
})

/** Why alerts fired or did not. */
export const alertDecisions = {
  'alert.explain': endpoint('GET /api/3/results/{id}/alerts', {
    summary: 'Explains what each alert of the project did with one result, and why',
    access: 'see',
    answer: shape({ data: [explanation, '[]'] }),
  }),
  'alert.decisions': endpoint('GET /api/3/webhooks/{id}/decisions', {
    summary: 'Lists the decisions of one alert, newest first, for all monitors or one; kept for 30 days',
    access: 'see',
    query: shape({
      'cursor?': 'string <= 512',
      'limit?': '1 <= number.integer <= 100',
      'monitor_id?': 'string <= 128',
    }),
    lists: 'data',
    answer: data(decision),
  }),
} as const
