import type { Shape } from '../../../contract/core/endpoint.ts'
import type { workflowResult } from '../../../contract/workflows/workflow-results.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { categories, reasons } from '../identity/codes.ts'
import type { ResultDetail } from '../results/result-store.ts'
import { idOfRun } from '../results/runs.ts'
import type { StepRow } from './workflow-results.ts'

/** One step of a workflow's run as it is answered. */
type StepResult = NonNullable<Shape<typeof workflowResult>['results']>[number]

const SKIPPED = reasons.code('STEP_SKIPPED')
/** Name of a step whose monitor was deleted for good. */
export const DELETED = 'a deleted monitor'

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
