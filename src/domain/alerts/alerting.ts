import { tagsMatch } from '../core/tag-scope.ts'
import type { Category, ExceptionType, Reason } from '../results/classify.ts'
import { isUnsent, reasonWords } from '../results/reason-words.ts'
import { type AlertedStep, decidingStep, stepName } from './alerted-steps.ts'
import type { Signal } from './signal.ts'

/** The settings of an alert that decide which monitors it covers. */
export type AlertScope = {
  readonly enabled: boolean
  /** Null means all monitors of the project. */
  readonly monitor_id: string | null
  readonly include_tags: readonly string[]
  readonly exclude_tags: readonly string[]
}

type Monitor = { readonly id: string; readonly tags: readonly string[] }

/**
 * Whether an alert covers a monitor's results: it is enabled, is for this monitor or for all, includes one of the monitor's
 * tags if it requires tags, and excludes none of them. A snoozed alert also counts results but sends nothing.
 */
export const isCandidate = (webhook: AlertScope, { id, tags }: Monitor): boolean =>
  webhook.enabled && (webhook.monitor_id === null || webhook.monitor_id === id) && tagsMatch(webhook, tags)

/** Returns the alerts that cover a monitor's results. */
export const candidateWebhooks = <Webhook extends AlertScope>(
  webhooks: readonly Webhook[],
  monitor: Monitor,
): Webhook[] => webhooks.filter((webhook) => isCandidate(webhook, monitor))

/** Matching results in a row before an alert fires: the whole number given as number or text, otherwise 0. */
export const failsInARow = (parameter: number | string | null | undefined): number => {
  const number = Number(parameter ?? 0)
  return Number.isInteger(number) && number > 0 ? number : 0
}

/** The facts about a run that its alert message contains. */
export type AlertedRun = {
  readonly resultId: string
  readonly category: Category
  readonly reason: Reason
  readonly httpCode: number | null
  /** The text after the status code, such as `Not Found`; null if there was no response. */
  readonly httpReason: string | null
  readonly locationId: string
  readonly responseSizeBytes: number
  readonly responseTimeMs: number
  /** The URL that was called, without secrets. */
  readonly url: string
  /** Cause of a missing or unusable response, and the sentence of the result about it, without secrets. */
  readonly exceptionType?: ExceptionType | null
  readonly exception?: string | null
}

type Told = Pick<AlertedRun, 'reason' | 'httpCode' | 'responseTimeMs' | 'locationId' | 'exceptionType' | 'exception'>

/** “HTTP 503 after 120 ms”; of a missing response, which the words before it say, the time alone. */
export const answerText = ({
  reason,
  httpCode,
  responseTimeMs,
  exceptionType,
}: Pick<Told, 'reason' | 'httpCode' | 'responseTimeMs' | 'exceptionType'>): string => {
  if (isUnsent(exceptionType, httpCode)) return 'nothing was sent'
  const answer = httpCode === null ? (reason === 'CONNECTION_ERROR' ? '' : 'no response ') : `HTTP ${httpCode} `
  return `${answer}after ${Math.round(responseTimeMs)} ms`
}

/** Characters of an exception that a message quotes. */
const LONGEST_EXCEPTION = 300

const quoted = (exception: string): string => exception.replace(/\s+/g, ' ').trim().slice(0, LONGEST_EXCEPTION)

/** The reason of a run, with the result's own sentence where there was no usable response. */
const whatHappened = ({ reason, httpCode, exceptionType, exception }: Told): string => {
  const words = reasonWords(reason, httpCode, exceptionType)
  if (!exception || (reason !== 'CONNECTION_ERROR' && reason !== 'CONNECTION_WARNING')) return words
  const said = quoted(exception).replace(/\.$/, '')
  return reason === 'CONNECTION_WARNING' ? `could not run: ${said}` : `${words}: ${said}`
}

/** Describes a run in one sentence. `inARow` is the number of similar results in a row, this one included. */
export const notificationText = (
  kind: 'notify' | 'recover',
  monitorName: string,
  run: Told,
  inARow: number,
  steps: readonly AlertedStep[] = [],
): string => {
  const row = kind === 'notify' && inARow > 1 ? `, ${inARow} times in a row` : ''
  const step = kind === 'notify' ? decidingStep(steps) : null
  if (step) {
    const answer = answerText({
      reason: step.result,
      httpCode: step.http_code,
      responseTimeMs: step.response_time,
    })
    return `${monitorName}: ${stepName(step)} ${reasonWords(step.result, step.http_code)} (${answer}, from ${run.locationId})${row}.`
  }
  const what = kind === 'recover' ? 'is back to normal' : whatHappened(run)
  const answer = steps.length > 0 ? stepsText(steps, run) : answerText(run)
  return `${monitorName} ${what} (${answer}, from ${run.locationId})${row}.`
}

const stepsText = ({ length }: readonly AlertedStep[], { responseTimeMs }: Told): string =>
  `${length} ${length === 1 ? 'step' : 'steps'} in ${Math.round(responseTimeMs)} ms`

