import { endpoint, type Shape, shape } from '../core/endpoint.ts'
import { id, time } from '../core/wire.ts'
import { broadcastKinds } from '../kinds.ts'
import { category, reason } from '../results/results.ts'

/** A run has its result. Callers who may not see evidence are not told `result` and `trigger`. */
const result = shape({
  type: "'result'",
  /** The result's id: that of the run, where it was told of. */
  id,
  call_id: id,
  location_id: 'string',
  result_category: category,
  'result?': reason,
  http_code: 'number | null',
  /** Milliseconds in all. */
  response_time: 'number',
  /** When the agent began. */
  time,
  'trigger?': "'schedule' | 'manual' | 'api'",
})

/** A run was queued on demand: its result is readable as QUEUED. */
const run = shape({ type: "'run'", result_id: id, call_id: id, location_id: 'string' })

/** A run of a workflow has its result; those of its steps are told of before. */
const workflowResult = shape({
  type: "'workflow_result'",
  id,
  workflow_id: id,
  location_id: 'string',
  result_category: category,
  /** Milliseconds of all steps together. */
  response_time: 'number',
  time,
})

/** A run of a workflow was queued on demand: its result is readable as QUEUED. */
const workflowRun = shape({
  type: "'workflow_run'",
  workflow_result_id: id,
  workflow_id: id,
  location_id: 'string',
})

/** A managed object was changed, by the account or API key `by`. */
const object = shape({
  type: "'object'",
  kind: ['===', ...broadcastKinds],
  id,
  change: "'created' | 'updated' | 'removed'",
  by: 'string | null',
})

/** The alert of one webhook for one monitor came into another state. */
const alert = shape({
  type: "'alert'",
  webhook_id: id,
  call_id: id,
  state: "'quiet' | 'counting' | 'open' | 'acknowledged'",
})

/** Messages of a webhook were sent, or tried. */
const delivery = shape({ type: "'delivery'", webhook_id: id })

/** The audit log has an entry of something that no other event tells of. Who may not read that log is told no more than that. */
const audit = shape({ type: "'audit'" })

/** Something was told in the notifications, or somebody has read some: what is read is read by each for themselves. */
const notification = shape({ type: "'notification'" })

/** Monitors have no data any more, or have data again. */
const noData = shape({ type: "'no_data'" })

/** A location was added: an agent joined from a new one. */
const location = shape({ type: "'location'" })

/** What happened since the id that was shown is not known any more: fetch anew what is on the screen. */
const reset = shape({ type: "'reset'" })

/** An event of a project's stream. Events are idempotent: one repeated after an interruption changes nothing. */
export const liveEvent = shape([
  [
    [
      [
        [
          [[[[[[result, '|', run], '|', workflowResult], '|', workflowRun], '|', object], '|', alert], '|', delivery],
          '|',
          audit,
        ],
        '|',
        notification,
      ],
      '|',
      noData,
    ],
    '|',
    location,
  ],
  '|',
  reset,
])
export type LiveEvent = Shape<typeof liveEvent>

/** The stream of what happens in a project. */
export const live = {
  'live.events': endpoint('GET /api/3/events', {
    summary:
      'What happens in the project from now on, as server-sent events; with Last-Event-ID (or last_event_id) also what happened since, for 10 minutes',
    access: 'see',
    media: 'text/event-stream',
    stream: 'events',
    query: shape({ 'last_event_id?': 'string <= 4096' }),
    /** One event; they follow each other for as long as the caller may see the project. */
    answer: liveEvent,
  }),
} as const
