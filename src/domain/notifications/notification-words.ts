import type { Shape } from '../../contract/core/endpoint.ts'
import type { Quota } from '../../contract/core/quotas.ts'
import type { notificationKind } from '../../contract/notifications/notifications.ts'
import type { AlertOutcome } from '../alerts/alert-reason.ts'
import { type AlertedStep, stepName } from '../alerts/alerted-steps.ts'
import { answerText } from '../alerts/alerting.ts'
import type { Category, ExceptionType, Reason } from '../results/classify.ts'
import { reasonWords } from '../results/reason-words.ts'
import type { SilenceStep } from '../silence/silence-id.ts'

export type NotificationKind = Shape<typeof notificationKind>

const BEGINS: ReadonlySet<AlertOutcome> = new Set(['fired', 'fired_late', 'escalated', 'flapping'])

/** Facts from which a notification about a result is written. */
export type NoticeFacts = {
  readonly outcome: AlertOutcome
  readonly monitor: string
  /** Names of the alerts that tell of it. */
  readonly webhooks: readonly string[]
  readonly category: Category
  readonly reason: Reason
  readonly httpCode: number | null
  /** Cause of a missing or unusable response. */
  readonly exceptionType?: ExceptionType | null
  readonly responseTimeMs: number
  readonly locationId: string
  /** The step that decided the result of a workflow; null or absent for a monitor. */
  readonly failedStep?: AlertedStep | null
  /** Number of matching results in a row, and milliseconds since the first of them was due. */
  readonly inARow: number
  readonly lastedMs: number | null
}

/** The effect of a decision on an incident: it begins, goes on, ends, or nothing. A reported pass counts as going on. */
export const stepOf = (outcome: AlertOutcome): 'begins' | 'goes-on' | 'ends' | null => {
  if (BEGINS.has(outcome)) return 'begins'
  if (outcome === 'repeated' || outcome === 'passed' || outcome === 'reminded') return 'goes-on'
  return outcome === 'recovered' || outcome === 'recovered_late' || outcome === 'recovery_unwanted' ? 'ends' : null
}

const VERBS: Partial<Record<Category, string>> = { PASS: 'passed', SLOW: 'is slow', WARNING: 'warns', FAIL: 'fails' }

/** "90 s", "12 min", "5 h", "3 days" */
const spanWords = (ms: number): string => {
  const minutes = Math.round(ms / 60_000)
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`
  if (minutes < 120) return `${minutes} min`
  return minutes < 2880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`
}

const answerWords = (facts: NoticeFacts): string => `${answerText(facts)}, from ${facts.locationId}`

/** The alert's part. Whether its message arrived is not known yet: the notification shows the delivery's status beside the text. */
const told = ({ outcome, webhooks }: Pick<NoticeFacts, 'outcome' | 'webhooks'>): string => {
  const alerts = alertsWords(webhooks)
  if (outcome === 'recovery_unwanted') return `${alerts} ${webhooks.length === 1 ? 'does' : 'do'} not cover passes.`
  return `${alerts} ${stepOf(outcome) === 'ends' ? 'resolved' : 'fired'}.`
}

