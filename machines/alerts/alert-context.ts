import type { AlertNews, ResultEvent } from './alert-rules.ts'
import { kindOf } from './alert-rules.ts'

/** A location's own row of troubles: how many, when it began, and when the newest was due. */
export type FailingLocation = { readonly count: number; readonly sinceMs: number; readonly lastMs: number }

/** State of an alert between events. */
export type AlertContext = {
  /** Number of troubles in a row. */
  readonly inARow: number
  /** When the outage began, or else the first of them was due; null if there is none. */
  readonly sinceMs: number | null
  /** The locations whose newest result is a trouble, by id. */
  readonly failing: Readonly<Record<string, FailingLocation>>
  /** When the incident opened; null outside of one. */
  readonly openedMs: number | null
  /** Whether the receiver was notified of an incident that has not ended for it, when last, and how often. */
  readonly told: boolean
  readonly toldMs: number | null
  readonly turns: number
  /** The newest trouble of the row, to be sent at the end of a snooze during which an incident opened. */
  readonly lastTrouble: AlertNews | null
  /** A recovery that is held back, of an incident that the receiver was notified of. */
  readonly owedRecovery: AlertNews | null
  readonly snoozedUntilMs: number | null
  /** Until when the first message waits for news of the monitors that this one depends on; absent or null if it does not. */
  readonly awaitsMs?: number | null
  /** Who acknowledged the incident, and when. */
  readonly ack: { readonly atMs: number; readonly by: string } | null
  /** The times of the newest openings, where flapping is damped. */
  readonly openings: readonly number[]
}

/** The initial state of an alert. */
export const START: AlertContext = {
  inARow: 0,
  sinceMs: null,
  failing: {},
  openedMs: null,
  told: false,
  toldMs: null,
  turns: 0,
  lastTrouble: null,
  owedRecovery: null,
  snoozedUntilMs: null,
  ack: null,
  openings: [],
}

/** The fields of a row of troubles after its end. */
export const NO_ROW = {
  inARow: 0,
  sinceMs: null,
  failing: {},
  openedMs: null,
  lastTrouble: null,
  ack: null,
  awaitsMs: null,
} satisfies Partial<AlertContext>

/** The failing locations after a result. */
export const failingAfter = ({ failing }: AlertContext, event: ResultEvent): AlertContext['failing'] => {
  const { location = '', dueMs } = event
  const { [location]: row, ...others } = failing
  const kind = kindOf(event)
  if (kind === 'nothing') return failing
  if (kind !== 'trouble') return others
  return { ...others, [location]: { count: (row?.count ?? 0) + 1, sinceMs: row?.sinceMs ?? dueMs, lastMs: dueMs } }
}

/** Whether the troubles up to this result open an incident: enough in a row, for long enough, in enough locations. */
export const isEnough = (context: AlertContext, event: ResultEvent): boolean => {
  const { settings, dueMs } = event
  const { quorum, failingMs = 0 } = settings
  const needed = Math.max(1, settings.failsInARow)
  if (!quorum) {
    const sinceMs = context.sinceMs ?? event.outageMs ?? dueMs
    return context.inARow + 1 >= needed && dueMs - sinceMs >= failingMs
  }
  const rows = Object.values(failingAfter(context, event))
  const counted = rows.filter(
    ({ count, sinceMs, lastMs }) =>
      count >= needed && dueMs - sinceMs >= failingMs && dueMs - lastMs <= quorum.withinMs,
  )
  return counted.length >= quorum.locations
}

/** Whether enough locations still fail after a good result, so that the incident goes on. Without a quorum one good result ends it. */
export const stillFails = (context: AlertContext, event: ResultEvent): boolean => {
  const { quorum } = event.settings
  if (!quorum) return false
  const rows = Object.values(failingAfter(context, event)).filter(
    ({ lastMs }) => event.dueMs - lastMs <= quorum.withinMs,
  )
  return rows.length >= (context.openedMs === null ? 1 : quorum.locations)
}
