import { transition } from 'xstate'
import { type AlertContext, alertMachine, START } from './alert-chart.ts'
import type { AlertEvent, AlertNews, AlertSettings } from './alert-rules.ts'

export { alertMachine } from './alert-chart.ts'
export type { AlertEvent, AlertNews, AlertSettings } from './alert-rules.ts'

/** The number of the chart's form: raised when an older stored alert would be misread. */
export const ALERT_VERSION = 1

/** An alert as it is stored: plain JSON. */
export type StoredAlert = {
  readonly version: number
  readonly value: 'quiet' | 'counting' | 'open'
  readonly context: AlertContext
}

/** What is to be sent: the webhook's alert, or the news that its incident is over. */
export type AlertEffect = { readonly type: 'notify' | 'recover' } & AlertNews

const FRESH: StoredAlert = { version: ALERT_VERSION, value: 'quiet', context: START }

/** Brings a stored alert from the form of one version to that of the next. */
const MIGRATIONS: ReadonlyMap<number, (older: unknown) => unknown> = new Map()

const isNews = (news: unknown): boolean =>
  news === null || (typeof news === 'object' && 'resultId' in news && 'dueMs' in news && 'inARow' in news)

const isAlert = (snapshot: unknown): snapshot is Pick<StoredAlert, 'value' | 'context'> => {
  if (typeof snapshot !== 'object' || snapshot === null || !('value' in snapshot) || !('context' in snapshot))
    return false
  const { value, context } = snapshot
  if (!['quiet', 'counting', 'open'].some((state) => state === value)) return false
  if (typeof context !== 'object' || context === null) return false
  const { inARow, told, lastTrouble, owedRecovery, snoozedUntilMs }: { [Key in keyof AlertContext]?: unknown } = context
  return (
    typeof inARow === 'number' &&
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

/**
 * Takes an alert one event further: what to store now, and what to send. `stored` is null before the first event; such
 * an alert begins within the webhook's snooze, if `settings` tell of one.
 */
export const advance = (
  stored: StoredAlert | null,
  event: AlertEvent,
  settings: AlertSettings & { readonly snoozedUntilMs?: number | null },
): { stored: StoredAlert; effects: AlertEffect[] } => {
  const born = { ...FRESH, context: { ...START, snoozedUntilMs: settings.snoozedUntilMs ?? null } }
  const { value, context } = stored ? migrateAlert(stored, stored.version) : born
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
