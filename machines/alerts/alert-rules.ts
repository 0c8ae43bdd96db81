import type { Category } from '../../src/domain/results/classify.ts'

/** A webhook alerts on categories of results, and on no data. */
export type AlertOn = Category | 'NO_DATA'

/**
 * What a webhook wants. It comes with each event and is not remembered, so an edited webhook is obeyed from its next
 * result on.
 */
export type AlertSettings = {
  readonly alerts: readonly AlertOn[]
  /** How many troubles in a row open an incident; 0 means 1. */
  readonly failsInARow: number
  /** Hears of incidents: it is told once of each, and always of its end. */
  readonly stateful: boolean
  /** Hears of every further trouble of an incident too, although it hears of incidents. */
  readonly repeats?: boolean
}

/**
 * What can happen to an alert. Results come in the order of their due times, from all locations together. No data is of one
 * location: it has an alert of its own, which no result reaches.
 */
export type AlertEvent =
  | {
      readonly type: 'RESULT'
      readonly category: Category
      readonly resultId: string
      readonly dueMs: number
      /** An attempt that raises no alert: it changes nothing at all. */
      readonly ignored: boolean
    }
  | {
      readonly type: 'NO_DATA'
      /** Names the moment at which it was noticed, `dueMs`, as the id of a result names a run. */
      readonly resultId: string
      readonly dueMs: number
      /** Since when there are no results, and how many runs were not made since. */
      readonly sinceMs: number
      readonly missed: number
      /** Whole periods since then, and how many of them the webhook waits for. */
      readonly periods: number
      readonly needed: number
    }
  /** Results come again, or are no longer expected. */
  | { readonly type: 'DATA'; readonly resultId: string; readonly dueMs: number }
  | { readonly type: 'SNOOZE'; readonly untilMs: number }
  | { readonly type: 'UNSNOOZE' }

/**
 * The result that a message is about, how many troubles in a row there had been by then, and when the first of them was due. About
 * no data: how many runs were not made, and since when.
 */
export type AlertNews = {
  readonly resultId: string
  readonly dueMs: number
  readonly inARow: number
  readonly sinceMs: number
}

/** An event together with what the webhook wants at that time. */
export type Settled<Event> = Event extends unknown ? Event & { readonly settings: AlertSettings } : never
export type ResultEvent = Extract<Settled<AlertEvent>, { type: 'RESULT' }>

const isNegativeTest = ({ alerts }: AlertSettings) =>
  alerts.includes('PASS') && !alerts.some((each) => each === 'WARNING' || each === 'FAIL' || each === 'NO_DATA')

/**
 * What a result is to a webhook.
 * - trouble: its category is selected. PASS beside WARNING, FAIL or no data is not trouble but the wish to hear of every pass;
 *   without them it is negative testing, where passing is the trouble.
 * - recovery: a PASS or SLOW that is no trouble, and in negative testing a FAIL.
 * - break: a FAIL that is not selected ends a row of troubles; it does not end an incident.
 * - nothing: a WARNING that is not selected says nothing certain about the target, so it neither opens nor closes nor
 *   interrupts anything; nor does a run that was skipped or is still to come.
 */
export const kindOf = ({ category, ignored, settings }: ResultEvent): 'trouble' | 'recovery' | 'break' | 'nothing' => {
  if (ignored) return 'nothing'
  const negative = isNegativeTest(settings)
  if (settings.alerts.includes(category) && (category !== 'PASS' || negative)) return 'trouble'
  if (category === 'PASS' || category === 'SLOW') return 'recovery'
  if (category === 'FAIL') return negative ? 'recovery' : 'break'
  return 'nothing'
}

/** Hears of an incident once, however long it lasts. */
export const isToldOnce = ({ stateful, repeats }: AlertSettings) => stateful && repeats !== true
/** Hears of the end of an incident: whoever hears of incidents, and whoever asked to hear of passes. */
export const wantsRecovery = ({ stateful, alerts }: AlertSettings) => stateful || alerts.includes('PASS')
/** Hears of each pass outside an incident. */
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
