import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { reports as reportResource } from '../../../contract/reports/reports.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { reportCsvHeader, reportCsvRows } from '../../../domain/reports/report-csv.ts'
import { accountingOf, rowFigures, togetherOf } from '../../../domain/reports/report-figures.ts'
import { periodWords } from '../../../domain/reports/report-period.ts'
import { allOf } from '../../../domain/statistics/statistics.ts'
import { openTurns } from '../../in-turns.ts'
import type { Db } from '../../store/core/database.ts'
import type { Stored } from '../../store/core/objects.ts'
import { keptOf } from '../../store/core/retention.ts'
import { bandsOfProject } from '../../store/core/score-bands.ts'
import { placeOfLocation } from '../../store/insights/observed.ts'
import type { ReportDoc, ReportGroup } from '../../store/reports/reports.ts'
import { inSnapshot } from '../../store/statistics/figures.ts'
import { reportOutliers } from './report-outliers.ts'
import { type ReadRow, readRows } from './report-reading.ts'
import { type ReportScope, scopeOf } from './report-scope.ts'

type Endpoints = (typeof reportResource)['endpoints']
export type ReportFigures = AnswerOf<Endpoints['report.figures']>
export type ReportStored = Pick<Stored<ReportDoc>, 'id' | 'name' | 'project_key' | 'doc'>

/** Days that results must be kept for, so that all of a period are there when its score is computed. */
const SCORE_DAYS = { week: 8, month: 32 } as const

/** Reads the figures of a report, all as of one moment. */
export const readReport = (db: Db, stored: ReportStored, now: number): Promise<ReportFigures> =>
  inSnapshot(db, async (snapshot) => {
    const scope = await scopeOf(snapshot, stored, now)
    const { outliers, missing } = await reportOutliers(snapshot, scope)
    const { resultDays } = await keptOf(snapshot, stored.project_key, now)
    const bands = await bandsOfProject(snapshot, stored.project_key)
    const turn = openTurns()
    const { report, meta } = stored.doc
    let { from, to } = scope.window
    let isExact = true
    const groups: ReportFigures['groups'] = []
    for (const group of report.groups) {
      const { rows, covered } = await readRows(snapshot, group.rows, { scope, outliers, bySteps: true })
      from = Math.max(from, covered.from)
      to = Math.min(to, covered.to)
      const answered: ReportFigures['groups'][number]['rows'] = []
      for (const read of rows) {
        await turn()
        answered.push(rowOf(read, scope))
      }
      const total = togetherOf(
        rows.map(({ parts }) => parts),
        scope.measure,
      )
      isExact &&= total.figures.measured[scope.measure]?.isExact ?? true
      groups.push({
        id: group.id,
        name: group.name,
        rows: answered,
        total: rowFigures(total, scope.measure, scope.quantile),
      })
    }
    const { places, scorePeriod } = scope
    return {
      id: stored.id,
      name: stored.name,
      description: meta.description,
      meta: {
        start: formatTime(from),
        end: formatTime(to),
        words: periodWords(report.period, report.timezone),
        timezone: report.timezone,
        metric: report.metric,
        quantile: report.quantile,
        interval: scope.step,
        locations: scope.locations.flatMap((one) => (places?.has(one.key) ? [one.place.name ?? one.id] : [])),
        score_period: scorePeriod && {
          period: scorePeriod.period,
          start: formatTime(scorePeriod.range.from),
          end: formatTime(scorePeriod.range.to),
        },
        score_bands: bands,
        outliers_missing: missing,
        accounting: accountingOf({
          isExact,
          isCut: from > scope.window.from,
          locations: places === null ? 0 : 1,
          outliersMissing: missing,
          scoreDays: scorePeriod && resultDays < SCORE_DAYS[scorePeriod.period] ? resultDays : null,
        }),
        computed: formatTime(now),
      },
      groups,
    }
  })

const rowOf = (read: ReadRow, { measure, quantile }: ReportScope): ReportFigures['groups'][number]['rows'][number] => {
  const { row, label, missing, parts, steps } = read
  return {
    id: row.id,
    call_id: row.call_id,
    label,
    dest_ip: row.dest_ip,
    missing,
    ...rowFigures(parts, measure, quantile),
    points: steps.map(({ start, figures }) => ({
      time: formatTime(start),
      value: figures.measured[measure]?.quantiles([quantile])[0] ?? null,
      count: allOf(figures),
      fail: figures.fail,
    })),
  }
}

/** Writes the figures of groups as CSV, group by group; at most a thousand rows, or one for each of them and each location. */
export const readCsv = (
  db: Db,
  stored: ReportStored,
  groups: readonly ReportGroup[],
  { byLocation, now }: { readonly byLocation: boolean; readonly now: number },
): Promise<string[]> =>
  inSnapshot(db, async (snapshot) => {
    const scope = await scopeOf(snapshot, stored, now)
    const { outliers } = await reportOutliers(snapshot, scope)
    const places = new Map(scope.locations.map((one) => [one.key, { id: one.id, place: placeOfLocation(one) }]))
    const turn = openTurns()
    const pieces = [reportCsvHeader(byLocation)]
    for (const group of groups) {
      const { rows, covered } = await readRows(snapshot, group.rows, { scope, outliers, byLocation })
      const common = { group: group.name, start: formatTime(covered.from), end: formatTime(covered.to) }
      for (const { row, label, parts, locations } of rows) {
        await turn()
        const own = { ...common, label, call_id: row.call_id }
        const written = byLocation
          ? locations.flatMap(({ locationKey, parts: at }) => {
              const known = places.get(locationKey)
              if (!known) return []
              const { cloud, region } = known.place
              const place = { location_id: known.id, cloud, region }
              return [{ ...own, figures: rowFigures(at, scope.measure, scope.quantile), place }]
            })
          : [{ ...own, figures: rowFigures(parts, scope.measure, scope.quantile) }]
        if (written.length > 0) pieces.push(reportCsvRows(written))
      }
    }
    return pieces
  })
