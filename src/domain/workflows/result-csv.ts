import type { Shape } from '../../contract/core/endpoint.ts'
import type { workflowResult } from '../../contract/workflows/workflow-results.ts'
import { commaSeparated } from '../core/comma-separated.ts'

type WorkflowResult = Shape<typeof workflowResult>

/** Heads of the columns. */
const HEAD = ['time', 'category', 'reason', 'location', 'total ms', 'steps run', 'steps skipped', 'failed step', 'id']

const cellsOf = ({ id, meta, timing, steps, failed_step: failed }: WorkflowResult) => [
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

/** Results of a workflow as CSV with a line of heads; `part` leaves the heads out, to follow an earlier part. */
export const workflowResultCsv = (results: readonly WorkflowResult[], { part = false } = {}): string =>
  commaSeparated([...(part ? [] : [HEAD]), ...results.map(cellsOf)])
