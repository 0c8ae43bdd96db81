import type { AlertedStep } from '../../domain/alerts/alerted-steps.ts'
import type { Db } from '../store/core/database.ts'
import type { ResultRow } from '../store/core/tables.ts'
import type { ResultDetail } from '../store/results/result-store.ts'
import { idOfRun } from '../store/results/runs.ts'
import { stepResults } from '../store/workflows/step-results.ts'
import { isOfWorkflow } from '../store/workflows/step-runs.ts'
import { stepsOfRuns } from '../store/workflows/workflow-results.ts'

/**
 * The steps of a workflow's result, for messages; empty for the result of a monitor. `detail` names the steps whose monitor was deleted.
 */
export const alertedSteps = async (
  db: Db,
  result: ResultRow,
  detail: Pick<ResultDetail, 'steps'> | undefined,
): Promise<AlertedStep[]> => {
  if (!isOfWorkflow(result)) return []
  const { target_key, due, location_key, source, attempt } = result
  const run = { target_key, due, location_key, source, attempt }
  const steps = (await stepsOfRuns(db, result.project_key, [run])).get(idOfRun(run)) ?? []
  return stepResults(steps, detail?.steps).map(
    ({ index, name, result_category: result_class, result: reason, http_code, response_time, result_id }) => ({
      index,
      name,
      result_class,
      result: reason,
      http_code,
      response_time,
      result_id,
    }),
  )
}
