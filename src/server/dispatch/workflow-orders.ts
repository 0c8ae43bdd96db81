import { sql } from 'kysely'
import type { Db } from '../store/core/database.ts'
import { idOfRun } from '../store/results/runs.ts'
import { stepRun } from '../store/workflows/step-runs.ts'
import { stepMonitors, type WorkflowDoc } from '../store/workflows/workflows.ts'
import type { LeasedJob } from './lease.ts'

/** The workflow of a run, for its steps. */
export type WorkflowOfRun = {
  readonly id: string
  readonly name: string
  readonly workspace: string
  readonly resultId: string
}

type StepOrder = {
  readonly call_id: string
  readonly name: string
  readonly teardown: boolean
  /** Null if the monitor was deleted. */
  readonly leased: LeasedJob | null
}

/** A leased run of a workflow, with the run of each step. */
export type WorkflowOrder = {
  readonly workflow: WorkflowOfRun
  readonly settings: Pick<WorkflowDoc['workflow'], 'handle_cookies' | 'stop_on_failure'>
  readonly steps: readonly StepOrder[]
}

type Row = { key: number; id: string; name: string; project_key: number; doc: WorkflowDoc }

/** Looks up the workflows among leased jobs, and the monitors of their steps. Jobs of anything else are absent. */
export const workflowOrders = async (
  db: Db,
  leased: readonly LeasedJob[],
): Promise<ReadonlyMap<LeasedJob, WorkflowOrder>> => {
  if (leased.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select key, id, name, project_key, doc from object
    where key = any(${leased.map((one) => one.target_key)}::int[]) and kind in ('workflow', 'workflow-trial')`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [row.key, row]))
  const monitors = new Map<number, Awaited<ReturnType<typeof stepMonitors>>>()
  for (const projectKey of new Set(rows.map(({ project_key }) => project_key))) {
    const own = rows.filter(({ project_key }) => project_key === projectKey)
    const ids = own.flatMap(({ doc }) => doc.workflow.steps.map(({ call_id }) => call_id))
    monitors.set(projectKey, await stepMonitors(db, projectKey, ids))
  }
  return new Map(
    leased.flatMap((one): [LeasedJob, WorkflowOrder][] => {
      const row = found.get(one.target_key)
      if (!row) return []
      const { id, name, project_key, doc } = row
      const { steps, ...settings } = doc.workflow
      const known = monitors.get(project_key)
      const order: WorkflowOrder = {
        workflow: { id, name, workspace: doc.meta.workspace, resultId: idOfRun(one) },
        settings,
        steps: steps.map(({ call_id, teardown }, index) => {
          const monitor = known?.get(call_id)
          return {
            call_id,
            name: monitor?.name ?? 'a deleted monitor',
            teardown,
            leased: monitor ? { ...one, ...stepRun(one, monitor.key, index) } : null,
          }
        }),
      }
      return [[one, order]]
    }),
  )
}
