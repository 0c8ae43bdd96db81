import { conditionSet } from '../conditions/conditions.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { time } from '../core/wire.ts'
import { MONITOR_BYTES, monitors } from '../monitors/monitors.ts'
import { category, detail, exceptionType, reason, timing } from '../results/results.ts'

/** What a trial came to: the figures and the evidence of its one run. */
const outcome = shape({
  result_category: category,
  result: reason,
  http_code: 'number | null',
  exception_type: [exceptionType, '|', 'null'],
  timing,
  request_size: 'number',
  response_size: 'number',
  dest_ip: 'string | null',
  started: time,
  detail,
})

/** Runs of monitors that are not stored: what they come to is in no list, no figure and no alert, and is forgotten within the hour. */
export const trials = {
  'trial.start': endpoint('POST /api/3/monitors/run-draft', {
    summary: 'Runs a monitor that is not stored, once; what it comes to counts nowhere',
    access: 'edit',
    limit: 'run',
    reaches: true,
    audit: 'trial.start',
    maxBodyBytes: MONITOR_BYTES,
    body: shape({
      request: monitors.draft.request,
      'conditions?': conditionSet,
      /** Default: the first location that is online. */
      'location_id?': 'string <= 128 | null',
    }),
    answer: shape({ id: 'string', location_id: 'string' }),
  }),
  'trial.read': endpoint('GET /api/3/monitors/run-draft/{id}', {
    summary: 'How far a trial is: waits for as long as nothing is new to a caller that knows its state',
    access: 'edit',
    query: shape({
      /** The state that the caller knows: the answer comes once it is another, or after 20 seconds. */
      'known?': "'queued' | 'running'",
    }),
    answer: shape({
      id: 'string',
      location_id: 'string',
      /** `lost`: no agent took it in time. */
      state: "'queued' | 'running' | 'done' | 'lost'",
      outcome: [outcome, '|', 'null'],
    }),
  }),
} as const
