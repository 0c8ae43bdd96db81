import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { reasonWords } from '../../domain/results/reason-words.ts'
import { formats } from '../parts/text/format.ts'

/** One run of a workflow. */
export type WorkflowResult = AnswerOf<ProductContract['workflow.result']>
/** One step of a run. */
export type StepResult = NonNullable<WorkflowResult['results']>[number]

/** Whether a run is queued or under way. */
export const isOpen = ({ meta }: WorkflowResult): boolean => meta.status === 'QUEUED' || meta.status === 'RUNNING'

/** Whether a step did not run because the workflow had stopped. */
export const isSkipped = ({ result }: Pick<StepResult, 'result'>): boolean => result === 'STEP_SKIPPED'

/** "Got no response" */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Title of a result: “Step 3 failed”, or how many steps passed. */
export const titleOf = (result: WorkflowResult): string => {
  const { meta, failed_step: failed, steps } = result
  if (meta.status === 'QUEUED') return 'Waiting to run'
  if (meta.status === 'RUNNING') return 'Running'
  if (failed) return `Step ${failed.index + 1} failed: ${failed.name}`
  if (meta.result_category === 'FAIL') return capital(reasonWords(meta.result, null))
  return `${formats.count(steps.run)} ${steps.run === 1 ? 'step' : 'steps'} ran`
}

/** Headline and explanation of a run that failed at a step; null for others. */
export const explanationOf = ({
  failed_step: failed,
  steps,
  results,
}: WorkflowResult): { title: string; text: string } | null => {
  if (!failed) return null
  const code = results?.find(({ index }) => index === failed.index)?.http_code ?? null
  const { run, skipped } = steps
  const left = skipped === 0 ? '' : `, ${skipped} ${skipped === 1 ? 'was' : 'were'} skipped`
  return {
    title: `“${failed.name}” ${reasonWords(failed.result, code)}.`,
    text: `${run} ${run === 1 ? 'step' : 'steps'} ran${left}.`,
  }
}
