import type { StoredAlert, WantedAlert } from '../../../../machines/alerts/alert.ts'
import type { AlertEvent } from '../../../../machines/alerts/alert-rules.ts'
import { nextTickMs } from '../../../../machines/alerts/alert-timer.ts'
import { reminderId } from '../../../domain/silence/silence-id.ts'

/** The next moment after `nowMs` at which an alert changes without a result, and its event then; null if there is none. */
export type Timer = (alert: {
  readonly target: number
  readonly stored: StoredAlert | null
  readonly settings: WantedAlert
  readonly nowMs: number
}) => { readonly atMs: number; readonly event: AlertEvent } | null

/** The timers of the alert chart, as the sweep lets them run out: the end of a snooze, and ticks. */
export const nextTimer: Timer = ({ target, stored, settings, nowMs }) => {
  if (stored === null) return null
  const wakeMs = stored.context.snoozedUntilMs
  const tickMs = nextTickMs(stored, settings, nowMs)
  if (wakeMs !== null && (tickMs === null || wakeMs <= tickMs))
    return { atMs: wakeMs, event: { type: 'UNSNOOZE', dueMs: wakeMs } }
  if (tickMs === null) return null
  return { atMs: tickMs, event: { type: 'TICK', resultId: reminderId(target, 0, tickMs), dueMs: tickMs } }
}
