/** Place of a result in a run of a workflow; all absent or null for an ordinary result. */
export type StepColumns = {
  /** The workflow; that of the workflow's own result too. */
  workflow_key?: number | null
  /** The source of the workflow's run: a schedule's key, or a number below zero. */
  workflow_source?: number | null
  /** Position of the step, from 0; null in the workflow's own result. */
  step?: number | null
}
