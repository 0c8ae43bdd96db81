import { conditionSet } from '../conditions/conditions.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { time } from '../core/wire.ts'
import { browserDraft } from '../monitors/browser-setup.ts'
import { MONITOR_BYTES, monitors } from '../monitors/monitors.ts'
import { category, detail, exceptionType, pictureQuery, reason, timing } from '../results/results.ts'
import { workflows } from '../workflows/workflows.ts'

/** Outcome of a trial: the figures and result detail of its one run. */
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

/** A step of a trial: its outcome, or null if it was skipped or its monitor is missing. */
const step = shape({
  /** Position of the step, from 0. */
  index: 'number.integer >= 0',
  call_id: 'string',
  name: 'string',
  result_category: category,
  result: reason,
  outcome: [outcome, '|', 'null'],
})

/** Runs of monitors that are not stored. Their outcome is in no list, figure or alert, and is deleted within the hour. */
export const trials = {
  'trial.start': endpoint('POST /api/3/monitors/run-draft', {
    summary: 'Runs a monitor that is not stored once; its outcome counts nowhere',
    access: 'edit',
    changes: false,
    limit: 'run',
    reaches: true,
    audit: 'trial.start',
    maxBodyBytes: MONITOR_BYTES,
    body: shape({
      /** A call. */
      'request?': monitors.draft.request,
      /** A browser test, instead of a request. */
      'setup?': browserDraft,
      'conditions?': conditionSet,
      /** A stored monitor whose secrets are used where the request masks them, for the origins that they were entered for. */
      'monitor_id?': 'string <= 128 | null',
      /** The environment whose variables are used. Default: that of the stored monitor, else `global`. */
      'workspace?': '1 <= string <= 200',
      /** Default: the first location that is online. */
      'location_id?': 'string <= 128 | null',
    }),
    answer: shape({ id: 'string', location_id: 'string' }),
  }),
  'trial.start-workflow': endpoint('POST /api/3/workflows/run-draft', {
    summary:
      'Runs a workflow that is not stored once; its outcome counts nowhere, and sets no variable of an environment',
    access: 'edit',
    changes: false,
    limit: 'run',
    reaches: true,
    audit: 'trial.start',
    body: shape({
      workflow: workflows.draft['workflow?'],
      /** The environment that is searched before those of the steps’ monitors. Default: `global`. */
      'workspace?': '1 <= string <= 200',
      /** Default: the first location that is online. */
      'location_id?': 'string <= 128 | null',
      /** Variables for this run only. */
      'context?': 'Record<string, string <= 65536 | number | boolean | null>',
      /** Names of the variables above whose values are secret. */
      'secret_variables?': [['string <= 200', '[]'], '&', 'unknown[] <= 200'],
    }),
    answer: shape({ id: 'string', location_id: 'string' }),
  }),
  'trial.read': endpoint('GET /api/3/monitors/run-draft/{id}', {
    summary: 'Returns the state of a trial; given the state that the caller knows, waits until it changes',
    access: 'edit',
    query: shape({
      /** The state that the caller knows. The answer comes once it has changed, or after 20 seconds. */
      'known?': "'queued' | 'running'",
    }),
    answer: shape({
      id: 'string',
      location_id: 'string',
      /** `lost`: no agent took the run in time. */
      state: "'queued' | 'running' | 'done' | 'lost'",
      outcome: [outcome, '|', 'null'],
      /** Steps of a workflow, in order, once it is done; absent for a monitor. */
      'steps?': [step, '[]'],
      /** Numbers of the pictures of a browser test that have arrived: 0 is the page at the end, others are those of their step. */
      pictures: 'number.integer[]',
    }),
  }),
  'trial.screenshot': endpoint('GET /api/3/monitors/run-draft/{id}/screenshot', {
    summary: 'Downloads a picture of a trial of a browser test as PNG or JPEG',
    access: 'edit',
    query: pictureQuery,
    media: 'image/png',
    stream: 'bytes',
    answer: shape('ArrayBuffer'),
  }),
} as const
