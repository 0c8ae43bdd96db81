import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { reports as reportResource } from '../../../contract/reports/reports.ts'
import { type Sketch, sketchTally } from '../../../domain/core/sketch.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { togetherOf } from '../../../domain/reports/report-figures.ts'
import { periodWords } from '../../../domain/reports/report-period.ts'
import { type Figures, joinFigures } from '../../../domain/statistics/figures.ts'
import { allOf, passRate } from '../../../domain/statistics/statistics.ts'
import { gridOf } from '../../../domain/statistics/value-buckets.ts'
import { openTurns } from '../../in-turns.ts'
import type { Db } from '../../store/core/database.ts'
import type { ReportGroup } from '../../store/reports/reports.ts'
import { inSnapshot } from '../../store/statistics/figures.ts'
import { wireOf } from '../statistics/window-of.ts'
import type { ReportStored } from './report-answer.ts'
import { type ReadRows, readRows } from './report-reading.ts'
import { type ReportScope, scopeOf } from './report-scope.ts'

type Endpoints = (typeof reportResource)['endpoints']
type Answer<Name extends keyof Endpoints> = AnswerOf<Endpoints[Name]>

type Asked = { readonly stored: ReportStored; readonly group: ReportGroup; readonly now: number }
type Parts = { readonly bySteps?: boolean; readonly byLocation?: boolean; readonly isSize?: boolean }
type Read = ReadRows & { readonly scope: ReportScope }

/** Reads a group for a chart, which shows no outliers. */
const readGroup = (db: Db, { stored, group, now }: Asked, { isSize, ...parts }: Parts): Promise<Read> =>
  inSnapshot(db, async (snapshot) => {
    const found = await scopeOf(snapshot, stored, now)
    const scope: ReportScope = isSize ? { ...found, measure: 'size' } : found
    const read = await readRows(snapshot, group.rows, { scope, outliers: new Map(), ...parts })
    return { ...read, scope }
  })

const wordsOf = ({ doc: { report } }: ReportStored): string => periodWords(report.period, report.timezone)

const sketchOf = ({ measured }: Figures, measure: ReportScope['measure']): Sketch => {
  const tally = sketchTally()
  measured[measure]?.tallyInto(tally)
  return tally.sketch()
}

/** Reads latency or response size, and counts, over time of the rows of a group. */
export const readSeries = async (
  db: Db,
  asked: Asked,
  of: 'latency' | 'size' = 'latency',
): Promise<Answer<'report.series'>> => {
  const { stored, group } = asked
  const { rows, covered, scope } = await readGroup(db, asked, { bySteps: true, isSize: of === 'size' })
  const { measure, quantile, step } = scope
  const turn = openTurns()
  const results: Answer<'report.series'>['results'] = []
  for (const { row, label, missing, steps } of rows) {
    await turn()
    results.push({
      id: row.id,
      call_id: row.call_id,
      label,
      missing,
      points: steps.map(({ start, figures }) => {
        const { pass, slow, warning, fail, measured } = figures
        const value = measured[measure]?.quantiles([quantile])[0] ?? null
        return { time: formatTime(start), value, pass, slow, warning, fail, count: allOf(figures) }
      }),
    })
  }
  const { metric } = stored.doc.report
  return {
    meta: { ...wireOf(covered), words: wordsOf(stored), interval: step, metric, quantile, name: group.name },
    results,
  }
}

/** Counts the results of a group by latency. */
export const readHistogram = async (db: Db, asked: Asked): Promise<Answer<'report.histogram'>> => {
  const { rows, covered, source, scope } = await readGroup(db, asked, {})
  const { measure } = scope
  const { figures } = togetherOf(
    rows.map(({ parts }) => parts),
    measure,
  )
  const values = figures.measured[measure]
  const sketch = sketchOf(figures, measure)
  const grid = gridOf([sketch])
  const counts = grid.countsOf(sketch)
  const [p50 = null, p95 = null, p99 = null] = values?.quantiles([0.5, 0.95, 0.99]) ?? []
  const { metric } = asked.stored.doc.report
  const meta = { ...wireOf(covered), source, metric, count: values?.count ?? 0, exact: values?.isExact ?? true }
  return {
    meta: { ...meta, p50, p95, p99 },
    results: grid.buckets.map(({ from, to }, index) => ({ from_ms: from, to_ms: to, count: counts[index] ?? 0 })),
  }
}

/** Counts the results of a group by time and latency. */
export const readLatencies = async (db: Db, asked: Asked): Promise<Answer<'report.latencies'>> => {
  const { rows, covered, source, scope } = await readGroup(db, asked, { bySteps: true })
  const { measure, step } = scope
  const columns = new Map<number, Figures[]>()
  for (const { start, figures } of rows.flatMap(({ steps }) => steps)) {
    const known = columns.get(start)
    if (known) known.push(figures)
    else columns.set(start, [figures])
  }
  const turn = openTurns()
  const sketches: { hour: string; sketch: Sketch }[] = []
  for (const [start, some] of [...columns].sort(([a], [b]) => a - b)) {
    await turn()
    sketches.push({ hour: formatTime(start), sketch: sketchOf(joinFigures(some, [measure]), measure) })
  }
  const grid = gridOf(sketches.map(({ sketch }) => sketch))
  return {
    meta: {
      ...wireOf(covered),
      source,
      metric: asked.stored.doc.report.metric,
      form: 'sequential',
      interval: step,
      count: sketches.reduce((sum, { sketch }) => sum + sketch.count, 0),
      buckets: grid.buckets.map(({ from, to }) => ({ from_ms: from, to_ms: to })),
    },
    results: sketches.flatMap(({ hour, sketch }) =>
      grid
        .countsOf(sketch)
        .flatMap((count, index) => (count > 0 ? { hour, bucket_ms: grid.buckets[index]?.from ?? 0, count } : [])),
    ),
  }
}

/** Reads the figures of a group by location. */
export const readPlaces = async (db: Db, asked: Asked): Promise<Answer<'report.places'>> => {
  const { rows, covered, scope } = await readGroup(db, asked, { byLocation: true })
  const { measure } = scope
  const results: Answer<'report.places'>['results'] = []
  for (const { key, id } of scope.locations) {
    const some = rows.flatMap(({ locations }) => locations.filter(({ locationKey }) => locationKey === key))
    if (some.length === 0) continue
    const figures = joinFigures(
      some.map(({ parts }) => parts.figures),
      [measure],
    )
    const [p50 = null, p90 = null, p95 = null, p99 = null] =
      figures.measured[measure]?.quantiles([0.5, 0.9, 0.95, 0.99]) ?? []
    const { fail } = figures
    results.push({ location_id: id, count: allOf(figures), fail, pass_rate: passRate(figures), p50, p90, p95, p99 })
  }
  const { metric } = asked.stored.doc.report
  return { meta: { ...wireOf(covered), words: wordsOf(asked.stored), metric, name: asked.group.name }, results }
}