/** "The alert “Ops”", "The alerts “Ops” and “Night”", "The alerts “Ops”, “Night” and 3 more" */
export const alertsWords = ([first, second, ...others]: readonly string[]): string => {
  if (second === undefined) return `The alert “${first}”`
  return others.length === 0
    ? `The alerts “${first}” and “${second}”`
    : `The alerts “${first}”, “${second}” and ${others.length} more`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Title and text of a notification about a result. */
export const noticeWords = (facts: NoticeFacts): { title: string; text: string } => {
  const { outcome, monitor, category, reason, httpCode, inARow, lastedMs } = facts
  if (stepOf(outcome) === 'ends') {
    const row = inARow > 1 ? `, ${inARow} results in a row` : ''
    const lasted = lastedMs === null || lastedMs <= 0 ? '' : ` The incident lasted ${spanWords(lastedMs)}${row}.`
    return {
      title: `${monitor} is back to normal`,
      text: `It ${reasonWords(reason, httpCode)} (${answerWords(facts)}).${lasted} ${told(facts)}`,
    }
  }
  const row = inARow > 1 ? `, ${inARow} times in a row` : ''
  const { failedStep: step } = facts
  const subject = step ? capital(stepName(step)) : 'It'
  const answer = step
    ? {
        ...facts,
        reason: step.result,
        exceptionType: null,
        httpCode: step.http_code,
        responseTimeMs: step.response_time,
      }
    : facts
  return {
    title: `${monitor} ${VERBS[category] ?? 'has news'}${step ? ` at step ${step.index + 1}` : ''}`,
    text: `${subject} ${reasonWords(answer.reason, answer.httpCode, answer.exceptionType)} (${answerWords(answer)})${row}. ${told(facts)}`,
  }
}

/** Title and text of a notification about missing data from a location. */
export const silenceWords = (facts: {
  readonly outcome: AlertOutcome
  readonly step: SilenceStep
  readonly monitor: string
  readonly webhooks: readonly string[]
  readonly locationId: string
  readonly lastedMs: number | null
}): { title: string; text: string } => {
  const { step, monitor, locationId, lastedMs } = facts
  const lasted = lastedMs === null || lastedMs <= 0 ? '' : ` for ${spanWords(lastedMs)}`
  if (step === 'no_data')
    return {
      title: `${monitor} has no data from ${locationId}`,
      text: `There was no result from there${lasted}, although a schedule runs it. ${told(facts)}`,
    }
  if (step === 'not_expected')
    return {
      title: `${monitor} no longer runs from ${locationId}`,
      text: `No schedule runs it from there, so no data is expected. ${told(facts)}`,
    }
  return {
    title: `${monitor} has data from ${locationId} again`,
    text: `There was no data${lasted}. ${told(facts)}`,
  }
}

/** Title and text of a notification about failed deliveries. */
export const deliveryErrorWords = (facts: {
  readonly webhook: string
  readonly messages: number
  readonly error: string | null
  readonly isGivenUp: boolean
}): { title: string; text: string } => {
  const { webhook, messages, isGivenUp } = facts
  const why = facts.error === null ? '' : ` ${facts.error.replace(/\.?$/, '.')}`
  const what = messages === 1 ? 'A message' : `${messages} messages`
  return {
    title: isGivenUp ? `“${webhook}” could not be delivered` : `“${webhook}” cannot be delivered`,
    text: isGivenUp
      ? `${what} could not be delivered and will not be retried.${why}`
      : `${what} could not be delivered yet.${why} Delivery is retried for 26 hours.`,
  }
}

const countOfRuns = (runs: number): string => (runs === 1 ? '1 run was' : `${runs.toLocaleString('en')} runs were`)

/** Title and text of a notification about a location whose agents stopped asking for work. */
export const locationAwayWords = (location: string, awayMs: number): { title: string; text: string } => ({
  title: `Location ${location} is offline`,
  text: `None of its agents has asked for work for ${spanWords(awayMs)}. Scheduled runs from there are missed until one asks again.`,
})

/** Title and text of a notification about a location whose agents ask for work again. */
export const locationBackWords = (
  location: string,
  { awayMs, missed }: { awayMs: number; missed: number },
): { title: string; text: string } => ({
  title: `Location ${location} is online again`,
  text: `It was offline for ${spanWords(awayMs)}. ${missed === 0 ? 'No run was missed.' : `${countOfRuns(missed)} missed.`}`,
})

/** Title and text of a notification about a token that could not be refreshed. */
export const tokenFailureWords = ({
  token,
  problem,
}: {
  token: string
  problem: string
}): { title: string; text: string } => ({
  title: `The token “${token}” could not be refreshed`,
  text: `${problem} Monitors that use it will fail once it expires: authenticate again.`,
})

/** Title and text of a notification about a token that expires, or has expired, and that nothing refreshes. */
export const tokenExpiryWords = (facts: {
  readonly token: string
  readonly expires: number
  /** "22 Nov 2026, 15:00 UTC" */
  readonly until: string
  readonly now: number
}): { title: string; text: string } => {
  const { token, expires, until, now } = facts
  const isOver = expires <= now
  return {
    title: isOver ? `The token “${token}” has expired` : `The token “${token}” expires in ${spanWords(expires - now)}`,
    text: `It ${isOver ? 'was' : 'is'} valid until ${until} and cannot be refreshed. Monitors that use it ${isOver ? 'fail' : 'will fail'}: authenticate again.`,
  }
}

const MB = 1_048_576

const inMb = (bytes: number): string => `${Number((bytes / MB).toFixed(1))} MB`

/** The words about each limit: its variable, what is limited, what happens at the limit, and what helps. */
const QUOTA_WORDS: Readonly<
  Record<Quota, { setting: string; of: string; used: string; refused: string; remedy: string; isBytes: boolean }>
> = {
  monitors: {
    setting: 'SONDE_PROJECT_MONITORS',
    of: 'monitors',
    used: 'monitors',
    refused: 'No monitor can be created any more.',
    remedy: 'Delete a monitor',
    isBytes: false,
  },
  results: {
    setting: 'SONDE_PROJECT_RESULTS_PER_DAY',
    of: 'results a day',
    used: 'results of today',
    refused: 'Until 00:00 UTC, no run is made: scheduled ones count as missed, and others are refused.',
    remedy: 'Run monitors less often',
    isBytes: false,
  },
  documents: {
    setting: 'SONDE_PROJECT_DOCUMENTS_MB',
    of: 'of documents',
    used: 'for documents',
    refused: 'No object can be created or grow any more.',
    remedy: 'Delete monitors or other objects',
    isBytes: true,
  },
  files: {
    setting: 'SONDE_PROJECT_FILES_MB',
    of: 'of files',
    used: 'for files',
    refused: 'No file can be uploaded any more.',
    remedy: 'Delete a file',
    isBytes: true,
  },
}

/** Title and text of a notification about a limit of the server that a project comes close to, or has reached. */
export const quotaWords = (facts: {
  readonly about: Quota
  readonly used: number
  readonly most: number
}): { title: string; text: string } => {
  const { about, used, most } = facts
  const words = QUOTA_WORDS[about]
  const count = (value: number) => (words.isBytes ? inMb(value) : value.toLocaleString('en'))
  const limit = `This server allows ${count(most)} ${words.of} in a project (${words.setting}).`
  const remedy = `${words.remedy}, or ask the operator for a higher limit.`
  return used >= most
    ? { title: `All ${count(most)} ${words.used} are used`, text: `${limit} ${words.refused} ${remedy}` }
    : {
        title: `${Math.floor((used / most) * 100)} % of the ${count(most)} ${words.used} are used`,
        text: `${limit} ${count(used)} are used. ${remedy}`,
      }
}

const NAMED = 5

/** Title and text of a notification about a certificate that expires, for a project whose monitors present it, or that none of them does. */
export const certificateExpiryWords = (facts: {
  readonly certificate: string
  /** "Expires in 12 days" */
  readonly expiry: string
  /** "22 Nov 2026, 15:00 UTC" */
  readonly until: string
  readonly monitors: readonly string[]
}): { title: string; text: string } => {
  const { certificate, expiry, until, monitors } = facts
  const names = monitors.slice(0, NAMED).map((name) => `“${name}”`)
  const more = monitors.length > NAMED ? ` and ${monitors.length - NAMED} more` : ''
  const users =
    monitors.length === 0
      ? 'No monitor of the organization presents it now.'
      : `${names.join(', ')}${more} ${monitors.length === 1 ? 'presents' : 'present'} it, and calls that present it fail after that.`
  return {
    title: `Client certificate “${certificate}”: ${expiry.charAt(0).toLowerCase()}${expiry.slice(1)}`,
    text: `It is valid until ${until}. ${users} An ADMIN of the organization can replace it.`,
  }
}
