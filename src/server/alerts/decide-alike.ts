import type { AlertEvent, StoredAlert, WantedAlert } from '../../../machines/alerts/alert.ts'
import { decide } from '../../../machines/alerts/alert-decision.ts'
import { alertSettings, type WebhookDoc } from '../store/alerts/webhooks.ts'

/** The decision of one alert; alerts that decide alike share it. */
export type Decided = ReturnType<typeof decide>

type Settings = { readonly settings: WantedAlert; readonly text: string }

/** Reads the settings of alerts for the chart, once for each. */
export const openSettings = (): ((webhook: { readonly key: number; readonly doc: WebhookDoc }) => Settings) => {
  const known = new Map<number, Settings>()
  return ({ key, doc }) => {
    const found = known.get(key)
    if (found) return found
    const settings = alertSettings(doc)
    const read = { settings, text: JSON.stringify(settings) }
    known.set(key, read)
    return read
  }
}

/** Events after which a quiet alert nearly always stays as it is: the chart says so sooner than equal alerts are found. */
const leavesQuiet = (stored: StoredAlert | null, event: AlertEvent): boolean =>
  stored?.value === 'quiet' && event.type === 'RESULT' && (event.category === 'PASS' || event.category === 'SLOW')

/**
 * Advances alerts by the same event. The chart is a function of state, event and settings: it is asked once for all alerts in which the
 * three are equal, as the many alerts for one monitor mostly are.
 */
export const decideAlike = (event: AlertEvent): ((stored: StoredAlert | null, asked: Settings) => Decided) => {
  const known = new Map<string, { readonly of: StoredAlert | null; readonly decided: Decided }>()
  return (stored, { settings, text }) => {
    if (leavesQuiet(stored, event)) return decide(stored, event, settings)
    const key = stored === null ? text : `${JSON.stringify(stored)} ${text}`
    const found = known.get(key)
    if (!found) {
      const decided = decide(stored, event, settings)
      known.set(key, { of: stored, decided })
      return decided
    }
    // An alert that stays as it is keeps its own context, by which the caller tells that there is nothing to store.
    const isUnmoved = stored !== null && found.decided.stored.context === found.of?.context
    return isUnmoved
      ? { ...found.decided, stored: { ...found.decided.stored, context: stored.context } }
      : found.decided
  }
}
