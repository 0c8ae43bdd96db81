import { notMadeWords } from '../silence/silence.ts'
import { silenceStepOf } from '../silence/silence-id.ts'
import type { TemplateValue } from './alert-template.ts'
import { type AlertPayload, notificationText } from './alerting.ts'

/** News of a monitor as a webhook tells it, whatever the way. Times in milliseconds. */
export type AlertMessage = {
  /** The same whenever it is sent again. */
  readonly id: string
  readonly kind: 'alert' | 'recovery'
  /** Sent to try the way: nothing has happened. */
  readonly isTest: boolean
  readonly webhook: { readonly id: string; readonly name: string }
  readonly payload: AlertPayload
  /** How many troubles in a row there had been; about no data, how many runs were not made. */
  readonly inARow: number
  /** When the first of them was due. */
  readonly sinceMs: number | null
  /** When the run was due that this is about. */
  readonly timeMs: number
  /** The condition that decided, with what was found; null where none did, or its evidence is gone. */
  readonly condition: { readonly name: string; readonly actual: string | null; readonly expected: string } | null
}

/** Whether a message tells that a monitor has no data from a location, or has data again. */
export const isAboutNoData = ({ payload }: Pick<AlertMessage, 'payload'>): boolean => payload.result === 'NO_DATA'

/** What happened as one sentence for a person. */
export const sentenceOf = (message: AlertMessage): string =>
  message.isTest ? `This is a test: ${newsOf(message)}` : newsOf(message)

const newsOf = ({ kind, payload, inARow, sinceMs, timeMs }: AlertMessage): string => {
  const { result } = payload
  if (result === 'NO_DATA') return silenceText({ kind, payload, missed: inARow, sinceMs, timeMs })
  const run = {
    reason: result,
    httpCode: payload.http_code,
    responseTimeMs: payload.response_time,
    locationId: payload.location_id,
  }
  return notificationText(kind === 'alert' ? 'notify' : 'recover', payload.call_meta.name, run, inARow)
}

const silenceText = (
  about: Pick<AlertMessage, 'kind' | 'payload' | 'sinceMs' | 'timeMs'> & { readonly missed: number },
): string => {
  const { kind, payload, missed, sinceMs, timeMs } = about
  const { location_id: location } = payload
  const { name } = payload.call_meta
  if (kind === 'alert') {
    const since = sinceMs === null ? '' : ` since ${instantText(sinceMs)}`
    return `No data from ${location} for ${name}${since}: ${notMadeWords(missed)}.`
  }
  if (silenceStepOf(payload.result_id) === 'not_expected')
    return `${name} is no longer expected to have data from ${location}: no schedule calls it from there.`
  const after = sinceMs === null ? '' : ` after ${durationText(timeMs - sinceMs)}`
  return `${name} has data from ${location} again${after}.`
}

/**
 * What names the incident at a receiver that keeps incidents: one for each webhook and monitor, and one of its own for no data from
 * each location.
 */
export const incidentKey = (message: AlertMessage): string => {
  const { webhook, payload, isTest } = message
  const about = isAboutNoData(message) ? `-no-data-${payload.location_id}` : ''
  return `sonde-${webhook.id}-${payload.call_id}${about}${isTest ? '-test' : ''}`
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const

/** A length of time in its two largest units: `2 h 5 min`. */
export const durationText = (ms: number): string => {
  const words: string[] = []
  let left = Math.max(0, Math.round(ms / 1000) * 1000)
  for (const [size, unit] of UNITS) {
    const many = Math.floor(left / size)
    if (many > 0 && words.length < 2) words.push(`${many} ${unit}`)
    left -= many * size
    if (words.length === 2) break
  }
  return words.join(' ') || '0 s'
}

/** An instant for mail and messages, which know no time zone of their reader: `2026-01-05 10:00:00 UTC`. */
export const instantText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

type Variable = { readonly name: string; readonly words: string; readonly of: (message: AlertMessage) => TemplateValue }

/** What a template can name, besides `context.NAME` for every variable of the run. */
export const TEMPLATE_VARIABLES: readonly Variable[] = [
  { name: 'notification', words: 'what happened, as a sentence', of: sentenceOf },
  { name: 'kind', words: '“alert” or “recovery”', of: ({ kind }) => kind },
  { name: 'call_meta.name', words: 'the monitor’s name', of: ({ payload }) => payload.call_meta.name },
  {
    name: 'call_meta.description',
    words: 'the monitor’s description',
    of: ({ payload }) => payload.call_meta.description,
  },
  { name: 'call_meta.tags', words: 'the monitor’s tags', of: ({ payload }) => payload.call_meta.tags },
  { name: 'call_id', words: 'the monitor’s id', of: ({ payload }) => payload.call_id },
  { name: 'call_url', words: 'the address that was called', of: ({ payload }) => payload.call_url },
  { name: 'result_class', words: 'PASS, SLOW, WARNING, FAIL or NO_DATA', of: ({ payload }) => payload.result_class },
  {
    name: 'result',
    words: 'the reason, such as HTTP_SERVER_ERROR; NO_DATA where no result came',
    of: ({ payload }) => payload.result,
  },
  { name: 'http_code', words: 'the status code', of: ({ payload }) => payload.http_code },
  { name: 'http_reason', words: 'the words after the code', of: ({ payload }) => payload.http_reason },
  { name: 'response_time', words: 'milliseconds in all', of: ({ payload }) => payload.response_time },
  { name: 'response_size', words: 'bytes of the response', of: ({ payload }) => payload.response_size },
  { name: 'location_id', words: 'where it was called from', of: ({ payload }) => payload.location_id },
  { name: 'result_id', words: 'the result’s id', of: ({ payload }) => payload.result_id },
  { name: 'result_url', words: 'where to read the result', of: ({ payload }) => payload.result_url },
  { name: 'condition.name', words: 'the condition that decided', of: ({ condition }) => condition?.name ?? null },
  { name: 'condition.actual', words: 'what was found', of: ({ condition }) => condition?.actual ?? null },
  { name: 'condition.expected', words: 'what was expected', of: ({ condition }) => condition?.expected ?? null },
  {
    name: 'in_a_row',
    words: 'how many failures in a row; of NO_DATA, how many runs were not made',
    of: ({ inARow }) => inARow,
  },
  {
    name: 'since',
    words: 'since when it fails, in UTC',
    of: ({ sinceMs }) => (sinceMs === null ? null : instantText(sinceMs)),
  },
  {
    name: 'duration',
    words: 'for how long, such as 2 h 5 min',
    of: ({ sinceMs, timeMs }) => (sinceMs === null ? null : durationText(timeMs - sinceMs)),
  },
  { name: 'time', words: 'when it was called, in UTC', of: ({ timeMs }) => instantText(timeMs) },
  { name: 'webhook.name', words: 'the name of this webhook', of: ({ webhook }) => webhook.name },
]

const CONTEXT = /^context\.[A-Za-z_][A-Za-z0-9_]*$/

/** Whether an alert has a variable of this path. Those of the run (`context.NAME`) are not known beforehand. */
export const isTemplateVariable = (path: string): boolean =>
  CONTEXT.test(path) || TEMPLATE_VARIABLES.some(({ name }) => name === path)

/** The variables of a message, by the paths that a template names. */
export const templateVariables = (message: AlertMessage): Record<string, TemplateValue> => ({
  ...Object.fromEntries(Object.entries(message.payload.context).map(([name, value]) => [`context.${name}`, value])),
  ...Object.fromEntries(TEMPLATE_VARIABLES.map(({ name, of }) => [name, of(message)])),
})
