import { COMPARED_WORDS } from '../../domain/conditions/comparison.ts'
import { OPERATORS, type OperatorKey } from '../../domain/conditions/operators.ts'
import { isUnsent, reasonWords } from '../../domain/results/reason-words.ts'
import { formats } from '../parts/text/format.ts'
import { type Evidence, evidenceOf, type Result } from './full-result.ts'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Text of an agent as a sentence. A host or an address at its beginning is left as it is. */
export const sentence = (said: string): string => {
  const begun = /^[a-z]+[ ,]/.test(said) ? capital(said) : said
  return /[.!?…”]$/.test(begun) ? begun : `${begun}.`
}

const byTrigger = { schedule: 'A schedule', manual: 'A person', api: 'An API key' } as const

/** Origin of a run: a schedule, a person or an API key. */
export const startedBy = (trigger: keyof typeof byTrigger | undefined): string => (trigger ? byTrigger[trigger] : '—')

/** Name of a protocol, as in a status line. */
export const protocolName = (protocol: Evidence['protocol']): string => (protocol === 'h2' ? 'HTTP/2' : 'HTTP/1.1')

/**
 * What a browser test came to though its page answered well: the step that failed, or what was not met. Null where the status says it, and
 * where it passed.
 */
const pageTitle = (result: Result): string | null => {
  const { browser, conditions } = evidenceOf(result)
  if (!browser || result.result_category === 'PASS' || (result.http_code ?? 400) >= 400) return null
  const step = browser.steps.find(({ status }) => status === 'failed')
  if (step) return `Step ${step.number} failed: ${step.words}`
  const failed = failedConditions(conditions)
  const [first] = failed
  if (first) return failed.length === 1 ? `Not met: ${first.name}` : `${failed.length} conditions not met`
  return reasonOf(result)
}

/** Title of a result: `502 Bad Gateway`, the step of a browser test that failed, or the reason for a missing response. */
export const resultTitle = (result: Result): string => {
  const { response } = evidenceOf(result)
  const ofPage = pageTitle(result)
  if (ofPage !== null) return ofPage
  if (result.http_code !== null) {
    const words = response?.status_code === result.http_code ? response.status_string : ''
    return `${result.http_code} ${words}`.trim()
  }
  if (result.result_category === 'QUEUED') return isRunning(result) ? 'Running' : 'Waiting to run'
  return reasonOf(result) ?? 'No answer'
}

/** Whether an agent has taken a run that is not over. */
export const isRunning = ({ meta }: Result): boolean => meta?.status === 'RUNNING'

/** Words for the reason of a result: “Got no response”. */
export const reasonWord = ({ result }: Pick<NonNullable<Result['meta']>, 'result'>, code: number | null): string =>
  capital(reasonWords(result, code))

/** The reason of a result in words: a call that cannot be made as it is written did not try to reach anything. Null where there is none. */
export const reasonOf = (result: Result): string | null => {
  const { meta, exception_type: kind, http_code: code } = result
  if (!meta) return null
  const hasSent = evidenceOf(result).redirects.length > 0
  return !hasSent && isUnsent(kind, code)
    ? capital(reasonWords(meta.result, code, 'api_setup'))
    : reasonWord(meta, code)
}

const spelled = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const count = (number: number): string => spelled[number] ?? String(number)

type Judged = Evidence['conditions'][number]

/** Whether a condition's answer left the result as good as it was. */
const isMet = ({ outcome }: Judged): boolean => outcome === 'none' || outcome === 'pass'

/** Whether a condition held; null if it is false and nothing follows from that, so that it did not apply. */
export const heldOf = (condition: Judged): boolean | null => {
  if (!isMet(condition)) return false
  return condition.verdict || condition.outcome === 'pass' ? true : null
}

/** "1 not met, 2 met, 1 did not apply" */
export const countWords = (conditions: Evidence['conditions']): string => {
  const counted = (held: boolean | null) => conditions.filter((condition) => heldOf(condition) === held).length
  const idle = counted(null)
  return `${counted(false)} not met, ${counted(true)} met${idle > 0 ? `, ${idle} did not apply` : ''}`
}

/** The conditions whose answers made a result worse. */
export const failedConditions = (conditions: Evidence['conditions']): Evidence['conditions'] =>
  conditions.filter((condition) => !isMet(condition))

const isOperator = (text: string): text is OperatorKey => Object.hasOwn(OPERATORS, text)

/** A condition as what it is about and what was expected: one that was given no name of its own is named by both, in one sentence. */
export const questionOf = ({ name, operator, expected, compared }: Judged): { about: string; expected: string } => {
  // Assertions of browser tests are named by their whole sentence.
  const words = isOperator(operator) ? OPERATORS[operator].words : ''
  const wanted = `${words} ${expected}`.trim()
  const about = name.endsWith(wanted) ? name.slice(0, -wanted.length).trim() : name
  return {
    about: capital(about === '' ? name : about),
    expected: compared === undefined ? wanted : `${wanted}, ${COMPARED_WORDS[compared]}`,
  }
}

const UNITS: Partial<Record<Judged['group'], string>> = { size: 'bytes', timing: 'ms' }

/** A value of a condition with its unit: “243 ms”. Without one of browser tests, whose layout shift has none, and of what is no number. */
export const measured = (value: string, { group }: Pick<Judged, 'group'>, isPage: boolean): string => {
  const unit = isPage && group === 'timing' ? undefined : UNITS[group]
  return unit !== undefined && /\d$/.test(value) && !Number.isNaN(Number(value.split(' ').at(-1)))
    ? `${value} ${unit}`
    : value
}

/** Headline and explanation of a run that did not pass; null if there is nothing to explain. */
export const verdictOf = (result: Result): { title: string; text: string } | null => {
  const { result_category: category, http_code: code, response_time: total } = result
  if (category === 'PASS' || category === 'QUEUED') return null
  const { conditions, exception, browser } = evidenceOf(result)
  const step = browser?.steps.find(({ status }) => status === 'failed')
  if (step) return { title: `Step ${step.number} failed.`, text: sentence(`${step.words}: ${step.error ?? 'failed'}`) }
  const failed = failedConditions(conditions)
  const answered = code === null ? '' : `Responded with ${code} after ${formats.latency(total)}`
  if (failed.length > 0) {
    const title = `${capital(count(failed.length))} ${failed.length === 1 ? 'condition was' : 'conditions were'} not met.`
    const names = failed.slice(0, 3).map(({ name, message }) => (message ? `${message} (${name})` : name))
    const more = failed.length > 3 ? ` and ${failed.length - 3} more` : ''
    return {
      title,
      text: `${answered === '' ? 'Not met' : `${answered}, and this was not met`}: ${names.join('; ')}${more}.`,
    }
  }
  const title = `${reasonOf(result) ?? 'Did not pass'}.`
  if (exception) return { title, text: sentence(exception) }
  return { title, text: answered === '' ? 'No response.' : `${answered}.` }
}

/** The most helpful order for reading: what was not met first. */
export const failuresFirst = (conditions: Evidence['conditions']): Evidence['conditions'] => {
  const bad = new Set(failedConditions(conditions))
  return [...conditions.filter((one) => bad.has(one)), ...conditions.filter((one) => !bad.has(one))]
}

/** Why a result shows no body: the message of its log about a body that is not stored, or that the response has none. */
export const noBodyWords = (messages: readonly string[]): string =>
  sentence(messages.find((message) => message.startsWith('the body ')) ?? 'The response has no body.')
