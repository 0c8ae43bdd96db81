import { sql } from 'kysely'
import { exactQuantile } from '../../../domain/statistics/statistics.ts'
import type { Db } from '../core/database.ts'
import { IGNORED } from '../identity/codes.ts'
import { ALL_LOCATIONS } from './rollups.ts'
import { SCHEDULE_LAG, SCHEDULED } from './schedule-lag.ts'

export type LatencyColumn = 'total' | 'dns' | 'tcp' | 'handshake' | 'processing' | 'download' | 'lag'

/** `values` are the requested quantiles, in order. */
export type LatencyPoint = { start: number; values: number[]; count: number }

/** Maximum results read per query; the newest are read. */
const MOST = 500_000
const DESTINATIONS = 100

/** The value of a column, and the results that have one: with a response, except those of runs within downtimes. */
const measured = (column: LatencyColumn) =>
  column === 'lag'
    ? { value: SCHEDULE_LAG, where: SCHEDULED }
    : { value: sql.ref(column), where: sql`http_code is not null and ignored & ${IGNORED.downtime} = 0` }

/** Computes exact quantiles (type 7) of one phase per period. */
export const latencyQuantiles = async (
  db: Db,
  asked: {
    targetKey: number
    locationKey: number
    column: LatencyColumn
    destIp: string | null
    shares: readonly number[]
    from: number
    to: number
    startOf: (ms: number) => number
  },
): Promise<LatencyPoint[]> => {
  const { value, where } = measured(asked.column)
  const { rows } = await sql<{ due: number; value: number }>`
    select due, ${value} as value from result
    where target_key = ${asked.targetKey} and due >= ${asked.from} and due < ${asked.to} and ${where}
      and (${asked.locationKey}::smallint = ${ALL_LOCATIONS} or location_key = ${asked.locationKey})
      and (${asked.destIp}::inet is null or dest_ip = ${asked.destIp}::inet)
    order by due desc limit ${MOST}`.execute(db)
  const periods = new Map<number, number[]>()
  for (const { due, value } of rows) {
    const start = asked.startOf(due)
    const values = periods.get(start)
    if (values) values.push(value)
    else periods.set(start, [value])
  }
  return [...periods]
    .sort(([a], [b]) => a - b)
    .map(([start, values]) => ({
      start,
      values: asked.shares.map((share) => exactQuantile(values, share) ?? 0),
      count: values.length,
    }))
}

/** Returns the IP addresses that a monitor's calls went to in a time range. */
export const destinationsOf = async (
  db: Db,
  targetKey: number,
  span: { from: number; to: number },
): Promise<string[]> => {
  const { rows } = await sql<{ ip: string }>`
    select distinct host(dest_ip) as ip from result
    where target_key = ${targetKey} and due >= ${span.from} and due < ${span.to} and dest_ip is not null limit ${DESTINATIONS}`.execute(
    db,
  )
  return rows.map((row) => row.ip).sort()
}
