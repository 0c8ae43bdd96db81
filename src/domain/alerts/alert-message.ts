import { durationText } from '../core/duration-text.ts'
import { missedRunsWords } from '../silence/silence.ts'
import { silenceStepOf } from '../silence/silence-id.ts'
import { groupLead, groupNews } from './alert-group.ts'
import type { TemplateValue } from './alert-template.ts'
import { stepLines } from './alerted-steps.ts'
import { type AlertPayload, notificationText } from './alerting.ts'
import { isSignal } from './signal.ts'

/** An alert or recovery message, independent of the channel. Times in milliseconds. */
export type AlertMessage = {
  /** Stays the same across attempts. */
  readonly id: string
  readonly kind: 'alert' | 'recovery'
  /** A test message: nothing has happened. */
  readonly isTest: boolean
  readonly webhook: { readonly id: string; readonly name: string }
  /** The alert under whose key the receiver knows the incident, where another alert told it first; absent or null: this one. */
  readonly toldAs?: string | null
  readonly payload: AlertPayload
  /** Number of bad results in a row; for missing data, the number of missed runs. */
  readonly inARow: number
  /** When the first of them was due. */
  readonly sinceMs: number | null
  /** When the run that the message is about was due. */
  readonly timeMs: number
  /** The address that acknowledges the incident; absent or null where there is nothing to acknowledge. */
  readonly acknowledgeUrl?: string | null
  /** The condition that decided the result, with the actual value; null if there was none or the result detail is gone. */
  readonly condition: { readonly name: string; readonly actual: string | null; readonly expected: string } | null
}

/** Whether a message is about missing data from a location, or data that is back. */
export const isAboutNoData = ({ payload }: Pick<AlertMessage, 'payload'>): boolean => payload.result === 'NO_DATA'

/** Whether a message is about a standing condition, such as a certificate that expires soon. */
export const isAboutSignal = ({ payload }: Pick<AlertMessage, 'payload'>): boolean => payload.condition !== undefined

/** Whether a message is about a result. */
export const isAboutResult = (message: Pick<AlertMessage, 'payload'>): boolean =>
  !isAboutNoData(message) && !isAboutSignal(message)

/** Describes the event in one sentence. */
export const sentenceOf = (message: AlertMessage): string =>
  [
    ...(message.isTest ? ['This is a test:'] : []),
    ...groupLead(message),
    newsOf(message),
    ...groupNews(message),
    ...((message.payload.note ?? '') ? [message.payload.note] : []),
  ].join(' ')

/** Describes the event of the message's own monitor. */
export const newsOf = ({
  kind,
  payload,
  inARow,
  sinceMs,
  timeMs,
}: Pick<AlertMessage, 'kind' | 'payload' | 'inARow' | 'sinceMs' | 'timeMs'>): string => {
  const { result } = payload
  if (payload.condition !== undefined || isSignal(result)) return payload.condition ?? ''
  if (result === 'NO_DATA') return silenceText({ kind, payload, missed: inARow, sinceMs, timeMs })
  const run = {
    reason: result,
    httpCode: payload.http_code,
    responseTimeMs: payload.response_time,
    locationId: payload.location_id,
    exceptionType: payload.exception_type ?? null,
    exception: payload.exception ?? null,
  }
  return notificationText(
    kind === 'alert' ? 'notify' : 'recover',
    payload.call_meta.name,
    run,
    inARow,
    payload.workflow?.steps,
  )
}

const silenceText = (
  about: Pick<AlertMessage, 'kind' | 'payload' | 'sinceMs' | 'timeMs'> & { readonly missed: number },
): string => {
  const { kind, payload, missed, sinceMs, timeMs } = about
  const { location_id: location } = payload
  const { name } = payload.call_meta
  if (kind === 'alert') {
    const since = sinceMs === null ? '' : ` since ${instantText(sinceMs)}`
    return `No data from ${location} for ${name}${since}: ${missedRunsWords(missed)}.`
  }
  if (silenceStepOf(payload.result_id) === 'not_expected')
    return `${name} is no longer expected to have data from ${location}: no schedule runs it from there.`
  const after = sinceMs === null ? '' : ` after ${durationText(timeMs - sinceMs)}`
  return `${name} has data from ${location} again${after}.`
}

/**
 * Identifies the incident for services that track incidents: one key per alert and monitor, and a separate one per location
 * for missing data, and for each kind of standing condition.
 */
export const incidentKey = (message: AlertMessage): string => {
  const { webhook, toldAs, payload, isTest } = message
  const about = isAboutNoData(message) ? `-no-data-${payload.location_id}` : ''
  const signal = isAboutSignal(message) ? `-${payload.result.toLowerCase()}` : ''
  return `sonde-${toldAs ?? webhook.id}-${payload.call_id}${about}${signal}${isTest ? '-test' : ''}`
}

