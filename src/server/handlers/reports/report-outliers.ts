import { REFERENCE_MS } from '../../../domain/insights/score-period.ts'
import { allOf } from '../../../domain/statistics/statistics.ts'
import { measureWindow } from '../../insights/compute.ts'
import type { Db } from '../../store/core/database.ts'
import { storedSince } from '../../store/core/retention.ts'
import { placeOfLocation } from '../../store/insights/observed.ts'
import { readFigures } from '../../store/statistics/figures.ts'
import type { ReportScope } from './report-scope.ts'

/** Outliers of monitors by key, then by key of the location. Monitors whose outliers are not measured are absent. */
export type MeasuredOutliers = ReadonlyMap<number, ReadonlyMap<number, number>>

/** Results that one request judges: about a second of work. */
const MOST_RESULTS = 500_000

const none: MeasuredOutliers = new Map()

/**
 * Measures the outliers of a report's monitors from their results, each judged by the 7 days before the window and the window itself.
 * `missing`: why not, as a sentence.
 */
export const reportOutliers = async (
  db: Db,
  scope: ReportScope,
): Promise<{ readonly outliers: MeasuredOutliers; readonly missing: string | null }> => {
  const { window, now, monitors, places, locations } = scope
  const targetKeys = [...new Set([...monitors.values()].map(({ key }) => key))]
  const since = await storedSince(db, targetKeys, now)
  if (targetKeys.some((key) => window.from - REFERENCE_MS < since(key)))
    return { outliers: none, missing: 'Outliers are not known: single results of the period are no longer kept.' }
  const { rows } = await readFigures(db, {
    targetKeys,
    window: { from: window.from - REFERENCE_MS, to: window.to },
    now,
    together: true,
  })
  const results = rows.reduce((sum, { figures }) => sum + allOf(figures), 0)
  if (results > MOST_RESULTS)
    return {
      outliers: none,
      missing: `Outliers are not measured: the report would judge more than ${MOST_RESULTS.toLocaleString('en')} results. Choose fewer monitors or a shorter period.`,
    }
  const placeOf = new Map(locations.map((location) => [location.key, placeOfLocation(location)]))
  const outliers = new Map<number, ReadonlyMap<number, number>>()
  for (const targetKey of targetKeys) {
    const measured = await measureWindow(db, { targetKey, range: window }, placeOf)
    const own = measured.locations.filter(({ place }) => places === null || places.has(place.key))
    outliers.set(targetKey, new Map(own.map(({ place, outliers: count }) => [place.key, count])))
  }
  return { outliers, missing: null }
}
