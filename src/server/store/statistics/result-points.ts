import { type RawBuilder, sql } from 'kysely'
import type { Measure } from '../../../domain/statistics/measures.ts'
import { coveredOf, type Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { storedSince } from '../core/retention.ts'
import type { RunColumns } from '../core/tables.ts'
import { ALL_LOCATIONS, COUNTED } from './sum-rows.ts'

/** Most results that are read for one chart; of more, the newest. */
export const MOST_POINTS = 20_000

/** A counted result as a chart shows it. `value`: milliseconds; null without a response. */
export type PointRow = RunColumns & {
  readonly category: number
  readonly http_code: number | null
  readonly dest_ip: string | null
  readonly value: number | null
}

/**
 * Reads counted results of a monitor that were due within a window, newest first, at most `MOST_POINTS`, with the part of the window in
 * which results are stored.
 */
export const readPoints = async (
  db: Db,
  targetKey: number,
  of: {
    readonly window: Window
    readonly now: number
    readonly measure: Measure
    readonly locationKey: number
    readonly where?: RawBuilder<unknown> | undefined
  },
): Promise<{ window: Window; rows: PointRow[] }> => {
  const rawSince = (await storedSince(db, [targetKey], of.now))(targetKey)
  const window = coveredOf({ window: of.window, rawSince, isRawOnly: true })
  const { from, to } = window
  const { rows } = await sql<PointRow>`
    select r.target_key, r.location_key, r.source, r.attempt, r.due, r.category, r.http_code, host(r.dest_ip) as dest_ip,
      case when r.http_code is not null then r.${sql.ref(of.measure)} end as value
    from result r where r.target_key = ${targetKey} and r.due >= ${from} and r.due < ${to} and ${COUNTED}
      and (${of.locationKey}::smallint = ${ALL_LOCATIONS} or r.location_key = ${of.locationKey}) and ${of.where ?? sql`true`}
    order by r.due desc limit ${MOST_POINTS}`.execute(db)
  return { window, rows }
}
