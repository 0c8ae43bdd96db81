import type { Category, Reason } from '../results/classify.ts'
import { REASON_WORDS } from './reason-words.ts'

/** The parts of a webhook that decide which monitors it is for. */
export type AlertScope = {
  readonly enabled: boolean
  /** Null: all monitors of the project. */
  readonly monitor_id: string | null
  readonly include_tags: readonly string[]
  readonly exclude_tags: readonly string[]
}

type Monitor = { readonly id: string; readonly tags: readonly string[] }

/**
 * Whether a webhook is for a monitor's results: it is enabled, meant for this monitor or for all, has one of its tags
 * where it asks for tags, and excludes none of them. A snoozed webhook is a candidate too: it counts, but stays quiet.
 */
export const isCandidate = (webhook: AlertScope, { id, tags }: Monitor): boolean =>
  webhook.enabled &&
  (webhook.monitor_id === null || webhook.monitor_id === id) &&
  (webhook.include_tags.length === 0 || webhook.include_tags.some((tag) => tags.includes(tag))) &&
  !webhook.exclude_tags.some((tag) => tags.includes(tag))

/** The webhooks that are for a monitor's results. */
export const candidateWebhooks = <Webhook extends AlertScope>(
  webhooks: readonly Webhook[],
  monitor: Monitor,
): Webhook[] => webhooks.filter((webhook) => isCandidate(webhook, monitor))

/** How many matching results in a row a webhook waits for: a whole number as number or text, 0 where none is given. */
export const failsInARow = (parameter: number | string | null | undefined): number => {
  const number = Number(parameter ?? 0)
  return Number.isInteger(number) && number > 0 ? number : 0
}

/** A run as its alert tells of it. */
export type AlertedRun = {
  readonly resultId: string
  readonly category: Category
  readonly reason: Reason
  readonly httpCode: number | null
  /** The words after the code, such as `Not Found`; null where no response came. */
  readonly httpReason: string | null
  readonly locationId: string
  readonly responseSizeBytes: number
  readonly responseTimeMs: number
  /** The address that was called, without secrets. */
  readonly url: string
}

type Told = Pick<AlertedRun, 'reason' | 'httpCode' | 'responseTimeMs' | 'locationId'>

const answerText = ({ httpCode, responseTimeMs }: Told): string =>
  `${httpCode === null ? 'no response' : `HTTP ${httpCode}`} after ${Math.round(responseTimeMs)} ms`

/**
 * The sentence that tells a person what happened. `inARow` is how many results in a row were like it (0 or 1: it alone).
 */
export const notificationText = (
  kind: 'notify' | 'recover',
  monitorName: string,
  run: Told,
  inARow: number,
): string => {
  const what = kind === 'recover' ? 'is back to normal' : REASON_WORDS[run.reason]
  const row = kind === 'notify' && inARow > 1 ? `, ${inARow} times in a row` : ''
  return `${monitorName} ${what} (${answerText(run)}, from ${run.locationId})${row}.`
}

/** What a generic webhook sends: times in milliseconds, sizes in bytes. */
export type AlertPayload = {
  readonly call_id: string
  readonly call_meta: { readonly name: string; readonly description: string | null; readonly tags: readonly string[] }
  readonly call_url: string
  /** The run's variables, and in `_notification` the text of a failure or warning. */
  readonly context: Readonly<Record<string, string>>
  readonly http_code: number | null
  readonly http_reason: string | null
  readonly location_id: string
  readonly response_size: number
  readonly response_time: number
  /** NO_DATA is no category of a result: none came. */
  readonly result: Reason | 'NO_DATA'
  readonly result_class: Category | 'NO_DATA'
  readonly result_id: string
  readonly result_url: string
}

/** A monitor as an alert's payload names it. */
export type AlertedMonitor = {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly tags: readonly string[]
  readonly url: string
}

/** The body of a generic webhook. `context` must hold no secret; `resultUrl` is where a person can read the result. */
export const alertPayload = (about: {
  readonly monitor: Omit<AlertedMonitor, 'url'>
  readonly run: AlertedRun
  readonly kind: 'notify' | 'recover'
  readonly inARow: number
  readonly context: Readonly<Record<string, string>>
  readonly resultUrl: string
}): AlertPayload => {
  const { monitor, run } = about
  const isTrouble = run.category === 'FAIL' || run.category === 'WARNING'
  const text: Record<string, string> = isTrouble
    ? { _notification: notificationText(about.kind, monitor.name, run, about.inARow) }
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
  }
}

/** The body about no data from a location, or about data that comes again: what a result would say is empty. */
export const silencePayload = (about: {
  readonly monitor: AlertedMonitor
  readonly locationId: string
  /** The id of the step, as `silenceId` makes it. */
  readonly stepId: string
  /** Where a person sees the monitor. */
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
