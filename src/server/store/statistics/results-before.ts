import { sql } from 'kysely'
import { DAY_MS, periodStart } from '../../../domain/core/periods.ts'
import type { Db } from '../core/database.ts'
import type { RunColumns } from '../core/tables.ts'
import { COUNTED } from './sum-rows.ts'

type Row = RunColumns & { category: number; http_code: number | null; total: number; response_size: number }

/** Days that are searched first: few partitions, and nearly always enough. */
const RECENT_DAYS = 2

/** Returns the newest results of a monitor that were due before a moment, newest first. */
export const resultsBefore = async (
  db: Db,
  targetKey: number,
  of: { readonly before: number; readonly limit: number; readonly locationKey: number | undefined },
): Promise<Row[]> => {
  const read = async (from: number): Promise<Row[]> => {
    const { rows } = await sql<Row>`
      select target_key, due, location_key, source, attempt, category, http_code, total, response_size from result r
      where target_key = ${targetKey} and due >= ${sql.lit(from)} and due < ${sql.lit(of.before)} and ${COUNTED}
        ${of.locationKey === undefined ? sql`` : sql`and location_key = ${of.locationKey}`}
      order by due desc, location_key desc, source desc, attempt desc limit ${of.limit}`.execute(db)
    return rows
  }
  const recent = await read(periodStart('DAY', of.before) - RECENT_DAYS * DAY_MS)
  return recent.length === of.limit ? recent : read(0)
}
