import { sql } from 'kysely'
import { MAX_STEPS } from '../../../contract/workflows/workflows.ts'
import { largestOf, smallestOf } from '../../../domain/core/extremes.ts'
import type { Db } from '../core/database.ts'
import type { ResultRow, RunColumns } from '../core/tables.ts'
import { idOfRun } from '../results/runs.ts'
import { workflowRunOf } from './step-runs.ts'

/** A stored step of a workflow's run. */
export type StepRow = ResultRow & { target_id: string | null; target_name: string | null; step: number }

/**
 * Returns the steps of runs of one workflow, in order, by the id of the run. They are found by their due times within the project, which
 * follow that of the run at once.
 */
export const stepsOfRuns = async (
  db: Db,
  projectKey: number,
  runs: readonly RunColumns[],
): Promise<ReadonlyMap<string, readonly StepRow[]>> => {
  const [first] = runs
  if (!first) return new Map()
  const dues = runs.map(({ due }) => due)
  const { rows } = await sql<StepRow>`
    select r.*, host(r.dest_ip) as dest_ip, coalesce(t.id, d.id) as target_id, coalesce(t.name, d.name) as target_name
    from json_to_recordset(${JSON.stringify(runs)}::json) as run(due bigint, location_key smallint, source int, attempt smallint)
    cross join lateral (
      select * from result r
      where r.project_key = ${projectKey} and r.due >= run.due and r.due < run.due + ${MAX_STEPS}
        and r.due >= ${smallestOf(dues)} and r.due < ${largestOf(dues) + MAX_STEPS}
        and r.workflow_key = ${first.target_key} and r.workflow_source = run.source and r.location_key = run.location_key
        and r.attempt = run.attempt and r.step = r.due - run.due) r
    left join object t on t.key = r.target_key left join deleted_monitor d on d.key = r.target_key
    order by r.step`.execute(db)
  const steps = new Map<string, StepRow[]>()
  for (const row of rows) {
    const run = workflowRunOf(row)
    if (!run) continue
    const id = idOfRun(run)
    const known = steps.get(id)
    if (known) known.push(row)
    else steps.set(id, [row])
  }
  return steps
}
