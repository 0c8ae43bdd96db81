import type { Shape } from '../../../contract/core/endpoint.ts'
import type { workflowResult } from '../../../contract/workflows/workflow-results.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { RunColumns } from '../../store/core/tables.ts'
import { categories, IGNORED, reasons, triggers } from '../../store/identity/codes.ts'
import type { ListedResult } from '../../store/results/result-search.ts'
import { idOfRun } from '../../store/results/runs.ts'
import type { QueuedRun } from '../../store/runs/queued-runs.ts'
import { DELETED } from '../../store/workflows/step-results.ts'
import type { StepRow } from '../../store/workflows/workflow-results.ts'
import { firstOf } from '../results/attempts.ts'

/** One run of a workflow as it is answered. */
export type WorkflowResult = Shape<typeof workflowResult>

const SKIPPED = reasons.code('STEP_SKIPPED')
const FAIL = categories.code('FAIL')

/** A finished run, without its steps. */
export const workflowResultRow = (row: ListedResult, steps: readonly StepRow[]): WorkflowResult => {
  const id = idOfRun(row)
  const skipped = steps.filter(({ reason }) => reason === SKIPPED).length
  const failed = steps.find(({ category }) => category === FAIL)
  return {
    id,
    meta: {
      id,
      workflow_id: row.target_id ?? '',
      name: row.target_name ?? 'a deleted workflow',
      location_id: row.location_id,
      result_category: categories.name(row.category),
      result: reasons.name(row.reason),
      status: skipped > 0 ? 'PARTIAL' : 'COMPLETE',
      started: formatTime(row.started),
      ended: formatTime(endOf(row, steps)),
      due: formatTime(row.due),
      trigger: triggers.name(row.trigger),
      schedule_id: row.schedule_id,
      attempt: row.attempt,
      retry_of: firstOf(row),
      ignored_in_stats: (row.ignored & IGNORED.statistics) !== 0,
      in_downtime: (row.ignored & IGNORED.downtime) !== 0,
    },
    timing: { total: row.total },
    steps: { run: steps.length - skipped, skipped },
    failed_step: failed
      ? { index: failed.step, name: failed.target_name ?? DELETED, result: reasons.name(failed.reason) }
      : null,
  }
}

const endOf = (row: ListedResult, steps: readonly StepRow[]): number =>
  steps.reduce((last, step) => Math.max(last, step.started + step.total), row.started + row.total)

/** A run that is queued or under way. */
export const queuedWorkflowRow = (run: QueuedRun, isRunning: boolean): WorkflowResult => {
  const id = idOfRun(run)
  return {
    id,
    meta: {
      id,
      workflow_id: run.target_id,
      name: run.target_name,
      location_id: run.location_id,
      result_category: 'QUEUED',
      result: 'QUEUED',
      status: isRunning ? 'RUNNING' : 'QUEUED',
      started: formatTime(run.start),
      ended: null,
      due: formatTime(run.due),
      trigger: triggers.name(run.trigger),
      schedule_id: run.schedule_id,
      attempt: run.attempt,
      retry_of: firstOf(run),
      ignored_in_stats: false,
      in_downtime: false,
    },
    timing: { total: 0 },
    steps: { run: 0, skipped: 0 },
    failed_step: null,
  }
}

/** The key of a run, of a row that has more. */
export const runColumns = ({ target_key, due, location_key, source, attempt }: RunColumns): RunColumns => ({
  target_key,
  due,
  location_key,
  source,
  attempt,
})
