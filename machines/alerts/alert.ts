import { transition } from 'xstate'
import { type AlertContext, alertMachine, START } from './alert-chart.ts'
import type { AlertEvent, AlertNews, AlertSettings } from './alert-rules.ts'

export { alertMachine } from './alert-chart.ts'
export type { AlertEvent, AlertNews, AlertSettings } from './alert-rules.ts'

/** The number of the chart's form: raised when an older stored alert would be misread. */
export const ALERT_VERSION = 2

/** An alert as it is stored: plain JSON. */
export type StoredAlert = {
  readonly version: number
  readonly value: 'quiet' | 'counting' | 'open'
  readonly context: AlertContext
}

/** What is to be sent: the webhook's alert, or the news that its incident is over. */
export type AlertEffect = { readonly type: 'notify' | 'recover' } & AlertNews

const FRESH: StoredAlert = { version: ALERT_VERSION, value: 'quiet', context: START }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Version 1 did not know since when a row of troubles lasts: the newest trouble it remembers is the best that can be said. */
function withSince(older: unknown): unknown {
  if (!isRecord(older) || !isRecord(older.context)) return null
  const { context } = older
  const dated = (news: unknown) => (isRecord(news) ? { ...news, sinceMs: news.dueMs } : news)
  const sinceMs = isRecord(context.lastTrouble) ? (context.lastTrouble.dueMs ?? null) : null
  const told = { lastTrouble: dated(context.lastTrouble), owedRecovery: dated(context.owedRecovery) }
  return { ...older, context: { ...context, ...told, sinceMs } }
}

/** Brings a stored alert from the form of one version to that of the next. */
const MIGRATIONS: ReadonlyMap<number, (older: unknown) => unknown> = new Map([[1, withSince]])

const isNews = (news: unknown): boolean =>
  news === null ||
  (typeof news === 'object' && 'resultId' in news && 'dueMs' in news && 'inARow' in news && 'sinceMs' in news)

const isAlert = (snapshot: unknown): snapshot is Pick<StoredAlert, 'value' | 'context'> => {
  if (typeof snapshot !== 'object' || snapshot === null || !('value' in snapshot) || !('context' in snapshot))
    return false
  const { value, context } = snapshot
  if (!['quiet', 'counting', 'open'].some((state) => state === value)) return false
  if (typeof context !== 'object' || context === null) return false
  const {
    inARow,
    sinceMs,
    told,
    lastTrouble,
    owedRecovery,
    snoozedUntilMs,
  }: { [Key in keyof AlertContext]?: unknown } = context
  return (
    typeof inARow === 'number' &&
    (sinceMs === null || typeof sinceMs === 'number') &&
    typeof told === 'boolean' &&
    isNews(lastTrouble) &&
    isNews(owedRecovery) &&
    (snoozedUntilMs === null || typeof snoozedUntilMs === 'number')
  )
}

/**
 * Today's form of an alert that was stored by some version of the chart. What no migration leads to today's form, such
 * as the work of a newer server, begins anew: quiet, so that at worst an incident is told of once more.
 */
export const migrateAlert = (snapshot: unknown, version: number): StoredAlert => {
  let migrated = snapshot
  for (let from = version; from < ALERT_VERSION; from++) migrated = MIGRATIONS.get(from)?.(migrated) ?? null
  if (version > ALERT_VERSION || !isAlert(migrated)) return FRESH
  return { version: ALERT_VERSION, value: migrated.value, context: migrated.context }
}

/** What a webhook wants, and until when it is snoozed: one that is not judged yet begins within that snooze. */
export type WantedAlert = AlertSettings & { readonly snoozedUntilMs?: number | null }

/** An alert as it is before an event, in today's form; `stored` is null before the first. */
export const asIs = (stored: StoredAlert | null, settings: WantedAlert): StoredAlert =>
  stored
    ? migrateAlert(stored, stored.version)
    : { ...FRESH, context: { ...START, snoozedUntilMs: settings.snoozedUntilMs ?? null } }

/** Takes an alert one event further: what to store now, and what to send. `stored` is null before the first event. */
export const advance = (
  stored: StoredAlert | null,
  event: AlertEvent,
  settings: WantedAlert,
): { stored: StoredAlert; effects: AlertEffect[] } => {
  const { value, context } = asIs(stored, settings)
  const [next, actions] = transition(alertMachine, alertMachine.resolveState({ value, context }), {
    ...event,
    settings,
  })
  return {
    stored: { version: ALERT_VERSION, value: next.value, context: next.context },
    effects: actions.flatMap(({ type, params }) =>
      (type === 'notify' || type === 'recover') && params && 'resultId' in params ? [{ type, ...params }] : [],
    ),
  }
}
