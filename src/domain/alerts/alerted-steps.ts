import type { Category, Reason } from '../results/classify.ts'
import { reasonWords } from '../results/reason-words.ts'

/** A step of a workflow's run, as alert messages contain it. */
export type AlertedStep = {
  /** Position, from 0. */
  readonly index: number
  readonly name: string
  readonly result_class: Category
  readonly result: Reason
  readonly http_code: number | null
  /** Milliseconds. */
  readonly response_time: number
  /** Null if the monitor of the step was deleted. */
  readonly result_id: string | null
}

const SEVERITY: readonly Category[] = ['PASS', 'SLOW', 'WARNING', 'FAIL']

/** The first of the worst steps, which decides the category of the workflow; null if all passed. */
export const decidingStep = (steps: readonly AlertedStep[]): AlertedStep | null => {
  const severityOf = ({ result_class }: AlertedStep) => SEVERITY.indexOf(result_class)
  const worst = steps.reduce<AlertedStep | null>(
    (found, step) => (found === null || severityOf(step) > severityOf(found) ? step : found),
    null,
  )
  return worst && severityOf(worst) > 0 ? worst : null
}

/** `step 3 “Pay”` */
export const stepName = ({ index, name }: Pick<AlertedStep, 'index' | 'name'>): string => `step ${index + 1} “${name}”`

/** Steps of a long workflow that a message lists; those around the deciding one are the ones of interest. */
const MAX_LISTED = 12

const lineOf = ({ index, name, result, http_code }: AlertedStep): string => {
  const said = result === 'STEP_SKIPPED' ? 'skipped' : reasonWords(result, http_code)
  return `${index + 1}. ${name}: ${said}${http_code === null ? '' : ` (HTTP ${http_code})`}`
}

/** The steps in order, each with its outcome: `1. Sign in: passed (HTTP 200)`. */
export const stepLines = (steps: readonly AlertedStep[]): string[] => {
  if (steps.length <= MAX_LISTED) return steps.map(lineOf)
  const deciding = decidingStep(steps)
  const at = deciding ? steps.indexOf(deciding) : 0
  const from = Math.min(Math.max(0, at - MAX_LISTED + 3), steps.length - MAX_LISTED)
  const left = steps.length - MAX_LISTED
  return [...steps.slice(from, from + MAX_LISTED).map(lineOf), `and ${left} more ${left === 1 ? 'step' : 'steps'}`]
}
