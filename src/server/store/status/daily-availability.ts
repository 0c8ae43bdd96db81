import { DAY_MS, periodStart } from '../../../domain/core/periods.ts'
import { passRate } from '../../../domain/statistics/statistics.ts'
import type { Db } from '../core/database.ts'
import { readFigures } from '../statistics/figures.ts'

/** Days that a status page shows. */
export const SHOWN_DAYS = 90

/** Availability of the days of a component. */
export type Days = {
  /** Share of runs that did not fail over all days; null without data. */
  readonly availability: number | null
  /** Start of each day (ms), oldest first, and its share; null without data. */
  readonly days: readonly { readonly start: number; readonly availability: number | null }[]
}

/**
 * Reads the daily availability of monitors together, from stored sums: up to the last full hour, so that results are read only of hours
 * that are not summed up yet. At most one row for each day.
 */
export const dailyAvailability = async (db: Db, targetKeys: readonly number[], now: number): Promise<Days> => {
  const today = periodStart('DAY', now)
  const from = today - (SHOWN_DAYS - 1) * DAY_MS
  const to = Math.max(periodStart('HOUR', now), from)
  const { rows } = await readFigures(db, { targetKeys, window: { from, to }, now, step: 'DAY', together: true })
  const found = new Map(rows.map(({ start, figures }) => [periodStart('DAY', start), figures]))
  const all = { pass: 0, slow: 0, warning: 0, fail: 0 }
  for (const { figures } of rows) {
    all.pass += figures.pass
    all.slow += figures.slow
    all.fail += figures.fail
  }
  return {
    availability: passRate(all),
    days: Array.from({ length: SHOWN_DAYS }, (_, index) => {
      const start = from + index * DAY_MS
      const figures = found.get(start)
      return { start, availability: figures ? passRate(figures) : null }
    }),
  }
}
