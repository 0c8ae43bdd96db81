import { quietUntil } from '../../src/domain/alerts/quiet-hours.ts'
import type { StoredAlert } from './alert.ts'
import type { AlertSettings } from './alert-rules.ts'

/** How soon a reminder that is held back is tried again. */
const RETRY_MS = 60_000

/**
 * The next moment at which a TICK may send something, in milliseconds since 1970; null if only another event can. A tick at which nothing
 * is due changes nothing, so a moment that is too early does no harm. A result that arrives late was decided on as of the moment at which
 * it was due, `decidedMs`: what has become due since then is due at the next tick.
 */
export const nextTickMs = (
  { value, context }: StoredAlert,
  settings: AlertSettings,
  nowMs: number,
  decidedMs: number = nowMs,
): number | null => {
  const { told, toldMs, openedMs, owedRecovery, openings } = context
  const { remindMs, escalatesMs, flapping } = settings
  const awake = (ms: number): number => {
    const afterSnoozeMs = Math.max(ms, context.snoozedUntilMs ?? 0)
    return quietUntil(settings.quietHours, afterSnoozeMs) ?? afterSnoozeMs
  }
  const times: number[] = []
  if (value === 'open') {
    // One that is due and yet was not sent waits for something else.
    if (told && toldMs !== null && remindMs) times.push(awake(Math.max(nowMs + RETRY_MS, toldMs + remindMs)))
    if (!told && openedMs !== null) {
      const dueMs = Math.max(decidedMs, openedMs + (escalatesMs ?? 0), context.awaitsMs ?? 0)
      const atMs = awake(dueMs)
      // One that was due and yet was not sent waits for something else: for a monitor that it depends on.
      if (atMs > decidedMs) times.push(atMs)
    }
  } else if (owedRecovery !== null) {
    const stableMs = flapping
      ? (openings.at(-flapping.openings) ?? Number.NEGATIVE_INFINITY) + flapping.withinMs
      : decidedMs
    const atMs = awake(Math.max(decidedMs, stableMs))
    if (atMs > decidedMs) times.push(atMs)
  }
  return times.length === 0 ? null : Math.min(...times)
}
