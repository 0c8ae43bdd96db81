import { sql } from 'kysely'
import { newsOf } from '../../domain/alerts/alert-message.ts'
import type { AlertPayload } from '../../domain/alerts/alerting.ts'
import { withOthers } from '../../domain/alerts/gathering.ts'
import { DELIVERY_STATES } from '../store/alerts/delivery-states.ts'
import type { Database, Db } from '../store/core/database.ts'
import { runOfId } from '../store/results/runs.ts'

type Burst = { readonly webhook_key: number; readonly recipient: string | null; readonly burst: string }

type Row = {
  readonly key: number
  readonly message_id: string
  readonly target_key: number
  readonly kind: string
  readonly payload: AlertPayload
  readonly result_id: string | null
  readonly in_a_row: number | null
  readonly since: number | null
  readonly created: number
}

const BURSTS_AT_ONCE = 50
const ROWS_AT_ONCE = 1_000
const { pending, held } = DELIVERY_STATES

/** A message that was never tried and is due. */
const isDue = (now: number) =>
  sql`d.state = ${sql.lit(pending)} and d.tries = 0 and d.claimed_until is null and d.next_try <= ${now}`

/**
 * Tells several monitors in one message where one alert has due messages about them for one recipient. The oldest message carries the
 * news of the others, which are held until it has arrived.
 */
export const foldBursts = async ({ db }: Database, now: number, url: string): Promise<void> => {
  const { rows: bursts } = await sql<Burst>`
    select d.webhook_key, d.recipient, d.burst from delivery d where d.burst is not null and ${isDue(now)}
    group by d.webhook_key, d.recipient, d.burst having count(distinct d.target_key) > 1 limit ${BURSTS_AT_ONCE}`.execute(
    db,
  )
  for (const burst of bursts) await db.transaction().execute((tx) => fold(tx, burst, { now, url }))
}

const fold = async (db: Db, burst: Burst, { now, url }: { now: number; url: string }): Promise<void> => {
  const { webhook_key, recipient, burst: name } = burst
  const { rows } = await sql<Row>`
    select d.key, d.message_id, d.target_key, d.kind, d.payload, d.result_id, d.in_a_row, d.since, d.created from delivery d
    where d.webhook_key = ${webhook_key} and d.recipient is not distinct from ${recipient} and d.burst = ${name} and ${isDue(now)}
      and not exists (select from delivery e where e.state = ${sql.lit(pending)} and e.webhook_key = d.webhook_key
        and e.target_key = d.target_key and e.recipient is not distinct from d.recipient and e.key < d.key and e.burst is distinct from d.burst)
    order by d.key limit ${ROWS_AT_ONCE} for update skip locked`.execute(db)
  const [leader, ...others] = rows
  const distinct = [...new Map(others.map((row) => [row.target_key, row])).values()].filter(
    ({ target_key }) => target_key !== leader?.target_key,
  )
  if (!leader || distinct.length === 0) return
  const incident = await commonIncident(
    db,
    [leader, ...distinct].map(({ target_key }) => target_key),
  )
  const payload = withOthers(
    leader.payload,
    distinct.map((row) => ({ call_id: row.payload.call_id, name: row.payload.call_meta.name, text: textOf(row) })),
    incident === null ? null : `${url}/incidents/${incident}`,
  )
  await sql`update delivery set payload = ${JSON.stringify(payload)}::jsonb where key = ${leader.key}`.execute(db)
  await sql`update delivery set state = ${held}, merged_into = ${leader.message_id}, next_try = null,
      error = ${`Told in one message with “${leader.payload.call_meta.name}”.`}
    where key = any(${others.map(({ key }) => key)}::bigint[])`.execute(db)
}

const textOf = ({ kind, payload, in_a_row, since, result_id, created }: Row): string =>
  newsOf({
    kind: kind === 'recovery' ? 'recovery' : 'alert',
    payload,
    inARow: in_a_row ?? 1,
    sinceMs: since,
    timeMs: runOfId(result_id ?? payload.result_id)?.due ?? created,
  })

/** The id of the running incident that all of these monitors belong to; null if there is none. */
const commonIncident = async (db: Db, targetKeys: readonly number[]): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    select i.id from incident_monitor m join incident i on i.key = m.incident_key
    where m.target_key = any(${[...targetKeys]}::int[]) and i.merged_into is null and i.ended is null
    group by i.key, i.id having count(distinct m.target_key) = ${new Set(targetKeys).size} order by i.key desc limit 1`.execute(
    db,
  )
  return rows[0]?.id ?? null
}
