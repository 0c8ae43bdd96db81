import { transition } from 'xstate'
import { type AlertContext, alertMachine, START } from './alert-chart.ts'
import {
  type AlertEvent,
  type AlertNews,
  type AlertSettings,
  kindOf,
  type Settled,
  wantsEveryPass,
} from './alert-rules.ts'

export { alertMachine } from './alert-chart.ts'
export type { AlertEvent, AlertNews, AlertSettings } from './alert-rules.ts'

/** Version of the stored format, raised when an older stored alert would be misread. */
export const ALERT_VERSION = 3

/** A stored alert as plain JSON. */
export type StoredAlert = {
  readonly version: number
  readonly value: 'quiet' | 'counting' | 'open' | 'acknowledged'
  readonly context: AlertContext
}

/** A message to send: the alert, or its recovery. */
export type AlertEffect = { readonly type: 'notify' | 'recover' } & AlertNews

const FRESH: StoredAlert = { version: ALERT_VERSION, value: 'quiet', context: START }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Version 1 did not store when a row of troubles began; the newest trouble it stored is the best approximation. */
function withSince(older: unknown): unknown {
  if (!isRecord(older) || !isRecord(older.context)) return null
  const { context } = older
  const dated = (news: unknown) => (isRecord(news) ? { ...news, sinceMs: news.dueMs } : news)
  const sinceMs = isRecord(context.lastTrouble) ? (context.lastTrouble.dueMs ?? null) : null
  const told = { lastTrouble: dated(context.lastTrouble), owedRecovery: dated(context.owedRecovery) }
  return { ...older, context: { ...context, ...told, sinceMs } }
}

/** Version 2 knew neither locations nor acknowledgements, and not when a message was sent: reminders count from the newest trouble on. */
function withPolicy(older: unknown): unknown {
  if (!isRecord(older) || !isRecord(older.context)) return null
  const { context, value } = older
  const lastMs = isRecord(context.lastTrouble) ? (context.lastTrouble.dueMs ?? null) : null
  const openedMs = value === 'open' ? (context.sinceMs ?? lastMs) : null
  const turns = context.told === true ? 1 : 0
  return { ...older, context: { ...START, ...context, openedMs, turns, toldMs: turns > 0 ? lastMs : null } }
}

/** Migrations of stored alerts, from each version to the next. */
const MIGRATIONS: ReadonlyMap<number, (older: unknown) => unknown> = new Map([
  [1, withSince],
  [2, withPolicy],
])

const isNews = (news: unknown): boolean =>
  news === null ||
  (typeof news === 'object' && 'resultId' in news && 'dueMs' in news && 'inARow' in news && 'sinceMs' in news)

const isAlert = (snapshot: unknown): snapshot is Pick<StoredAlert, 'value' | 'context'> => {
  if (typeof snapshot !== 'object' || snapshot === null || !('value' in snapshot) || !('context' in snapshot))
    return false
  const { value, context } = snapshot
  if (!['quiet', 'counting', 'open', 'acknowledged'].some((state) => state === value)) return false
  if (typeof context !== 'object' || context === null) return false
  const {
    inARow,
    sinceMs,
    told,
    lastTrouble,
    owedRecovery,
    snoozedUntilMs,
    failing,
    openings,
  }: { [Key in keyof AlertContext]?: unknown } = context
  return (
    typeof inARow === 'number' &&
    (sinceMs === null || typeof sinceMs === 'number') &&
    typeof told === 'boolean' &&
    isNews(lastTrouble) &&
    isNews(owedRecovery) &&
    (snoozedUntilMs === null || typeof snoozedUntilMs === 'number') &&
    isRecord(failing) &&
    Array.isArray(openings)
  )
}

/**
 * Migrates a stored alert to the current format. If that is not possible, for example because a newer server stored it, the alert
 * starts quiet, so that at worst an incident is reported twice.
 */
export const migrateAlert = (snapshot: unknown, version: number): StoredAlert => {
  let migrated = snapshot
  for (let from = version; from < ALERT_VERSION; from++) migrated = MIGRATIONS.get(from)?.(migrated) ?? null
  if (version > ALERT_VERSION || !isAlert(migrated)) return FRESH
  return { version: ALERT_VERSION, value: migrated.value, context: migrated.context }
}

/** The settings of an alert, and its snooze: a new alert state starts within that snooze. */
export type WantedAlert = AlertSettings & { readonly snoozedUntilMs?: number | null }

/** The alert before an event, in the current format; `stored` is null before the first event. */
export const currentAlert = (stored: StoredAlert | null, settings: WantedAlert): StoredAlert =>
  stored
    ? migrateAlert(stored, stored.version)
    : { ...FRESH, context: { ...START, snoozedUntilMs: settings.snoozedUntilMs ?? null } }

/**
 * Whether a result leaves a quiet alert as it is, and sends nothing. So it is with nearly every result, and the chart, which comes to
 * the same, takes a hundred times as long to say so.
 */
const leavesCalm = ({ value, context }: StoredAlert, event: Settled<AlertEvent>): boolean => {
  if (value !== 'quiet' || event.type !== 'RESULT') return false
  const kind = kindOf(event)
  if (kind === 'recovery') return context.owedRecovery === null && !wantsEveryPass(event.settings)
  return kind !== 'trouble'
}

/** Advances an alert by one event and returns the state to store and the messages to send. `stored` is null before the first event. */
export const advance = (
  stored: StoredAlert | null,
  event: AlertEvent,
  settings: WantedAlert,
): { stored: StoredAlert; effects: AlertEffect[] } => {
  const before = currentAlert(stored, settings)
  const settled = { ...event, settings }
  if (leavesCalm(before, settled)) return { stored: before, effects: [] }
  const { value, context } = before
  const [next, actions] = transition(alertMachine, alertMachine.resolveState({ value, context }), settled)
  return {
    stored: { version: ALERT_VERSION, value: next.value, context: next.context },
    effects: actions.flatMap(({ type, params }) =>
      (type === 'notify' || type === 'recover') && params && 'resultId' in params ? [{ type, ...params }] : [],
    ),
  }
}
