import { MAX_STEPS } from '../../contract/workflows/workflows.ts'
import type { AlertTarget } from '../alerts/targets.ts'
import type { RunColumns } from '../store/core/tables.ts'
import { categories, IGNORED, reasons } from '../store/identity/codes.ts'
import type { NewResult } from '../store/results/result-store.ts'
import { idOfRun } from '../store/results/runs.ts'
import { isOfWorkflow, stepIndex, workflowRunOf } from '../store/workflows/step-runs.ts'
import { type Report, type Reported, readReport, resultRow } from './reported.ts'

/** A report of a workflow's step, with its position. */
export type ReportedStep = Reported & { readonly index: number }

/** Reads the steps of a report; a sentence if one cannot be a step of that run. */
export const readSteps = (
  { steps = [] }: Pick<Report, 'steps'>,
  run: RunColumns,
  now: number,
): readonly ReportedStep[] | string => {
  const read: ReportedStep[] = []
  for (const step of steps) {
    const reported = readReport(step, run.location_key, now)
    if (typeof reported === 'string') return reported
    const index = stepIndex(run, reported.run, MAX_STEPS)
    if (index === null || index <= (read.at(-1)?.index ?? -1)) return 'A step is none of this run, or out of order.'
    read.push({ ...reported, index })
  }
  return read
}

const SKIPPED = reasons.code('STEP_SKIPPED')
const FAIL = categories.code('FAIL')

/** Whether a result is a step that was skipped after a workflow had stopped: it is in no statistics, and moves no alert. */
export const isSkippedStep = ({ reason }: Pick<NewResult, 'reason'>): boolean => reason === SKIPPED

/** Whether a result has to be counted as one run of its project: a workflow’s steps are, so it is not itself. */
export const isCountedRun = (row: NewResult): boolean => !isOfWorkflow(row)

/** The rows of a workflow’s steps. Steps whose monitor was deleted meanwhile, or is of another project, are left out. */
export const stepRows = (
  workflow: NewResult,
  steps: readonly ReportedStep[],
  targets: ReadonlyMap<number, AlertTarget>,
): NewResult[] =>
  steps.flatMap(({ index, ...step }) => {
    const target = targets.get(step.run.target_key)
    if (target?.kind !== 'monitor' || target.project_key !== workflow.project_key) return []
    const row = resultRow(step, { projectKey: workflow.project_key, trigger: workflow.trigger, url: target.url })
    return [{ ...row, workflow_key: workflow.target_key, workflow_source: workflow.source, step: index }]
  })

/**
 * The rows with what is decided for a workflow as a whole passed on to its steps: a downtime to all, and to failed ones that an attempt
 * which is retried is left out of statistics and alerts.
 */
export const withIgnoredSteps = (rows: readonly NewResult[]): NewResult[] => {
  const ignored = new Map(rows.filter(isOfWorkflow).map((row) => [idOfRun(row), row.ignored]))
  return rows.map((row) => {
    const run = workflowRunOf(row)
    const bits = run ? (ignored.get(idOfRun(run)) ?? 0) : 0
    return bits === 0 ? row : { ...row, ignored: row.category === FAIL ? bits : bits & IGNORED.downtime }
  })
}
