import { quietUntil } from '../../src/domain/alerts/quiet-hours.ts'
import type { AlertContext } from './alert-context.ts'
import { type AlertEvent, type AlertSettings, notifiesOnce, type Settled } from './alert-rules.ts'

type Event = Settled<AlertEvent>

/** Why a trouble of an open incident sends nothing. */
export type Restraint =
  | 'already_told'
  | 'acknowledged'
  | 'snoozed'
  | 'quiet_hours'
  | 'held'
  | 'awaiting_dependency'
  | 'awaiting_acknowledgement'
  | 'damped'

/** The moment of an event; null for the end of a snooze that names none. */
const momentOf = (event: Event): number | null => ('dueMs' in event ? (event.dueMs ?? null) : null)

/** Whether an event was due during the snooze. Events due later count even if no UNSNOOZE has arrived. */
const isSnoozed = ({ snoozedUntilMs }: Pick<AlertContext, 'snoozedUntilMs'>, event: Event): boolean => {
  const atMs = momentOf(event)
  return atMs !== null && snoozedUntilMs !== null && atMs < snoozedUntilMs
}

/** The end of the receiver's quiet hours, if an event is within them. */
export const quietEndMs = (event: Event): number | null => {
  const atMs = momentOf(event)
  return atMs === null ? null : quietUntil(event.settings.quietHours, atMs)
}

/** The openings within the window before a moment. */
export const openingsBefore = (
  { openings }: Pick<AlertContext, 'openings'>,
  { flapping }: AlertSettings,
  atMs: number,
): number => (flapping ? openings.filter((openedMs) => atMs - openedMs < flapping.withinMs).length : 0)

/** Whether the alert opens so often that single openings are no news. */
const isFlapping = (context: Pick<AlertContext, 'openings'>, event: Event): boolean => {
  const { flapping } = event.settings
  const atMs = momentOf(event)
  return !!flapping && atMs !== null && openingsBefore(context, event.settings, atMs) >= flapping.openings
}

/** Whether a reminder of a told incident is due. */
const isReminderDue = ({ toldMs }: AlertContext, event: Event): boolean => {
  const { remindMs } = event.settings
  // The end of a snooze names no moment of its own: the next tick reminds.
  if (event.type !== 'RESULT' && event.type !== 'TICK') return false
  const atMs = momentOf(event)
  return !!remindMs && toldMs !== null && atMs !== null && atMs >= toldMs + remindMs
}

/** The reason for a message about a trouble, or why there is none. */
export const rulingOn = (
  context: AlertContext,
  event: Event,
): { tells: true; why: 'result' | 'reminder' | 'escalation' | 'flapping' } | { tells: false; because: Restraint } => {
  const { told, ack, openedMs } = context
  const { settings } = event
  const atMs = momentOf(event)
  if (ack !== null) return { tells: false, because: 'acknowledged' }
  const isRepeat = told && event.type === 'RESULT' && !notifiesOnce(settings)
  const isReminder = told && isReminderDue(context, event)
  if (told && !isRepeat && !isReminder) return { tells: false, because: 'already_told' }
  if (isSnoozed(context, event)) return { tells: false, because: 'snoozed' }
  if (quietEndMs(event) !== null) return { tells: false, because: 'quiet_hours' }
  if ('upstream' in event && event.upstream) return { tells: false, because: 'held' }
  if (!told && atMs !== null && atMs < (context.awaitsMs ?? 0)) return { tells: false, because: 'awaiting_dependency' }
  const escalatesMs = settings.escalatesMs ?? 0
  if (!told && escalatesMs > 0 && atMs !== null && atMs < (openedMs ?? atMs) + escalatesMs)
    return { tells: false, because: 'awaiting_acknowledgement' }
  const flaps = isFlapping(context, event)
  if (told && flaps) return { tells: false, because: 'damped' }
  if (flaps) return { tells: true, why: 'flapping' }
  if (told) return { tells: true, why: isRepeat ? 'result' : 'reminder' }
  return { tells: true, why: escalatesMs > 0 ? 'escalation' : 'result' }
}

/** Why the end of an incident is not sent yet; null if nothing holds it back. */
export const calmRestraint = (context: AlertContext, event: Event): 'snoozed' | 'quiet_hours' | 'damped' | null => {
  if (isSnoozed(context, event)) return 'snoozed'
  if (quietEndMs(event) !== null) return 'quiet_hours'
  return isFlapping(context, event) ? 'damped' : null
}
