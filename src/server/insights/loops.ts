import { periodAt } from '../../domain/insights/score-period.ts'
import type { Database } from '../store/core/database.ts'
import { doing } from '../store/core/kinds-of-work.ts'
import { placesByKey } from '../store/insights/observed.ts'
import { queueEndedPeriods, SCORE_PERIODS, takeDueReports } from '../store/insights/score-queue.ts'
import { SCORE_KINDS, storeReport } from '../store/insights/score-reports.ts'
import { computeReport } from './compute.ts'

/** Reports per transaction. */
const AT_ONCE = 10

/**
 * Computes the next reports of the queue. Returns whether there may be more. A report that cannot be computed is skipped, or it would hold
 * up all others.
 * @throws AggregateError after the others are stored.
 */
export const computeDueReports = async ({ db }: Database, now: number): Promise<boolean> => {
  const failures: unknown[] = []
  // It holds rows of the queue, which others skip, while the reports are read on other connections.
  const more = await doing('resting', () =>
    db.transaction().execute(async (tx) => {
      const due = await takeDueReports(tx, AT_ONCE)
      if (due.length === 0) return false
      const places = await placesByKey(tx)
      for (const { kind, start, target_key: targetKey, project_key: projectKey } of due) {
        const period = SCORE_PERIODS.find((one) => SCORE_KINDS[one] === kind)
        // Null if the monitor was deleted meanwhile.
        if (period === undefined || projectKey === null) continue
        const range = periodAt(period, start)
        // Read outside of the transaction, which a failed query would end.
        const computed = await computeReport(db, { targetKey, period, range, now }, places).catch((cause: unknown) => {
          failures.push(cause)
          return null
        })
        if (computed) await storeReport(tx, { targetKey, projectKey, period, start, report: computed.report, now })
      }
      return due.length === AT_ONCE
    }),
  )
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} reports could not be computed`)
  return more
}

/** The loop that computes the reports of weeks and months that are over. */
export const insightLoops = ({ database, clock }: { readonly database: Database; readonly clock: () => number }) =>
  [
    {
      name: 'scores',
      everyMs: 10_000,
      stops: 'work',
      kind: 'upkeep',
      work: async () => {
        await queueEndedPeriods(database.db, clock())
        return computeDueReports(database, clock())
      },
    },
  ] as const
