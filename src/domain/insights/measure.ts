import { DAY_MS } from '../core/periods.ts'
import { countedResults, effectivePassRate } from '../statistics/statistics.ts'
import { type Cluster, clustersOf, type Incidence } from './clusters.ts'
import { type Figures, figuresOf, mergedSample, type Sample, sampleOf } from './figures.ts'
import { driftFactor, type ScoreInputs, tailFactor } from './formula.ts'
import { type Hours, hoursOf } from './hours.ts'
import { distance, isTimed, judgement, type Usual, usualByLocation } from './outliers.ts'
import { isWeekend, type Range } from './score-period.ts'
import { MARK, type Place, type Series, selected } from './series.ts'
import type { Coverage } from './sufficiency.ts'

/** Results and baselines that a report is computed from. */
export type Observed<Of extends Series = Series> = {
  readonly range: Range
  /** Results of the period and of the 7 days before it, by location. */
  readonly series: readonly Of[]
  /** Median latency of the 28 days before the period by location key; absent without enough results. */
  readonly baselines: ReadonlyMap<number, number>
}

/** An unusually slow result: `index` is its position in the series. */
export type Outlier<Of extends Series = Series> = {
  readonly series: Of
  readonly index: number
  readonly due: number
  readonly latency: number
  readonly z: number
  readonly median: number
}

export type LocationFigures = Figures & { readonly place: Place; readonly baseline: number | null }

/** Everything that a report says, before it is put into words. */
export type Measured<Of extends Series = Series> = {
  readonly all: Figures
  readonly locations: readonly LocationFigures[]
  readonly clouds: readonly (Figures & { readonly name: string })[]
  readonly regions: readonly (Figures & { readonly name: string })[]
  readonly coverage: Coverage
  readonly hours: Hours
  readonly inputs: ScoreInputs
  /** Medians over baselines and p95 over p50, weighted by location; null where nothing can be compared. */
  readonly driftRatio: number | null
  readonly tailRatio: number | null
  /** Key of the location with the lowest effective pass rate; null where locations cannot be compared. */
  readonly worstLocation: number | null
  readonly fastAnomalies: number
  readonly outliers: readonly Outlier<Of>[]
  readonly clusters: readonly Cluster[]
}

/** Locations with fewer counted results are not compared with others. */
const LEAST_TO_COMPARE = 20

type Local<Of extends Series> = {
  readonly series: Of
  readonly sample: Sample
  readonly fast: number
  readonly outliers: readonly Outlier<Of>[]
  readonly incidences: readonly Incidence[]
}

/** Counts and judges the results of a location within the period. */
const localOf = <Of extends Series>(series: Of, { from, to }: Range, usual: Usual | undefined): Local<Of> => {
  const counts = { pass: 0, slow: 0, warning: 0, fail: 0, outliers: 0 }
  const outliers: Outlier<Of>[] = []
  const incidences: Incidence[] = []
  let fast = 0
  const { due, total, mark, answered, place } = series
  const isWithin = (index: number): boolean => (due[index] ?? 0) >= from && (due[index] ?? 0) < to
  for (let index = 0; index < due.length; index++) {
    if (!isWithin(index)) continue
    const at = due[index] ?? 0
    if (mark[index] === MARK.pass) counts.pass++
    else if (mark[index] === MARK.slow) counts.slow++
    else if (mark[index] === MARK.warning) counts.warning++
    else {
      counts.fail++
      incidences.push({ due: at, place, failed: true })
    }
    if (!usual || !isTimed(series, index)) continue
    const latency = total[index] ?? 0
    const judged = judgement(usual, latency)
    if (judged === 'fast') fast++
    if (judged !== 'outlier') continue
    counts.outliers++
    outliers.push({ series, index, due: at, latency, z: distance(usual, latency), median: usual.medianMs })
    incidences.push({ due: at, place, failed: false })
  }
  const latencies = selected(total, (index) => answered[index] === 1 && isWithin(index))
  return { series, sample: sampleOf(counts, latencies.sort()), fast, outliers, incidences }
}

/** The mean of a figure over locations that have it, weighted by their counted results; null if none has. */
const weighted = <Of extends Series>(
  locals: readonly Local<Of>[],
  figure: (local: Local<Of>) => number | null,
): number | null => {
  let [sum, weights] = [0, 0]
  for (const local of locals) {
    const value = figure(local)
    const weight = countedResults(local.sample)
    if (value === null || weight === 0) continue
    sum += value * weight
    weights += weight
  }
  return weights === 0 ? null : sum / weights
}

