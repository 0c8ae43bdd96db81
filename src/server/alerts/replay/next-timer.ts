import type { StoredAlert, WantedAlert } from '../../../../machines/alerts/alert.ts'
import type { AlertEvent } from '../../../../machines/alerts/alert-rules.ts'

/** The next moment at which an alert changes without a result, and its event then; null if there is none. */
export type Timer = (
  stored: StoredAlert | null,
  settings: WantedAlert,
) => { readonly atMs: number; readonly event: AlertEvent } | null

/**
 * The timers of the alert chart, for replays: a snooze ends. A timer that the chart gains is added here, so that a replay sends its event
 * between the results, as the sweep does.
 */
export const nextTimer: Timer = (stored) => {
  const untilMs = stored?.context.snoozedUntilMs ?? null
  return untilMs === null ? null : { atMs: untilMs, event: { type: 'UNSNOOZE' } }
}