/** Further monitors that a message tells of. */
export type AlertGroup = {
  /** Monitors in all, the one of the message included. */
  readonly total: number
  /** The first of the others, each with its news as a sentence. */
  readonly others: readonly { readonly call_id: string; readonly name: string; readonly text: string }[]
  /** The page of the incident that all of them belong to; null if there is none. */
  readonly incident_url: string | null
}

/** The JSON that a generic webhook receives: times in milliseconds, sizes in bytes. */
export type AlertPayload = {
  readonly call_id: string
  readonly call_meta: { readonly name: string; readonly description: string | null; readonly tags: readonly string[] }
  readonly call_url: string
  /** The run's variables, plus `_notification`: the sentence about a failure or warning. */
  readonly context: Readonly<Record<string, string>>
  readonly http_code: number | null
  readonly http_reason: string | null
  readonly location_id: string
  readonly response_size: number
  readonly response_time: number
  /** NO_DATA and standing conditions are no result categories: there was no result. */
  readonly result: Reason | 'NO_DATA' | Signal
  readonly result_class: Category | 'NO_DATA' | Signal
  readonly result_id: string
  readonly result_url: string
  /** Cause of a missing or unusable response, and the result's sentence about it; absent where there was a usable one. */
  readonly exception_type?: ExceptionType
  readonly exception?: string
  /** The standing condition that it is about, as a sentence. */
  readonly condition?: string
  /** Why it is sent, where it is not the first message of an ordinary incident. */
  readonly note?: string
  /** Other monitors that the message tells of too. */
  readonly group?: AlertGroup
  /** For a workflow: its steps in order, and the first of the worst of them; null if all passed. */
  readonly workflow?: { readonly failed_step: AlertedStep | null; readonly steps: readonly AlertedStep[] }
}

/** The facts about a monitor that an alert message contains. */
export type AlertedMonitor = {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly tags: readonly string[]
  readonly url: string
}

/** Builds the body of a generic webhook. `context` must not hold secrets; `resultUrl` is the page of the result. */
export const alertPayload = (about: {
  readonly monitor: Omit<AlertedMonitor, 'url'>
  readonly run: AlertedRun
  readonly kind: 'notify' | 'recover'
  readonly inARow: number
  readonly context: Readonly<Record<string, string>>
  readonly resultUrl: string
  /** Steps of a workflow's run; empty for a monitor. */
  readonly steps?: readonly AlertedStep[]
}): AlertPayload => {
  const { monitor, run, steps = [] } = about
  const isTrouble = run.category === 'FAIL' || run.category === 'WARNING'
  const text: Record<string, string> = isTrouble
    ? { _notification: notificationText(about.kind, monitor.name, run, about.inARow, steps) }
    : {}
  return {
    call_id: monitor.id,
    call_meta: { name: monitor.name, description: monitor.description, tags: monitor.tags },
    call_url: run.url,
    context: { ...about.context, ...text },
    http_code: run.httpCode,
    http_reason: run.httpReason,
    location_id: run.locationId,
    response_size: run.responseSizeBytes,
    response_time: run.responseTimeMs,
    result: run.reason,
    result_class: run.category,
    result_id: run.resultId,
    result_url: about.resultUrl,
    ...(run.exceptionType && { exception_type: run.exceptionType }),
    ...(run.exception && { exception: quoted(run.exception) }),
    ...(steps.length > 0 && { workflow: { failed_step: decidingStep(steps), steps } }),
  }
}

/** Builds the body of a message about missing data, or data that is back. Fields about a result are empty. */
export const silencePayload = (about: {
  readonly monitor: AlertedMonitor
  readonly locationId: string
  /** The id of the step, from `silenceId`. */
  readonly stepId: string
  /** The page of the monitor. */
  readonly monitorUrl: string
  readonly context?: Readonly<Record<string, string>>
}): AlertPayload => ({
  call_id: about.monitor.id,
  call_meta: { name: about.monitor.name, description: about.monitor.description, tags: about.monitor.tags },
  call_url: about.monitor.url,
  context: about.context ?? {},
  http_code: null,
  http_reason: null,
  location_id: about.locationId,
  response_size: 0,
  response_time: 0,
  result: 'NO_DATA',
  result_class: 'NO_DATA',
  result_id: about.stepId,
  result_url: about.monitorUrl,
})

/** Builds the body of a message about a standing condition. Fields about a result are empty. */
export const signalPayload = (about: {
  readonly kind: Signal
  /** What it is about; its id is that of the monitor, where there is one. */
  readonly subject: AlertedMonitor
  /** The condition, or what is so after it, as a sentence. */
  readonly condition: string
  /** The id of the step, from `signalId`. */
  readonly stepId: string
  readonly pageUrl: string
}): AlertPayload => ({
  call_id: about.subject.id,
  call_meta: { name: about.subject.name, description: null, tags: about.subject.tags },
  call_url: about.subject.url,
  context: { _notification: about.condition },
  http_code: null,
  http_reason: null,
  location_id: '',
  response_size: 0,
  response_time: 0,
  result: about.kind,
  result_class: about.kind,
  result_id: about.stepId,
  result_url: about.pageUrl,
  condition: about.condition,
})
