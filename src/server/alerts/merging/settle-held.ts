import { sql } from 'kysely'
import { DELIVERY_STATES } from '../../store/alerts/delivery-states.ts'
import type { Database, Db } from '../../store/core/database.ts'
import { eventBatch } from '../../store/core/events.ts'
import { lockTargets } from '../../store/core/target-locks.ts'
import { settleEnds } from './settle-ends.ts'

type Options = { readonly database: Database; readonly now: number; readonly announce: () => void }

const AT_ONCE = 1_000
const { pending, failed, withdrawn, merged, held } = DELIVERY_STATES

/**
 * Settles the messages that wait for the fate of another one: they are merged once it has arrived, and sent in its place if it never will.
 * Returns how many are to be sent now.
 */
export const settleHeld = async (options: Options): Promise<number> => {
  const { database, now } = options
  let released = 0
  for (;;) {
    const keys = await settledTargets(database.db)
    if (keys.length === 0) return released
    const events = eventBatch()
    const done = await database.db.transaction().execute(async (db) => {
      await lockTargets(db, keys)
      const changed = [...(await settleEnds(db, keys, now)), ...(await settleFollowers(db, keys, now))]
      for (const { project_key, webhook_id } of changed) events.tell(project_key, { type: 'delivery', webhook_id })
      return { changed, isTold: await events.write(db, now) }
    })
    if (done.isTold) options.announce()
    released += done.changed.filter(({ state }) => state === pending).length
    if (done.changed.length === 0 || keys.length < AT_ONCE) return released
  }
}

/** The monitors with messages whose other message has arrived or is lost, or that wait for the end of an alert. */
const settledTargets = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ target_key: number }>`
    select distinct target_key from (
      (select h.target_key from (select distinct merged_into from delivery where state = ${sql.lit(held)}) m
        left join delivery l on l.message_id = m.merged_into
        join delivery h on h.merged_into = m.merged_into and h.state = ${sql.lit(held)}
        where l.key is null or l.state not in (${pending}, ${held}) limit ${AT_ONCE})
      union all
      (select target_key from delivery where state = ${sql.lit(held)} and merged_into is null limit ${AT_ONCE})) d`.execute(
    db,
  )
  return rows.map(({ target_key }) => target_key)
}

/** A message whose state changed. */
export type Settled = { readonly project_key: number; readonly webhook_id: string; readonly state: number }

/**
 * Of several messages that relied on a lost one, the first is sent and the others rely on it. News of a beginning is not sent any more
 * where its incident has ended.
 */
const settleFollowers = async (db: Db, keys: readonly number[], now: number): Promise<Settled[]> => {
  const { rows } = await sql<Settled>`
    with follower as (
      select h.key, h.message_id, h.merged_into, h.target_key, h.location_key, h.kind, lower(h.recipient) as recipient, l.state as leader,
        l.last_try, h.kind = 'recovery' or exists (
          select from alert_state s join object w on w.key = s.webhook_key
          where s.webhook_key = h.webhook_key and s.target_key = h.target_key and s.location_key = h.location_key
            and s.state ->> 'value' in ('open', 'acknowledged') and (w.doc ->> 'enabled')::boolean) as goes_on
      from delivery h left join delivery l on l.message_id = h.merged_into
      where h.state = ${sql.lit(held)} and h.merged_into is not null and h.target_key = any(${[...keys]}::int[])
        and (l.key is null or l.state not in (${pending}, ${held}))),
    settled as (
      select key, goes_on, last_try, leader is null or leader in (${failed}, ${withdrawn}) as is_lost,
        first_value(message_id) over line as first, row_number() over line as nth
      from follower window line as (
        partition by merged_into, target_key, location_key, recipient, kind order by goes_on desc, key))
    update delivery d set
      state = case when not is_lost then ${merged}::smallint when not goes_on then ${withdrawn}::smallint
        when nth = 1 then ${pending}::smallint else ${held}::smallint end,
      merged_into = case when not is_lost then d.merged_into when goes_on and nth > 1 then first end,
      next_try = case when is_lost and goes_on and nth = 1 then ${now}::bigint end,
      last_try = case when is_lost then d.last_try else s.last_try end,
      error = case when is_lost and (nth = 1 or not goes_on) then null else d.error end
    from settled s, object w where d.key = s.key and w.key = d.webhook_key
    returning d.project_key, w.id as webhook_id, d.state`.execute(db)
  return rows
}
