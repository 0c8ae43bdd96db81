import type { Reason } from './classify.ts'
import { reasonWords } from './reason-words.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
const rowsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Outcomes of a condition that keep a result from passing. */
const NOT_MET: readonly unknown[] = ['fail', 'warning', 'slow']
const OF_STATUS: readonly unknown[] = ['HTTP_REDIRECT_ERROR', 'HTTP_CLIENT_ERROR', 'HTTP_SERVER_ERROR']
const NO_REASON: readonly unknown[] = ['COMPLETE', 'QUEUED']

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const withCode = (words: string, code: number | null): string => `${words}${code === null ? '' : ` (HTTP ${code})`}.`

/** The reason of a result. The API names no others, and a result comes from the API. */
const wordsOf = (reason: unknown, code: number | null): string => reasonWords(reason as Reason, code)

/** The step that ended a browser test, with its error: “Step 2 failed: click “Pay”: it is disabled”. */
const browserStep = (browser: unknown): readonly string[] => {
  const step = rowsIn(fieldsOf(browser).steps).find(({ status }) => status === 'failed')
  return step ? [`Step ${step.number} failed: ${step.words}${step.error ? `: ${step.error}` : ''}`] : []
}

/** The step of a workflow that failed, with the reason of its own result. */
const workflowStep = ({ failed_step: failed, results }: Fields): readonly string[] => {
  if (!isFields(failed)) return []
  const { index, name, result } = failed
  const subject = `Step ${typeof index === 'number' ? `${index + 1} ` : ''}“${name}”`
  if (typeof result !== 'string') return [`${subject} failed.`]
  const code = numberIn(rowsIn(results).find((each) => each.index === index)?.http_code)
  return [withCode(`${subject} ${wordsOf(result, code)}`, code)]
}

/** The reason that the figures of a result name, where nothing else says it. */
const byFigures = ({ meta, http_code, result_category: category }: Fields, isSaid: boolean): readonly string[] => {
  const code = numberIn(http_code)
  const { result: reason } = fieldsOf(meta)
  if (typeof reason !== 'string')
    return isSaid || code === null || category === 'PASS' ? [] : [`Responded with HTTP ${code}.`]
  if (NO_REASON.includes(reason) || (isSaid && !OF_STATUS.includes(reason))) return []
  return [withCode(capital(wordsOf(reason, code)), code)]
}

/**
 * Sentences about why a result, as the API answers it, is no pass: the exception, the step that failed, the conditions that were not met, and
 * the status code where no condition is about it. Empty for a result that passed or is queued.
 */
export const reasonsOf = (result: unknown): readonly string[] => {
  const given = fieldsOf(result)
  const { exception, verdicts, conditions, browser } = given
  const notMet = rowsIn(Array.isArray(verdicts) ? verdicts : conditions).filter(({ outcome }) =>
    NOT_MET.includes(outcome),
  )
  const step = [...workflowStep(given), ...browserStep(browser)]
  const told = notMet
    // The step says it with its number.
    .filter(({ operator }) => operator !== 'step' || step.length === 0)
    .map(({ name, actual, expected, message }) => String(message ?? `${name}: ${actual}, expected ${expected}`))
  const others = [...(typeof exception === 'string' ? [exception] : []), ...step, ...told]
  const isStatusSaid =
    typeof exception === 'string' || isFields(given.failed_step) || notMet.some(({ group }) => group === 'status')
  return [...others, ...(isStatusSaid ? [] : byFigures(given, others.length > 0))]
}
