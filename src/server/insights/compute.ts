import { type Measured, measure } from '../../domain/insights/measure.ts'
import { type Report, reportOf } from '../../domain/insights/report.ts'
import type { Range, ScorePeriod } from '../../domain/insights/score-period.ts'
import type { Place } from '../../domain/insights/series.ts'
import { openTurns } from '../in-turns.ts'
import type { Db } from '../store/core/database.ts'
import { observe, observeResults, type StoredSeries } from '../store/insights/observed.ts'

export type Asked = {
  readonly targetKey: number
  readonly period: ScorePeriod
  readonly range: Range
  readonly now: number
}

/** Runs a computation in turns, so that it never blocks requests for long. */
const inTurns = async <Outcome>(steps: Generator<void, Outcome>): Promise<Outcome> => {
  const turn = openTurns()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await turn()
  }
}

/** Measures any window of a monitor as a report does: its outliers, by the results of the window and of the 7 days before it. */
export const measureWindow = async (
  db: Db,
  { targetKey, range }: Pick<Asked, 'targetKey' | 'range'>,
  places: ReadonlyMap<number, Place>,
): Promise<Measured<StoredSeries>> => {
  const { series } = await observeResults(db, targetKey, range, places)
  return inTurns(measure({ range, series, baselines: new Map() }))
}

/** Computes the report of a monitor from its results. */
export const computeReport = async (
  db: Db,
  { targetKey, period, range, now }: Asked,
  places: ReadonlyMap<number, Place>,
): Promise<{ report: Report; measured: Measured<StoredSeries> }> => {
  const { observed, phases } = await observe(db, targetKey, range, { places, now })
  const measured = await inTurns(measure(observed))
  return { report: reportOf(period, measured, phases), measured }
}
