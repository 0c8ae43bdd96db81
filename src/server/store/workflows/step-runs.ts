import type { RunColumns } from '../core/tables.ts'

/**
 * The run of a step. Its due time is that of the workflow plus its position in milliseconds, so that a monitor may occur twice; its
 * source is the workflow, so that it never has the key of a run that a schedule makes of the monitor itself.
 */
export const stepRun = (run: RunColumns, monitorKey: number, index: number): RunColumns => ({
  target_key: monitorKey,
  due: run.due + index,
  location_key: run.location_key,
  source: run.source > 0 ? run.target_key : run.source,
  attempt: run.attempt,
})

/** Position of a step in a run of a workflow; null if the run is none of its steps. */
export const stepIndex = (run: RunColumns, step: RunColumns, most: number): number | null => {
  const index = step.due - run.due
  const expected = stepRun(run, step.target_key, index)
  const isOfRun =
    index >= 0 &&
    index < most &&
    step.location_key === expected.location_key &&
    step.source === expected.source &&
    step.attempt === expected.attempt
  return isOfRun ? index : null
}

type StepRow = RunColumns & {
  readonly workflow_key?: number | null
  readonly workflow_source?: number | null
  readonly step?: number | null
}

/** The run of the workflow that a result is a step of; null if it is none. */
export const workflowRunOf = ({ workflow_key, workflow_source, step, ...row }: StepRow): RunColumns | null =>
  workflow_key == null || workflow_source == null || step == null
    ? null
    : {
        target_key: workflow_key,
        due: row.due - step,
        location_key: row.location_key,
        source: workflow_source,
        attempt: row.attempt,
      }

/** Whether a result is that of a workflow, not of a monitor. */
export const isOfWorkflow = ({ workflow_key, target_key }: Pick<StepRow, 'workflow_key' | 'target_key'>): boolean =>
  workflow_key === target_key
