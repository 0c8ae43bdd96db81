import { sql } from 'kysely'
import { ALERT_VERSION } from '../../machines/alerts/alert.ts'
import { START } from '../../machines/alerts/alert-chart.ts'
import { acknowledgeAddress } from '../../src/server/delivery/acknowledge-link.ts'
import type { Db } from '../../src/server/store/core/database.ts'
import type { SecretCipher } from '../../src/server/store/core/secret-cipher.ts'

/** The token of the link that acknowledges the incidents of a monitor. */
export const acknowledgeTokenOf = async (db: Db, sealing: SecretCipher, monitorId: string): Promise<string> => {
  const { key: targetKey, project_key: projectKey } = await db
    .selectFrom('object')
    .select(['key', 'project_key'])
    .where('id', '=', monitorId)
    .executeTakeFirstOrThrow()
  const address = acknowledgeAddress(sealing, '', { projectKey, targetKey, by: 'ops@example.com' })
  return address.slice(address.lastIndexOf('/') + 1)
}

/** Opens an alert for a monitor, as its failures would, and may acknowledge it. */
export const openAlertOf = async (
  db: Db,
  {
    webhookId,
    monitorId,
    acknowledgedBy = null,
  }: { webhookId: string; monitorId: string; acknowledgedBy?: string | null },
): Promise<void> => {
  const sinceMs = Date.now() - 60_000
  const news = { resultId: 'r', dueMs: sinceMs, inARow: 1, sinceMs }
  const ack = acknowledgedBy === null ? null : { atMs: sinceMs, by: acknowledgedBy }
  const context = {
    ...START,
    inARow: 1,
    sinceMs,
    openedMs: sinceMs,
    told: true,
    toldMs: sinceMs,
    turns: 1,
    lastTrouble: news,
    ack,
  }
  const state = { version: ALERT_VERSION, value: ack ? 'acknowledged' : 'open', context }
  await sql`insert into alert_state (webhook_key, target_key, location_key, version, state, last_update)
    select w.key, t.key, 0, ${ALERT_VERSION}::int, ${JSON.stringify(state)}::jsonb, ${sinceMs}::bigint
    from object w, object t where w.id = ${webhookId} and t.id = ${monitorId}
    on conflict (webhook_key, target_key, location_key) do update set state = excluded.state`.execute(db)
}
