import { sql } from 'kysely'
import { DAY_MS } from '../../../domain/core/periods.ts'
import type { Db } from './database.ts'

/** A clock that is this much later than at the last upkeep was set, or the server was away. */
const JUMP_MS = 2 * DAY_MS
/** Nothing expires for this long after such a jump: a clock that was set wrong by mistake can be set right. */
const HOLD_MS = DAY_MS
const NAME = 'expiry clock'

type Seen = { readonly seen: number; readonly heldUntil: number }

const read = async (db: Db): Promise<Seen | undefined> => {
  const row = await db.selectFrom('installation').select('value').where('name', '=', NAME).executeTakeFirst()
  // Written below, and nowhere else.
  return row?.value as Seen | undefined
}

/** Records the time of an upkeep. Returns whether results may expire by this clock. */
export const recordClock = async (db: Db, now: number): Promise<boolean> => {
  const last = await read(db)
  const isBack = last !== undefined && now < last.seen - JUMP_MS
  const isAhead = last !== undefined && now > last.seen + JUMP_MS
  const heldUntil = isAhead ? now + HOLD_MS : isBack ? 0 : (last?.heldUntil ?? 0)
  await sql`insert into installation (name, value) values (${NAME}, ${JSON.stringify({ seen: now, heldUntil })}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(db)
  return now >= heldUntil
}

/** Whether the clock jumped ahead within the last day, so that nothing expires by it. */
export const isExpiryHeld = async (db: Db, now: number): Promise<boolean> => {
  const last = await read(db)
  return last !== undefined && (now < last.heldUntil || now > last.seen + JUMP_MS)
}
