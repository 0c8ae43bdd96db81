import type { Shape } from '../../contract/core/endpoint.ts'
import type { workflowResult } from '../../contract/workflows/workflow-results.ts'

type WorkflowResult = Shape<typeof workflowResult>

/** Heads of the columns of an export. */
export const WORKFLOW_RESULT_HEAD = [
  'time',
  'category',
  'reason',
  'location',
  'total ms',
  'steps run',
  'steps skipped',
  'failed step',
  'id',
] as const

/** A workflow's result as a row of an export. */
export const workflowResultCells = ({ id, meta, timing, steps, failed_step: failed }: WorkflowResult) => [
  meta.started,
  meta.result_category,
  meta.result,
  meta.location_id,
  timing.total,
  steps.run,
  steps.skipped,
  failed && `${failed.index + 1}: ${failed.name}`,
  id,
]
