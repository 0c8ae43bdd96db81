import { sql } from 'kysely'
import type { AlertEvent, StoredAlert } from '../../../machines/alerts/alert.ts'
import { decide } from '../../../machines/alerts/alert-decision.ts'
import { alertSettings } from '../store/alerts/webhooks.ts'
import type { Db } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import { lockTargets } from '../store/core/target-locks.ts'
import type { AdvancedAlert } from './advanced-alert.ts'
import { storeStates } from './states.ts'
import { targetsOf } from './targets.ts'
import { webhooksOf } from './watched.ts'

type Asked = {
  readonly projectKey: number
  readonly targetKey: number
  /** Who does it, as others are told. */
  readonly by: string
  readonly note?: string | null
  /** Only alerts of incidents that began until then, in ms since the epoch. */
  readonly begunBy?: number | undefined
  readonly now: number
}

/** Whether an alert's incident had begun at a time; always, where the alert does not say when. */
export const hadBegun = ({ context }: StoredAlert, atMs = Number.POSITIVE_INFINITY): boolean =>
  (context.sinceMs ?? 0) <= atMs

type StateRow = { webhook_key: number; location_key: number; state: StoredAlert }

/** Acknowledges all open alerts of a monitor. Returns their number; 0 if none is open, which changes nothing. */
export const acknowledge = async (db: Db, asked: Asked): Promise<number> => {
  const { projectKey: project_key, targetKey: target_key, by: name, note = null, now: time } = asked
  const count = await advanceOpen(db, asked, { type: 'ACK', dueMs: time, by: name })
  if (count > 0)
    await db
      .insertInto('acknowledgement')
      .values({ project_key, target_key, time, name, note, taken_back: null })
      .execute()
  return count
}

/** Takes an acknowledgement back, so that reminders and escalations go on. Returns the number of alerts. */
export const takeBack = async (db: Db, asked: Omit<Asked, 'by'>): Promise<number> => {
  const { targetKey, now } = asked
  const count = await advanceOpen(db, asked, { type: 'UNACK', dueMs: now })
  if (count > 0)
    await sql`update acknowledgement set taken_back = ${now}
      where key = (select key from acknowledgement where target_key = ${targetKey} order by time desc limit 1)`.execute(
      db,
    )
  return count
}

const advanceOpen = async (
  db: Db,
  { projectKey, targetKey, begunBy, now }: Omit<Asked, 'by' | 'note'>,
  event: AlertEvent,
): Promise<number> => {
  await lockTargets(db, [targetKey])
  const target = (await targetsOf(db, [targetKey])).get(targetKey)
  const watched = new Map((await webhooksOf(db, [projectKey])).map((webhook) => [webhook.key, webhook]))
  const { rows } = await sql<StateRow>`
    select webhook_key, location_key, state from alert_state where target_key = ${targetKey}
      and state ->> 'value' = ${event.type === 'ACK' ? 'open' : 'acknowledged'}`.execute(db)
  const moved = rows.flatMap(({ webhook_key, location_key: locationKey, state }): AdvancedAlert[] => {
    const webhook = watched.get(webhook_key)
    if (!target || !webhook || !hadBegun(state, begunBy)) return []
    return [{ webhook, target, locationKey, ...decide(state, event, alertSettings(webhook.doc)) }]
  })
  await storeStates(db, moved, now)
  const events = eventBatch()
  for (const { webhook, stored } of moved)
    events.tell(projectKey, {
      type: 'alert',
      webhook_id: webhook.id,
      call_id: target?.id ?? '',
      state: stored.value,
    })
  await events.write(db, now)
  return moved.length
}