const grouped = <Of extends Series>(
  locals: readonly Local<Of>[],
  nameOf: (place: Place) => string,
): [string, Sample[]][] => {
  const groups = new Map<string, Sample[]>()
  for (const { series, sample } of locals) {
    const name = nameOf(series.place)
    groups.set(name, [...(groups.get(name) ?? []), sample])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The location that passes least, and by how much less than all together. */
const worstOf = <Of extends Series>(locals: readonly Local<Of>[], all: Figures) => {
  const compared = locals
    .filter(({ sample }) => countedResults(sample) >= LEAST_TO_COMPARE)
    .map(({ series, sample }) => ({ key: series.place.key, rate: effectivePassRate(sample) ?? 1 }))
    .sort((a, b) => a.rate - b.rate)
  const [worst] = compared
  if (!worst) return { gap: 0, worstLocation: null }
  const gap = Math.max(0, (effectivePassRate(all) ?? 1) - worst.rate)
  return { gap, worstLocation: compared.length < 2 ? null : worst.key }
}

const ratio = (value: number | null, by: number | null): number | null =>
  value === null || by === null || by <= 0 || value <= 0 ? null : value / by

/**
 * Measures a period. Yields after each part of the work, so that the caller can let others run: sorting the results of a month of a busy
 * monitor takes tens of milliseconds.
 */
export function* measure<Of extends Series>(observed: Observed<Of>): Generator<void, Measured<Of>> {
  const { range, series, baselines } = observed
  const usual = yield* usualByLocation(series)
  const locals: Local<Of>[] = []
  for (const one of series) {
    const local = localOf(one, range, usual.get(one.place.key))
    if (countedResults(local.sample) + local.sample.warning > 0) locals.push(local)
    yield
  }
  const groups = function* (nameOf: (place: Place) => string) {
    const found: (Figures & { name: string })[] = []
    for (const [name, samples] of grouped(locals, nameOf)) {
      found.push({ name, ...figuresOf(mergedSample(samples)) })
      yield
    }
    return found
  }
  const clouds = yield* groups(({ cloud }) => cloud)
  const regions = yield* groups(({ region }) => region)
  const all = figuresOf(mergedSample(locals.map(({ sample }) => sample)))
  yield
  const medians = new Map(locals.map(({ series: { place }, sample }) => [place.key, sample.median ?? 0]))
  const hours = yield* hoursOf(
    locals.map((local) => local.series),
    range,
    medians,
  )
  const { gap, worstLocation } = worstOf(locals, all)
  const baselineOf = ({ series: { place } }: Local<Of>): number | null => baselines.get(place.key) ?? null
  const count = countedResults(all)
  const passed = all.pass + all.slow
  return {
    all,
    locations: locals.map((local) => ({
      place: local.series.place,
      baseline: baselineOf(local),
      ...figuresOf(local.sample),
    })),
    clouds,
    regions,
    coverage: {
      count,
      days: new Set(hours.starts.map((start) => Math.floor(start / DAY_MS))).size,
      hasWeekend: hours.starts.some(isWeekend),
    },
    hours,
    inputs: {
      failRate: count === 0 ? 0 : all.fail / count,
      outlierRate: passed === 0 ? 0 : all.outliers / passed,
      steadyHours: hours.starts.length === 0 ? 1 : hours.steady / hours.starts.length,
      // A location without history is as it always was.
      drift:
        weighted(locals, (local) =>
          local.sample.median === null
            ? null
            : driftFactor(local.sample.median, baselineOf(local) ?? local.sample.median),
        ) ?? 1,
      tail:
        weighted(locals, ({ sample: { median, p95 } }) =>
          median === null || p95 === null ? null : tailFactor(median, p95),
        ) ?? 1,
      gap,
      medianMs: all.median,
    },
    driftRatio: weighted(locals, (local) => ratio(local.sample.median, baselineOf(local))),
    tailRatio: weighted(locals, ({ sample: { median, p95 } }) => ratio(p95, median)),
    worstLocation,
    fastAnomalies: locals.reduce((sum, { fast }) => sum + fast, 0),
    outliers: locals.flatMap((local) => local.outliers).sort((a, b) => a.due - b.due),
    clusters: clustersOf(locals.flatMap((local) => local.incidences).sort((a, b) => a.due - b.due)),
  }
}
