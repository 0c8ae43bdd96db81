import { subjectWords } from '../../../domain/alerts/alert-group.ts'
import {
  type AlertMessage,
  instantText,
  isAboutNoData,
  isAboutResult,
  isAboutSignal,
} from '../../../domain/alerts/alert-message.ts'
import { stepLines } from '../../../domain/alerts/alerted-steps.ts'
import { SIGNAL_WORDS } from '../../../domain/alerts/signal.ts'
import { durationText } from '../../../domain/core/duration-text.ts'
import { clipped } from './channel.ts'

export type Fact = { readonly label: string; readonly text: string }

const CATEGORY_WORDS = {
  PASS: 'Pass',
  SLOW: 'Slow',
  WARNING: 'Warning',
  FAIL: 'Fail',
  NO_DATA: 'No data',
  ...SIGNAL_WORDS,
} as const

const wordOf = (category: string): string =>
  Object.hasOwn(CATEGORY_WORDS, category) ? CATEGORY_WORDS[category as keyof typeof CATEGORY_WORDS] : category

/** Returns a one-line title: `[FAIL] Pay`, `[RECOVERED] Pay`, with `Test:` in front for a test. */
export const headline = ({ kind, isTest, payload }: AlertMessage): string =>
  `${isTest ? 'Test: ' : ''}[${kind === 'recovery' ? 'RECOVERED' : payload.result_class.replace('_', ' ')}] ${subjectWords(payload)}`

const code = ({ http_code, http_reason }: AlertMessage['payload']): string =>
  http_code === null ? 'no response' : `${http_code} ${http_reason ?? ''}`.trim()

const failedStep = ({ workflow }: AlertMessage['payload']): string =>
  workflow?.failed_step ? `${workflow.failed_step.index + 1}. ${workflow.failed_step.name}` : ''

const times = (inARow: number): string => (inARow > 1 ? `, ${inARow} times in a row` : '')

const conditionText = ({ condition }: AlertMessage): string => {
  if (!condition) return ''
  const { name, actual, expected } = condition
  const wanted = expected === '' || name.includes(expected) ? '' : `, expected ${expected}`
  return `${name}: found ${actual === null ? 'nothing' : actual}${wanted}`
}

const sinceText = (message: AlertMessage): string => {
  const { kind, sinceMs, timeMs, inARow } = message
  if (sinceMs === null) return ''
  const lasted = durationText(timeMs - sinceMs)
  if (kind === 'recovery') return `${lasted}, since ${instantText(sinceMs)}`
  return timeMs > sinceMs
    ? `${instantText(sinceMs)}, for ${lasted}${isAboutResult(message) ? times(inARow) : ''}`
    : instantText(sinceMs)
}

const subjectOf = (message: AlertMessage): 'result' | 'no_data' | 'signal' =>
  isAboutSignal(message) ? 'signal' : isAboutNoData(message) ? 'no_data' : 'result'

const ENDED = { result: 'Was failing', no_data: 'Had no data', signal: 'Was so for' } as const

/** Facts about a result, most important first. Facts without content are left out. */
export const factsOf = (message: AlertMessage): Fact[] => {
  const { payload, kind, timeMs } = message
  const ofResult = !isAboutResult(message)
    ? [{ label: 'Result', text: kind === 'recovery' ? '' : wordOf(payload.result_class) }]
    : [
        { label: 'Result', text: `${wordOf(payload.result_class)} (${payload.result})` },
        { label: 'Step', text: failedStep(payload) },
        { label: 'Status', text: code(payload) },
        { label: 'Condition', text: conditionText(message) },
        { label: 'Latency', text: `${Math.round(payload.response_time)} ms` },
      ]
  return [
    ...ofResult,
    { label: 'Location', text: payload.location_id },
    { label: kind !== 'recovery' ? 'Since' : ENDED[subjectOf(message)], text: sinceText(message) },
    { label: 'Time', text: instantText(timeMs) },
    { label: 'Steps', text: stepLines(payload.workflow?.steps ?? []).join('; ') },
    { label: 'Address', text: payload.call_url },
    { label: 'Tags', text: payload.call_meta.tags.join(', ') },
  ].filter(({ text }) => text !== '')
}

/** Longest value of a detail: receivers refuse events of some hundred kilobytes. */
const LONGEST_DETAIL = 4000

/** The facts as names and values, for receivers with structured details. */
export const detailsOf = (message: AlertMessage): Record<string, string> => ({
  ...Object.fromEntries(
    factsOf(message).map(({ label, text }) => [
      label.toLowerCase().replaceAll(' ', '_'),
      clipped(text, LONGEST_DETAIL),
    ]),
  ),
  monitor_id: message.payload.call_id,
  result_id: message.payload.result_id,
  result_url: message.payload.result_url,
})

const WARNINGS: ReadonlySet<string> = new Set(['WARNING', 'EXPIRY', 'CHANGE'])

/** Accent colour for receivers that show one. */
export const colourOf = ({ kind, payload }: AlertMessage): string => {
  if (kind === 'recovery' || payload.result_class === 'PASS') return '#1a7f4b'
  if (payload.result_class === 'SLOW') return '#8a6d00'
  return WARNINGS.has(payload.result_class) ? '#b45f06' : '#c0362c'
}

/** Returns the called host, else the monitor's name. */
export const hostOf = ({ payload }: AlertMessage): string => {
  try {
    return new URL(payload.call_url).host
  } catch {
    return payload.call_meta.name
  }
}

/** The object that a message links to: its result, the monitor if there is none, or the page of a standing condition. */
export const linkedOf = (message: AlertMessage): 'result' | 'monitor' | 'page' | 'incident' =>
  message.payload.group?.incident_url
    ? 'incident'
    : ({ result: 'result', no_data: 'monitor', signal: 'page' }[subjectOf(message)] as 'result' | 'monitor' | 'page')

/** Whether the message has the highest severity: a failure, no data, or an error budget that burns fast. */
export const isCritical = ({ payload }: AlertMessage): boolean =>
  payload.result_class === 'FAIL' || payload.result_class === 'NO_DATA' || payload.result_class === 'BURN'

/** The links of a message, with their words: to what it is about, and the one that acknowledges the incident. */
export const linksOf = (message: AlertMessage): { readonly text: string; readonly url: string }[] => [
  { text: `Open the ${linkedOf(message)}`, url: message.payload.result_url },
  ...(message.acknowledgeUrl ? [{ text: 'Acknowledge', url: message.acknowledgeUrl }] : []),
]

/** The address that acknowledges the incident, as a line of its own; empty where there is none. */
export const acknowledgeLine = ({ acknowledgeUrl }: AlertMessage, written: (url: string) => string): string =>
  acknowledgeUrl ? `\n\n${written(acknowledgeUrl)}` : ''
