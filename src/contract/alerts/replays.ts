import { endpoint, shape } from '../core/endpoint.ts'
import { optional } from '../core/resource.ts'
import { time } from '../core/wire.ts'
import { category } from '../results/results.ts'
import { decidedOutcome } from './alert-decisions.ts'
import { webhookDraft, webhookParameters } from './webhooks.ts'

/** Longest time that an alert is replayed over, in days. */
export const MOST_REPLAY_DAYS = 30

/** Messages by their meaning, and failures for which none was sent. */
const tally = { fired: 'number', repeated: 'number', recovered: 'number', held: 'number' } as const

/** A message that the alert would have sent. */
const message = shape({
  outcome: decidedOutcome,
  /** When the message would have been sent. */
  time,
  call_id: 'string | null',
  call_name: 'string | null',
  call_kind: "'monitor' | 'workflow' | null",
  result_id: 'string',
  result_category: [category, '|', 'null'],
  location_id: 'string | null',
  /** What happened, as a sentence: the monitor and the reason of its result. */
  what: 'string',
  /** Why the alert would have sent it, as a sentence. */
  why: 'string',
})

const waiting = shape({ type: "'waiting'" })

const picture = shape({
  type: "'picture'",
  /** The last line; the list of messages comes with it. */
  done: 'boolean',
  /** Share of the time that was replayed, 0 to 1. */
  share: 'number',
  /** Why the replay ended before it came to the end of the time, and how far it came, as a sentence; null for a whole one. */
  partial: 'string | null',
  from: time,
  to: time,
  /** Results replayed, and when the first of them was due; null without any. */
  results: 'number',
  first: 'string | null',
  /** Monitors and workflows that the alert covers. */
  covered: 'number',
  /** Length of a bucket; buckets are hours or days of UTC. */
  step_seconds: 'number',
  buckets: [{ time, ...tally }, '[]'],
  totals: tally,
  /** The newest messages, at most 200, newest first; `totals` counts all. */
  messages: [message, '[]'],
  /** Messages that the stored alert did send in the same time; null for a new alert. */
  sent: [{ ...tally, created: time }, '|', 'null'],
  /** The alert covers missing data, which is not replayed. */
  without_no_data: 'boolean',
  /** The alert covers conditions other than results, which are not replayed. */
  without_conditions: 'boolean',
})

const failed = shape({ type: "'failed'", message: 'string' })

/** A line of a replay. */
const replayLine = shape([[waiting, '|', picture], '|', failed])

/** Trying an alert over stored results. */
export const replays = {
  'alert.replay': endpoint('POST /api/3/webhooks/replay', {
    summary:
      'Replays an alert, stored or not, over the results of the last days, and streams what it would have sent as lines of JSON; nothing is sent or stored',
    access: 'see',
    effect: 'read',
    body: shape({
      ...optional(webhookDraft),
      'parameters?': webhookParameters,
      /** The stored alert of which the other fields are changes. */
      'id?': 'string <= 128',
      /** Default: 30. */
      'days?': `1 <= number.integer <= ${MOST_REPLAY_DAYS}`,
    }),
    media: 'application/x-ndjson',
    stream: 'lines',
    /** One line: `waiting` while it is not this replay's turn, pictures of which the last is `done` (`partial` where the server's time for one replay was over), or `failed` at the end. */
    answer: replayLine,
  }),
} as const
