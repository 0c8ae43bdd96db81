import type { QuietHours } from '../../src/domain/alerts/quiet-hours.ts'
import type { Signal } from '../../src/domain/alerts/signal.ts'
import type { Category } from '../../src/domain/results/classify.ts'

/** An alert covers result categories, missing data and standing conditions. */
export type AlertOn = Category | 'NO_DATA' | Signal

/** The settings of an alert. They come with each event and are not stored, so a changed setting applies from the next result on. */
export type AlertSettings = {
  readonly alerts: readonly AlertOn[]
  /** Troubles in a row that open an incident; 0 means 1. */
  readonly failsInARow: number
  /** Whether the receiver tracks incidents: it gets one message per incident, and always its end. */
  readonly stateful: boolean
  /** Whether such a receiver also gets a message for every further trouble of an incident. */
  readonly repeats?: boolean
  /** How long the row must last before an incident opens, in milliseconds; 0 or absent: not at all. */
  readonly failingMs?: number
  /** Opens only while this many locations fail, each with its newest result within the window. Null or absent: one row of all locations. */
  readonly quorum?: { readonly locations: number; readonly withinMs: number } | null
  /** Reminds of an incident that nobody acknowledged, this often. */
  readonly remindMs?: number | null
  /** The receiver is told only of what nobody acknowledged for so long. */
  readonly escalatesMs?: number | null
  /** From so many openings within the window on, the receiver is told once, and hears of the end once it is stable. */
  readonly flapping?: { readonly openings: number; readonly withinMs: number } | null
  readonly quietHours?: QuietHours | null
}

/**
 * Events of an alert. Results come in the order of their due times, from all locations together. Missing data has a separate
 * alert state per location, which receives no results.
 */
export type AlertEvent =
  | {
      readonly type: 'RESULT'
      readonly category: Category
      readonly resultId: string
      readonly dueMs: number
      /** Start of the monitor's outage that the result belongs to, the same for all alerts; absent if it belongs to none. */
      readonly outageMs?: number
      /** Whether the attempt is excluded from alerting, so that it changes nothing. */
      readonly ignored: boolean
      /** Where it ran. */
      readonly location?: string
      /** The failing monitor that this one depends on; absent or null if there is none. */
      readonly upstream?: string | null
      /** Until when news of the monitors that this one depends on is awaited; absent or null if all is known. */
      readonly awaitsMs?: number | null
    }
  | {
      readonly type: 'NO_DATA'
      /** An id for the moment `dueMs` at which it was noticed, like the result id of a run. */
      readonly resultId: string
      readonly dueMs: number
      /** Since when there are no results, and how many runs were missed since. */
      readonly sinceMs: number
      readonly missed: number
      /** Whole periods since then, and how many of them the alert waits for. */
      readonly periods: number
      readonly needed: number
    }
  /** A standing condition holds, such as a certificate that expires soon. It has an alert state of its own. */
  | {
      readonly type: 'SIGNAL'
      /** An id for the moment `dueMs` at which it was noticed. */
      readonly resultId: string
      readonly dueMs: number
      readonly sinceMs: number
      /** The condition as a sentence. */
      readonly condition: string
    }
  /** It holds no more. */
  | { readonly type: 'CALM'; readonly resultId: string; readonly dueMs: number; readonly condition: string }
  /** Results arrive again, or are no longer expected. */
  | { readonly type: 'DATA'; readonly resultId: string; readonly dueMs: number }
  | { readonly type: 'SNOOZE'; readonly untilMs: number }
  | { readonly type: 'UNSNOOZE'; readonly dueMs?: number }
  /** A moment at which something may be due that only depends on time: a reminder, an escalation, the end of quiet hours. */
  | {
      readonly type: 'TICK'
      /** An id for this moment, for a message that is about no new result. */
      readonly resultId: string
      readonly dueMs: number
      readonly upstream?: string | null
    }
  /** A person takes care of the incident: no more news of it but its end. */
  | { readonly type: 'ACK'; readonly dueMs: number; readonly by: string }
  | { readonly type: 'UNACK'; readonly dueMs: number }

/**
 * The result that a message is about, the number of troubles in a row at that time, and when the outage began. For missing
 * data: the number of missed runs, and since when.
 */
export type AlertNews = {
  readonly resultId: string
  readonly dueMs: number
  readonly inARow: number
  readonly sinceMs: number
  /** For a reminder: the number of the message within its incident, and the id of the moment. */
  readonly turn?: number
  readonly momentId?: string
  /** Why it is sent, where that is not the result itself. */
  readonly why?: 'reminder' | 'escalation' | 'flapping'
  /** Openings within the window, where it is flapping. */
  readonly openings?: number
}

/** An event together with the alert's settings at that time. */
export type Settled<Event> = Event extends unknown ? Event & { readonly settings: AlertSettings } : never
export type ResultEvent = Extract<Settled<AlertEvent>, { type: 'RESULT' }>

const isNegativeTest = ({ alerts }: AlertSettings) =>
  alerts.includes('PASS') && alerts.every((each) => each === 'PASS' || each === 'SLOW')

/**
 * The meaning of a result for an alert.
 * - trouble: its category is selected. PASS selected beside WARNING, FAIL, NO_DATA or a standing condition is not trouble but asks for a
 *   message about every pass; PASS without them is negative testing, where a pass is the trouble.
 * - recovery: a PASS or SLOW that is not trouble, and in negative testing a FAIL.
 * - break: a FAIL that is not selected. It ends a row of troubles but not an incident.
 * - nothing: a WARNING that is not selected, which says nothing certain about the target, and a run that was skipped or is queued.
 */
export const kindOf = ({ category, ignored, settings }: ResultEvent): 'trouble' | 'recovery' | 'break' | 'nothing' => {
  if (ignored) return 'nothing'
  const negative = isNegativeTest(settings)
  if (settings.alerts.includes(category) && (category !== 'PASS' || negative)) return 'trouble'
  if (category === 'PASS' || category === 'SLOW') return 'recovery'
  if (category === 'FAIL') return negative ? 'recovery' : 'break'
  return 'nothing'
}

/** Whether an alert sends one message per incident, however long it lasts. */
export const notifiesOnce = ({ stateful, repeats }: AlertSettings) => stateful && repeats !== true
/** Whether an alert sends recoveries: if its receiver tracks incidents, or if it covers passes. */
export const wantsRecovery = ({ stateful, alerts }: AlertSettings) => stateful || alerts.includes('PASS')
/** Whether an alert sends every pass outside an incident. */
export const wantsEveryPass = ({ stateful, alerts }: AlertSettings) => !stateful && alerts.includes('PASS')

export const newsOf = (
  { resultId, dueMs }: Pick<ResultEvent, 'resultId' | 'dueMs'>,
  inARow: number,
  sinceMs: number,
): AlertNews => ({
  resultId,
  dueMs,
  inARow,
  sinceMs,
})
