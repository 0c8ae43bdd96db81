import { endpoint, shape } from '../core/endpoint.ts'
import { data, id, time } from '../core/wire.ts'
import { category } from '../results/results.ts'

/** What a webhook's alert made of a result, as it was decided and kept. */
export const decidedOutcome = shape(
  "'fired' | 'repeated' | 'passed' | 'recovered' | 'fired_late' | 'recovered_late' | 'counted' | 'already_told' | 'snoozed' | 'recovery_owed' | 'recovery_unwanted' | 'ended_untold' | 'row_ended' | 'unchanged' | 'ignored' | 'manual'",
)

/** Why nothing was decided, said from the settings as they are now. */
export const untouchedOutcome = shape(
  "'not_listed' | 'off' | 'other_monitor' | 'tag_missing' | 'tag_excluded' | 'no_verdict' | 'waiting' | 'newer' | 'changed' | 'forgotten'",
)

const state = shape("'quiet' | 'counting' | 'open'")

/** How the message went that a decision sent. */
const delivery = shape({
  status: "'waiting' | 'delivered' | 'retrying' | 'failed'",
  tries: 'number',
  /** When it was last tried; null before the first try. */
  time: 'string | null',
  http_code: 'number | null',
  error: 'string | null',
  next_try: 'string | null',
})

const decision = shape({
  outcome: decidedOutcome,
  /** A message left for the receiver. */
  sent: 'boolean',
  /** In a sentence, times in UTC. */
  text: 'string',
  webhook_id: id,
  webhook_name: 'string',
  call_id: 'string | null',
  call_name: 'string | null',
  /** Null where it is about no data. */
  result_id: 'string | null',
  result_category: [category, '|', 'null'],
  /** From where there is no data, or data again, or none is expected any more; null where it is about a result. */
  no_data: [{ step: "'no_data' | 'data' | 'not_expected'", location_id: 'string' }, '|', 'null'],
  /** When the run was due, and when it was decided about. */
  due: time,
  time,
  /** The way through the alert's chart: state, event, guard (null where nothing in the chart answered), state. */
  path: { from: state, event: "'RESULT' | 'NO_DATA' | 'DATA' | 'UNSNOOZE'", guard: 'string | null', to: state },
  /** Matching results in a row before and with this one, and how many it takes. */
  counted_before: 'number',
  counted: 'number',
  needed: 'number',
  snoozed_until: 'string | null',
  /** Who snoozed it; null where nobody did, or where the caller may not know. */
  snoozed_by: 'string | null',
  delivery: [delivery, '|', 'null'],
})

/** What one webhook made of a result: what was decided, or why nothing was. */
const explanation = shape({
  webhook_id: id,
  webhook_name: 'string',
  verdict: "'sent' | 'counted' | 'quiet'",
  /** Nothing was decided: `text` is said from the settings as they are now. */
  as_set_now: 'boolean',
  reason: [decidedOutcome, '|', untouchedOutcome],
  text: 'string',
  /** In the order in which they were made: a second one where it was told later. */
  decisions: [decision, '[]'],
})

/** Why alerts did or did not fire. */
export const alertDecisions = {
  'alert.explain': endpoint('GET /api/3/results/{id}/alerts', {
    summary: 'What every webhook of the project made of one result, and why',
    access: 'see',
    answer: shape({ data: [explanation, '[]'] }),
  }),
  'alert.decisions': endpoint('GET /api/3/webhooks/{id}/decisions', {
    summary: 'What one webhook decided, newest first, of all monitors or of one; kept for 30 days',
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
