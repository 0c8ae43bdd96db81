import type { Shape } from '../../../contract/core/endpoint.ts'
import type { workflowResult } from '../../../contract/workflows/workflow-results.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { RunColumns } from '../../store/core/tables.ts'
import { categories, IGNORED, reasons, triggers } from '../../store/identity/codes.ts'
import type { ListedResult, ResultDetail } from '../../store/results/result-store.ts'
import { idOfRun } from '../../store/results/runs.ts'
import type { QueuedRun } from '../../store/runs/queued-runs.ts'
import type { StepRow } from '../../store/workflows/workflow-results.ts'
import { firstOf } from '../results/attempts.ts'

/** One run of a workflow as it is answered. */
export type WorkflowResult = Shape<typeof workflowResult>
type StepResult = NonNullable<WorkflowResult['results']>[number]

const SKIPPED = reasons.code('STEP_SKIPPED')
const FAIL = categories.code('FAIL')
const DELETED = 'a deleted monitor'

/** Steps that were there when the workflow ran; absent once the result detail has expired. */
type KnownSteps = ResultDetail['steps']

/** The steps of a result, with those whose monitor was missing. */
export const stepResults = (rows: readonly StepRow[], known: KnownSteps): StepResult[] => {
  const stored = new Map(rows.map((row) => [row.step, stepResult(row)]))
  const missing = (known ?? []).flatMap(({ call_id, name, result_id }, index): StepResult[] =>
    result_id === null && !stored.has(index) ? [{ ...missingStep, index, call_id, name }] : [],
  )
  return [...stored.values(), ...missing].sort((a, b) => a.index - b.index)
}

const missingStep = {
  result_id: null,
  result_category: 'FAIL',
  result: 'CONNECTION_ERROR',
  http_code: null,
  response_time: 0,
  response_size: 0,
  started: null,
  timing: null,
} as const

const stepResult = (row: StepRow): StepResult => {
  const { dns, tcp, handshake, upload, processing, download, redirect, total } = row
  const isSkipped = row.reason === SKIPPED
  return {
    index: row.step,
    call_id: row.target_id,
    name: row.target_name ?? DELETED,
    result_id: idOfRun(row),
    result_category: categories.name(row.category),
    result: reasons.name(row.reason),
    http_code: row.http_code,
    response_time: total,
    response_size: row.response_size,
    started: isSkipped ? null : formatTime(row.started),
    timing: isSkipped ? null : { dns, tcp, handshake, upload, processing, download, redirect, total },
  }
}

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
