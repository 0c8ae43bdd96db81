import { REGIONS, regionsOf } from '../../../domain/agents/regions.ts'
import type { Period } from '../../../domain/core/periods.ts'
import { possibleWindow } from '../../../domain/core/possible-times.ts'
import type { Range, ScorePeriod } from '../../../domain/insights/score-period.ts'
import type { Scored } from '../../../domain/reports/report-figures.ts'
import { scorePeriodOf, stepOf, windowOfPeriod } from '../../../domain/reports/report-period.ts'
import { METRICS, type Measured } from '../../../domain/statistics/measures.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import { type Location, locationsFor } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'
import { lastSettled } from '../../store/insights/score-queue.ts'
import { scoresBetween } from '../../store/insights/score-reports.ts'
import { reportMonitors } from '../../store/reports/report-monitors.ts'
import type { ReportDoc } from '../../store/reports/reports.ts'

/** A monitor of a report. */
export type ReportMonitor = { readonly key: number; readonly name: string }

/** Window, measure, monitors and locations by which the figures of a report are read. */
export type ReportScope = {
  readonly window: Window
  readonly step: Period
  readonly measure: Measured
  readonly quantile: number
  readonly now: number
  /** The locations that the project knows. */
  readonly locations: readonly Location[]
  /** Keys of the locations that count; null: all. */
  readonly places: ReadonlySet<number> | null
  /** By id; those that were deleted are absent. */
  readonly monitors: ReadonlyMap<string, ReportMonitor>
  /** The newest week or month that was over, if it overlaps the window. */
  readonly scorePeriod: { readonly period: ScorePeriod; readonly range: Range } | null
  /** By key of the monitor. */
  readonly scores: ReadonlyMap<number, Scored>
}

/** The locations that a report counts; null: all of them. */
const placesOf = (
  { locations, regions }: Pick<ReportDoc['report'], 'locations' | 'regions'>,
  known: readonly Location[],
): ReadonlySet<number> | null => {
  const isAll = regions.some((id) => id === 'all' || id === 'ww') || (regions.length === 0 && locations.length === 0)
  if (isAll) return null
  const chosen = known.filter(
    ({ id, place }) => locations.includes(id) || regionsOf(place).some((region) => regions.includes(region)),
  )
  return new Set(chosen.map(({ key }) => key))
}

/** Whether a text names a region. */
export const isRegion = (id: string): boolean => REGIONS.some((region) => region.id === id)

/** Finds what the figures of a report are read by, as of a moment. */
export const scopeOf = async (
  db: Db,
  { project_key: projectKey, doc: { report } }: { readonly project_key: number; readonly doc: ReportDoc },
  now: number,
): Promise<ReportScope> => {
  const window = possibleWindow(windowOfPeriod(report.period, report.timezone, now), now)
  const locations = await locationsFor(db, projectKey)
  const ids = report.groups.flatMap(({ rows }) => rows.map(({ call_id }) => call_id))
  const period = scorePeriodOf(window)
  const range = lastSettled(period, Math.min(now, window.to))
  const hasScores = range.to > window.from
  const scores = hasScores ? await scoresBetween(db, projectKey, period, { from: range.from, to: range.from + 1 }) : []
  return {
    window,
    step: stepOf(window),
    measure: METRICS[report.metric],
    quantile: report.quantile,
    now,
    locations,
    places: placesOf(report, locations),
    monitors: await reportMonitors(db, projectKey, ids),
    scorePeriod: hasScores ? { period, range } : null,
    scores: new Map(scores.map(({ target_key, score, count }) => [target_key, { score, count }])),
  }
}
