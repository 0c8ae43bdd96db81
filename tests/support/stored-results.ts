import { DAY_MS, periodStart } from '../../src/domain/core/periods.ts'
import type { Db } from '../../src/server/store/core/database.ts'
import { partitionsOf } from '../../src/server/store/core/partitions.ts'
import type { ResultRow } from '../../src/server/store/core/tables.ts'
import { postgresResults } from '../../src/server/store/results/result-store.ts'
import { markHours } from '../../src/server/store/statistics/marks.ts'

/** Stores results as ingest does, with partitions for their days; returns the new ones. */
export const storeResults = async (db: Db, rows: readonly ResultRow[]): Promise<ResultRow[]> => {
  const days = [...new Set(rows.map(({ due }) => periodStart('DAY', due)))]
  // The newest day is today, so that none of them is too far ahead.
  await partitionsOf(db).cover(days, Math.max(...days) + DAY_MS / 2)
  return db.transaction().execute(async (tx) => {
    const added = await postgresResults.add(
      tx,
      rows.map((row) => ({ ...row, detail: '' })),
    )
    await markHours(tx, added)
    return added
  })
}
