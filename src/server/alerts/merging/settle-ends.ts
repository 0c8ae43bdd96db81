import { sql } from 'kysely'
import { DELIVERY_STATES } from '../../store/alerts/delivery-states.ts'
import type { WebhookDoc } from '../../store/alerts/webhooks.ts'
import type { Db } from '../../store/core/database.ts'
import type { Stored } from '../../store/core/objects.ts'
import { targetsOf } from '../targets.ts'
import type { Settled } from './settle-held.ts'
import { placeOf, tellingOf } from './telling.ts'

type Waiting = {
  readonly key: number
  readonly message_id: string
  /** In lower case; null for a channel that has one receiver. */
  readonly recipient: string | null
  readonly told_as: string
  readonly target_key: number
  readonly location_key: number
  readonly waits_for: number
  /** The end that the other alert has told since, or the alert for which that one waits in turn. */
  readonly told_in: string | null
  readonly also_waits_for: number | null
  /** Whether its alert has told a beginning since, whose own end is still to come or waits as well. */
  readonly has_begun_again: boolean
}

const { pending, delivered, kept, withdrawn, merged, held } = DELIVERY_STATES
/** States in which the receiver knows of a message, or still will. */
const KNOWN = [pending, delivered, kept, merged, held]

/**
 * Settles the ends that wait for another alert to tell the end of the same outage. They rely on its message once there is one. If the other
 * alert will tell none, because it was deleted, disabled, snoozed or no longer covers the monitor, the first of each receiver is sent. One
 * whose alert has begun again is over as well: the receiver would hear an end of what goes on.
 */
export const settleEnds = async (db: Db, keys: readonly number[], now: number): Promise<Settled[]> => {
  const { rows: waiting } = await sql<Waiting>`
    select h.key, h.message_id, lower(h.recipient) as recipient, h.told_as, h.target_key, h.location_key, h.waits_for,
      coalesce(e.merged_into, e.message_id) as told_in, e.waits_for as also_waits_for,
      exists (
        select from delivery a where a.webhook_key = h.webhook_key and a.target_key = h.target_key and a.location_key = h.location_key
          and a.kind = 'alert' and a.key > h.key and a.recipient is not distinct from h.recipient
          and a.state = any(${KNOWN}::smallint[])) as has_begun_again
    from delivery h left join lateral (
      select message_id, merged_into, waits_for from delivery e
      where e.webhook_key = h.waits_for and e.target_key = h.target_key and e.location_key = h.location_key and e.kind = 'recovery'
        and lower(e.recipient) is not distinct from lower(h.recipient) and e.key > h.key and e.told_as is not null
      order by e.key limit 1) e on true
    where h.state = ${sql.lit(held)} and h.merged_into is null and h.target_key = any(${[...keys]}::int[])
    order by h.key`.execute(db)
  if (waiting.length === 0) return []
  const targets = await targetsOf(db, keys)
  const holders = await holdersOf(db, waiting)
  const pairs = waiting.flatMap(({ waits_for, target_key }) => {
    const [webhook, target] = [holders.get(waits_for), targets.get(target_key)]
    return webhook && target ? [{ webhook, target }] : []
  })
  const telling = await tellingOf(db, pairs, now)
  const over = waiting.filter(
    ({ waits_for, target_key, location_key, told_in }) =>
      told_in !== null || telling(waits_for, placeOf(target_key, location_key))?.tellsEnd !== true,
  )
  if (over.length === 0) return []
  const holderOf = await nextHolders(db, over, now)
  const leaderOf = openLeaders()
  const asked = over.map((end) => {
    const { key: k, told_in, also_waits_for: w } = end
    if (w !== null) return { k, m: null, w, z: held }
    if (told_in === null && end.has_begun_again) return { k, m: null, w, z: withdrawn }
    const next = told_in === null ? holderOf(end) : null
    if (next !== null) return { k, m: null, w: next, z: held }
    const m = told_in ?? leaderOf(end)
    return { k, m, w, z: m === null ? pending : held }
  })
  const { rows } = await sql<Settled>`
    update delivery d set merged_into = m, waits_for = asked.w, state = z,
      next_try = case when z = ${pending}::smallint then ${now}::bigint end,
      error = case when z = ${held}::smallint then d.error end
    from json_to_recordset(${JSON.stringify(asked)}::json) as asked(k int, m text, w int, z smallint), object o
    where d.key = asked.k and o.key = d.webhook_key returning d.project_key, o.id as webhook_id, d.state`.execute(db)
  return rows
}

/** Finds the alerts with the same receivers for which the outages of these ends go on, so that the ends wait for them instead. */
const nextHolders = async (db: Db, over: readonly Waiting[], now: number): Promise<(end: Waiting) => number | null> => {
  const lost = over.filter(({ told_in, also_waits_for }) => told_in === null && also_waits_for === null)
  if (lost.length === 0) return () => null
  const { rows } = await sql<{ key: number; waits_for: number; since: number }>`
    select h.key, d.webhook_key as waits_for, d.since from delivery h
    join object o on o.kind = 'webhook' and o.project_key = h.project_key and o.key not in (h.webhook_key, h.waits_for)
    cross join lateral (
      select webhook_key, since from delivery d
      where d.webhook_key = o.key and d.target_key = h.target_key and d.location_key = h.location_key and d.kind = 'alert'
        and d.told_as = h.told_as and lower(d.recipient) is not distinct from lower(h.recipient) and d.state = any(${KNOWN}::smallint[])
      order by d.key desc limit 1) d
    where h.key = any(${lost.map(({ key }) => key)}::bigint[]) order by d.webhook_key`.execute(db)
  if (rows.length === 0) return () => null
  const targets = await targetsOf(db, [...new Set(lost.map(({ target_key }) => target_key))])
  const holders = await holdersOf(db, rows)
  const pairs = [...holders.values()].flatMap((webhook) => [...targets.values()].map((target) => ({ webhook, target })))
  const telling = await tellingOf(db, pairs, now)
  return ({ key, target_key, location_key }) => {
    const goesOn = rows.find((row) => {
      const state = row.key === key ? telling(row.waits_for, placeOf(target_key, location_key)) : null
      return state?.tellsEnd === true && state.sinceMs === row.since
    })
    return goesOn?.waits_for ?? null
  }
}

const holdersOf = async (
  db: Db,
  waiting: readonly Pick<Waiting, 'waits_for'>[],
): Promise<Map<number, Stored<WebhookDoc>>> => {
  const { rows } = await sql<Stored<WebhookDoc>>`
    select key, id, project_key, name, doc, owner, created, last_update from object
    where kind = 'webhook' and key = any(${waiting.map(({ waits_for }) => waits_for)}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/** Returns the message that tells an end in its place: that of the first one for the same receiver; null for the first. */
const openLeaders = () => {
  const leaders = new Map<string, string>()
  return ({ message_id, waits_for, target_key, location_key, recipient, told_as }: Waiting): string | null => {
    const line = JSON.stringify([waits_for, target_key, location_key, recipient, told_as])
    const leader = leaders.get(line)
    if (leader === undefined) leaders.set(line, message_id)
    return leader ?? null
  }
}
