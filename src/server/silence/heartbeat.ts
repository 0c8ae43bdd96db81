import { sql } from 'kysely'
import type { Db } from '../store/core/database.ts'

/** A server says every few seconds that it runs: when none did for this long, none was running, or its clock was set. */
const BREAK_MS = 30_000

/**
 * Notes that a server runs now. Returns since when servers run without a break: before that, nobody made runs or answered agents.
 * Never within a transaction that goes on: the others would wait for it, and take that for a break.
 */
export const recordHeartbeat = async (db: Db, now: number): Promise<number> => {
  const { rows } = await sql<{ up_since: number }>`
    insert into installation as i (name, value)
    values ('silence-watch', jsonb_build_object('beat', ${now}::bigint, 'up_since', ${now}::bigint))
    on conflict (name) do update set value = case
      when abs(${now}::bigint - (i.value ->> 'beat')::bigint) > ${BREAK_MS} then excluded.value
      else i.value || jsonb_build_object('beat', greatest(${now}::bigint, (i.value ->> 'beat')::bigint)) end
    returning (value ->> 'up_since')::bigint as up_since`.execute(db)
  return rows[0]?.up_since ?? now
}
