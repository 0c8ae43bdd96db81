import { sql } from 'kysely'
import type { AlertSettings, StoredAlert } from '../../../../machines/alerts/alert.ts'
import { calmRestraint } from '../../../../machines/alerts/alert-restraint.ts'
import { wantsRecovery } from '../../../../machines/alerts/alert-rules.ts'
import { isCandidate } from '../../../domain/alerts/alerting.ts'
import type { Telling } from '../../../domain/alerts/merging.ts'
import { alertSettings, type WebhookDoc } from '../../store/alerts/webhooks.ts'
import type { Db } from '../../store/core/database.ts'
import type { Stored } from '../../store/core/objects.ts'
import type { AlertTarget } from '../targets.ts'

type Pair = { readonly webhook: Stored<WebhookDoc>; readonly target: AlertTarget }

/** Names what an alert's state is about: its monitor, and the location where it is about missing data. */
export const placeOf = (targetKey: number, locationKey: number): string => `${targetKey}:${locationKey}`

/** Reads which of these alerts have told their receivers of an outage that has not ended for them. */
export const tellingOf = async (
  db: Db,
  pairs: readonly Pair[],
  nowMs: number,
): Promise<(webhookKey: number, place: string) => Telling | null> => {
  if (pairs.length === 0) return () => null
  const asked = pairs.map(({ webhook, target }) => ({ w: webhook.key, t: target.key }))
  const { rows } = await sql<{ webhook_key: number; target_key: number; location_key: number; state: StoredAlert }>`
    select webhook_key, target_key, location_key, state
    from (select distinct w, t from json_to_recordset(${JSON.stringify(asked)}::json) as row(w int, t int)) asked
    join alert_state s on s.webhook_key = asked.w and s.target_key = asked.t`.execute(db)
  const settings = new Map(pairs.map(({ webhook, target }) => [`${webhook.key}:${target.key}`, { webhook, target }]))
  const found = new Map<string, Telling>()
  for (const { webhook_key, target_key, location_key, state } of rows) {
    const pair = settings.get(`${webhook_key}:${target_key}`)
    if (!pair || !isCandidate(pair.webhook.doc, { id: pair.target.covered_id, tags: pair.target.tags })) continue
    const telling = tellingIn(state, alertSettings(pair.webhook.doc), nowMs)
    if (telling) found.set(`${webhook_key}:${placeOf(target_key, location_key)}`, telling)
  }
  return (webhookKey, place) => found.get(`${webhookKey}:${place}`) ?? null
}

const tellingIn = ({ value, context }: StoredAlert, settings: AlertSettings, nowMs: number): Telling | null => {
  const { told, sinceMs } = context
  if (!told || sinceMs === null || (value !== 'open' && value !== 'acknowledged')) return null
  // An end that would be held back cannot stand for that of another alert.
  const isFree = calmRestraint(context, { type: 'TICK', resultId: '', dueMs: nowMs, settings }) === null
  return { sinceMs, tellsEnd: wantsRecovery(settings) && isFree }
}
