import { sql } from 'kysely'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'

const DESTINATIONS = 100

/** The condition on results `r` that went to an IP address. */
export const wentTo = (ip: string) => sql<boolean>`r.dest_ip = ${ip}::inet`

/** Returns the IP addresses that a monitor's calls went to in a window. */
export const destinationsOf = async (db: Db, targetKey: number, { from, to }: Window): Promise<string[]> => {
  const { rows } = await sql<{ ip: string }>`
    select distinct host(dest_ip) as ip from result
    where target_key = ${targetKey} and due >= ${from} and due < ${to} and dest_ip is not null limit ${DESTINATIONS}`.execute(
    db,
  )
  return rows.map((row) => row.ip).sort()
}
