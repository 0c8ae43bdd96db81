import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, periodStart } from '../../../domain/core/periods.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { PERIOD_KINDS } from './marks.ts'
import { COUNTED, type Of, withinAll } from './sum-rows.ts'

const DESTINATIONS = 100

/** The condition on results `r` that went to an IP address. */
export const wentTo = (ip: string) => sql<boolean>`r.dest_ip = ${ip}::inet`

/**
 * Notes the IP addresses that the results of hours went to, by day. Results of a day are never fewer later, so what was noted stays
 * right.
 */
export const recordDestinations = async (db: Db, hours: readonly Of<Window>[]): Promise<void> => {
  if (hours.length === 0) return
  await sql`
    insert into destination (target_key, day, address)
    select distinct r.target_key, r.due / ${sql.lit(DAY_MS)} * ${sql.lit(DAY_MS)}, r.dest_ip
    from unnest(${hours.map((h) => h.targetKey)}::int[], ${hours.map((h) => h.from)}::bigint[], ${hours.map((h) => h.to)}::bigint[]) h(target, "from", "to")
      join result r on r.target_key = h.target and r.due >= h."from" and r.due < h."to" and ${withinAll(hours)}
    where r.dest_ip is not null and ${COUNTED}
    on conflict do nothing`.execute(db)
}

/**
 * Returns the IP addresses that a monitor's counted results of a window went to, at most 100. Whole days are noted; the ends of the window,
 * and hours that are not summed up, are read from the results.
 */
export const destinationsOf = async (db: Db, targetKey: number, { from, to }: Window): Promise<string[]> => {
  const first = Math.min(to, periodStart('DAY', from + DAY_MS - 1))
  const last = Math.max(first, periodStart('DAY', to))
  const { rows: marked } = await sql<{ hour: number }>`
    select distinct hour from rollup_stale
    where target_key = ${targetKey} and hour >= ${first} and hour < ${last} and kind <= ${PERIOD_KINDS.HOUR} order by hour`.execute(
    db,
  )
  const read = joined([
    { from, to: first },
    ...marked.map(({ hour }) => ({ from: hour, to: hour + HOUR_MS })),
    { from: last, to },
  ])
  const { rows } = await sql<{ ip: string }>`
    select host(address) as ip from (
      select address from destination where target_key = ${targetKey} and day >= ${first} and day < ${last}
      union
      select r.dest_ip from unnest(${read.map((w) => w.from)}::bigint[], ${read.map((w) => w.to)}::bigint[]) w("from", "to")
        join result r on r.target_key = ${targetKey} and r.due >= w."from" and r.due < w."to" and ${withinAll(read)}
      where r.dest_ip is not null and ${COUNTED}) known
    limit ${DESTINATIONS}`.execute(db)
  return rows.map((row) => row.ip).sort()
}

/** Joins windows that follow each other without a gap, and leaves out empty ones. They come in order. */
const joined = (windows: readonly Window[]): Window[] => {
  const all: Window[] = []
  for (const window of windows) {
    if (window.from >= window.to) continue
    const before = all.at(-1)
    if (before?.to === window.from) all[all.length - 1] = { from: before.from, to: window.to }
    else all.push(window)
  }
  return all
}
