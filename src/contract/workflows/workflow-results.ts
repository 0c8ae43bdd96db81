import { shape } from '../core/endpoint.ts'
import { time } from '../core/wire.ts'
import { narrowing, paged } from '../results/result-filters.ts'
import { category, reason, timing } from '../results/results.ts'

/** One step of a workflow's run. */
const stepResult = shape({
  /** Position of the step, from 0. */
  index: 'number.integer >= 0',
  /** Null if the monitor was deleted for good. */
  call_id: 'string | null',
  name: 'string',
  /** The ordinary result of the monitor; null if the monitor was deleted before the run. */
  result_id: 'string | null',
  result_category: category,
  result: reason,
  http_code: 'number | null',
  /** Milliseconds. */
  response_time: 'number',
  response_size: 'number',
  /** When the step began; null if it was skipped or its monitor was missing. */
  started: [time, '|', 'null'],
  'timing?': [timing, '|', 'null'],
})

/** One run of a workflow. Steps, variables and log are absent in lists; variables and log need the right to inspect. */
export const workflowResult = shape({
  id: 'string',
  meta: {
    id: 'string',
    workflow_id: 'string',
    name: 'string',
    location_id: 'string',
    /** The worst of its steps. */
    result_category: category,
    /** The reason of the step that decided the category. */
    result: reason,
    /** `PARTIAL`: steps were skipped. */
    status: "'QUEUED' | 'RUNNING' | 'COMPLETE' | 'PARTIAL'",
    /** When the first step began; when it is due, as long as it is queued. */
    started: time,
    ended: [time, '|', 'null'],
    due: time,
    trigger: "'schedule' | 'manual' | 'api'",
    schedule_id: 'string | null',
    attempt: 'number',
    retry_of: 'string | null',
    ignored_in_stats: 'boolean',
    in_downtime: 'boolean',
  },
  /** Milliseconds of all steps together. */
  timing: { total: 'number' },
  /** Number of steps that ran, and of those that were skipped. */
  steps: { run: 'number', skipped: 'number' },
  /** The first step that failed; null if none did. */
  failed_step: [{ index: 'number', name: 'string', result: reason }, '|', 'null'],
  'results?': [stepResult, '[]'],
  /** Values at the beginning, and those that steps set with the scope `workflow`. Secrets are masked. */
  'variables?': { initial: 'Record<string, string>', set: 'Record<string, string>' },
  'messages?': 'string[]',
  'previous_id?': 'string | null',
  'next_id?': 'string | null',
  /** All attempts of the same scheduled run, in order; the last may still be QUEUED. */
  'attempts?': [{ id: 'string', attempt: 'number', result_category: category, created: time }, '[]'],
})

/** Filters of a workflow's results. */
export const workflowResultFilter = shape({ ...paged, ...narrowing })

/** Filters of an export of a workflow's results, which has no pages. */
export const workflowResultNarrowing = shape(narrowing)