/** Formats an instant in UTC for messages, because the reader's time zone is unknown: `2026-01-05 10:00:00 UTC`. */
export const instantText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

type Variable = { readonly name: string; readonly words: string; readonly of: (message: AlertMessage) => TemplateValue }

/** Variables that a template can use, besides `context.NAME` for every variable of the run. */
export const TEMPLATE_VARIABLES: readonly Variable[] = [
  { name: 'notification', words: 'the event as a sentence', of: sentenceOf },
  { name: 'kind', words: '“alert” or “recovery”', of: ({ kind }) => kind },
  { name: 'call_meta.name', words: 'the monitor’s name', of: ({ payload }) => payload.call_meta.name },
  {
    name: 'call_meta.description',
    words: 'the monitor’s description',
    of: ({ payload }) => payload.call_meta.description,
  },
  { name: 'call_meta.tags', words: 'the monitor’s tags', of: ({ payload }) => payload.call_meta.tags },
  { name: 'call_id', words: 'the monitor’s id', of: ({ payload }) => payload.call_id },
  { name: 'call_url', words: 'the URL that was called', of: ({ payload }) => payload.call_url },
  {
    name: 'result_class',
    words: 'PASS, SLOW, WARNING, FAIL, NO_DATA, EXPIRY, BURN, BUDGET or CHANGE',
    of: ({ payload }) => payload.result_class,
  },
  {
    name: 'result',
    words: 'the reason, such as HTTP_SERVER_ERROR; without a result the same as result_class',
    of: ({ payload }) => payload.result,
  },
  { name: 'http_code', words: 'the status code', of: ({ payload }) => payload.http_code },
  { name: 'http_reason', words: 'the text after the status code', of: ({ payload }) => payload.http_reason },
  { name: 'response_time', words: 'total response time in milliseconds', of: ({ payload }) => payload.response_time },
  { name: 'response_size', words: 'response size in bytes', of: ({ payload }) => payload.response_size },
  { name: 'location_id', words: 'the location', of: ({ payload }) => payload.location_id },
  { name: 'result_id', words: 'the result’s id', of: ({ payload }) => payload.result_id },
  {
    name: 'exception',
    words: 'why there was no usable response, as a sentence',
    of: ({ payload }) => payload.exception ?? null,
  },
  { name: 'result_url', words: 'link to the result', of: ({ payload }) => payload.result_url },
  { name: 'condition.name', words: 'the failed condition', of: ({ condition }) => condition?.name ?? null },
  { name: 'condition.actual', words: 'the actual value', of: ({ condition }) => condition?.actual ?? null },
  { name: 'condition.expected', words: 'the expected value', of: ({ condition }) => condition?.expected ?? null },
  {
    name: 'step.number',
    words: 'number of the failed step of a workflow',
    of: ({ payload }) => (payload.workflow?.failed_step ? payload.workflow.failed_step.index + 1 : null),
  },
  {
    name: 'step.name',
    words: 'name of the failed step of a workflow',
    of: ({ payload }) => payload.workflow?.failed_step?.name ?? null,
  },
  {
    name: 'steps',
    words: 'steps of a workflow with their outcomes',
    of: ({ payload }) => (payload.workflow ? stepLines(payload.workflow.steps) : []),
  },
  {
    name: 'in_a_row',
    words: 'number of failures in a row; for NO_DATA, number of missed runs',
    of: ({ inARow }) => inARow,
  },
  {
    name: 'since',
    words: 'start of the incident, in UTC',
    of: ({ sinceMs }) => (sinceMs === null ? null : instantText(sinceMs)),
  },
  {
    name: 'duration',
    words: 'duration of the incident, such as 2 h 5 min',
    of: ({ sinceMs, timeMs }) => (sinceMs === null ? null : durationText(timeMs - sinceMs)),
  },
  { name: 'time', words: 'time of the run, in UTC', of: ({ timeMs }) => instantText(timeMs) },
  {
    name: 'acknowledge_url',
    words: 'link that acknowledges the incident; empty for a recovery',
    of: ({ acknowledgeUrl }) => acknowledgeUrl ?? null,
  },
  { name: 'webhook.name', words: 'the name of this alert', of: ({ webhook }) => webhook.name },
]

const CONTEXT = /^context\.[A-Za-z_][A-Za-z0-9_]*$/

/** Whether templates can use a variable. Variables of the run (`context.NAME`) are not known beforehand and always allowed. */
export const isTemplateVariable = (path: string): boolean =>
  CONTEXT.test(path) || TEMPLATE_VARIABLES.some(({ name }) => name === path)

/** The values of all template variables for a message, by path. */
export const templateVariables = (message: AlertMessage): Record<string, TemplateValue> => ({
  ...Object.fromEntries(Object.entries(message.payload.context).map(([name, value]) => [`context.${name}`, value])),
  ...Object.fromEntries(TEMPLATE_VARIABLES.map(({ name, of }) => [name, of(message)])),
})
