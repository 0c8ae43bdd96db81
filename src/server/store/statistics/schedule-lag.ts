import { type Distribution, distributionOf, emptyParts, type Parts } from '../../../domain/statistics/distribution.ts'
import { divideLags, greater } from '../../../domain/statistics/lag-sums.ts'
import { narrowed, planOf, type Step, type Window } from '../../../domain/statistics/windows.ts'
import { allLocations } from '../agents/locations.ts'
import type { Db } from '../core/database.ts'
import { storedSince } from '../core/retention.ts'
import { divided } from './divided.ts'
import { inSnapshot, refuseOverBudget } from './figures.ts'
import { lagRows, storedLagRows, valuesOf } from './lag-rows.ts'
import { readMarks, WITHOUT_LAGS } from './marks.ts'
import { ALL_LOCATIONS, lastGapOf, type Place } from './sum-rows.ts'

/** Milliseconds; null without runs. */
export type LagFigures = {
  count: number
  median: number | null
  p95: number | null
  p99: number | null
  max: number | null
}

const NONE: LagFigures = { count: 0, median: null, p95: null, p99: null, max: null }

type LagsOf = {
  readonly window: Window
  readonly now: number
  readonly place: Place
  readonly step?: Step
}

type Lags = { readonly locationKey: number; readonly start: number; readonly parts: Parts; most: number | null }
type Found = { readonly window: Window; readonly isExact: boolean; readonly rows: readonly Lags[] }

/**
 * Reads the schedule lags of a monitor: whole periods from rollups, the rest from the results. The window of the answer is smaller than the
 * asked one where results are gone that were never summed up.
 */
const readLags = async (db: Db, targetKey: number, of: LagsOf): Promise<Found> => {
  refuseOverBudget(db)
  const marks = await readMarks(db, [targetKey], { window: of.window, older: [WITHOUT_LAGS] })
  const rawSince = (await storedSince(db, [targetKey], of.now))(targetKey)
  const plan = planOf({ window: of.window, step: of.step, marks: marks.get(targetKey) ?? [], rawSince })
  const mine = <Piece>(pieces: readonly Piece[]) => pieces.map((piece) => ({ ...piece, targetKey }))
  const stored = await storedLagRows(db, mine(plan.sums), of.place)
  const afterGap = narrowed(of.window, { from: lastGapOf(stored), to: of.window.to })
  if (afterGap) return readLags(db, targetKey, { ...of, window: afterGap })
  const found = new Map<string, Lags>()
  const lagsOf = ({ location_key: locationKey, start }: { location_key: number; start: number }): Lags => {
    const name = `${locationKey} ${start}`
    const lags = found.get(name) ?? { locationKey, start, parts: emptyParts(), most: null }
    found.set(name, lags)
    return lags
  }
  for (const row of stored) {
    const lags = lagsOf(row)
    for (const bytes of divided(row.lags)) {
      const part = divideLags(bytes)
      if (!part) continue
      lags.parts.sketches.push(part.sketch)
      lags.parts.count += part.count
      lags.most = greater(lags.most, part.most)
    }
  }
  for (const row of await lagRows(db, mine(plan.raw), of.place)) {
    const lags = lagsOf(row)
    const values = valuesOf(row)
    lags.parts.values.push(values)
    lags.parts.count += values.length
    for (const ms of values) lags.most = greater(lags.most, ms)
  }
  const rows = [...found.values()].filter(({ parts }) => parts.count > 0)
  return { window: plan.window, isExact: plan.isExact, rows }
}

/** Quantiles of lags, none of them above the greatest lag. */
const quantilesOf = ({ parts, most }: Lags, isExact: boolean, shares: readonly number[]): number[] => {
  const lags: Distribution = distributionOf(parts, isExact)
  return lags.quantiles(shares).flatMap((ms) => (ms === null ? [] : Math.min(ms, most ?? ms)))
}

const figuresOf = (lags: Lags, isExact: boolean): LagFigures => {
  const [median = null, p95 = null, p99 = null] = quantilesOf(lags, isExact, [0.5, 0.95, 0.99])
  return { count: lags.parts.count, median, p95, p99, max: lags.most }
}

const togetherOf = (rows: readonly Lags[]): Lags => {
  const all: Lags = { locationKey: ALL_LOCATIONS, start: 0, parts: emptyParts(), most: null }
  for (const { parts, most } of rows) {
    for (const sketch of parts.sketches) all.parts.sketches.push(sketch)
    for (const values of parts.values) all.parts.values.push(values)
    all.parts.count += parts.count
    all.most = greater(all.most, most)
  }
  return all
}

/** Computes how late the scheduled runs of a monitor started, for each location and for all together. */
export const scheduleLag = async (
  db: Db,
  targetKey: number,
  of: { readonly window: Window; readonly now: number },
): Promise<{ window: Window; all: LagFigures; byLocation: (LagFigures & { location_id: string })[] }> => {
  const [{ window, isExact, rows }, locations] = await inSnapshot(db, async (snapshot) => [
    await readLags(snapshot, targetKey, { ...of, place: 'each' }),
    await allLocations(snapshot),
  ])
  const idOf = new Map(locations.map(({ key, id }) => [key, id]))
  const byLocation = rows.flatMap((row) => {
    const location_id = idOf.get(row.locationKey)
    return location_id === undefined ? [] : { location_id, ...figuresOf(row, isExact) }
  })
  return {
    window,
    all: rows.length === 0 ? NONE : figuresOf(togetherOf(rows), isExact),
    byLocation: byLocation.sort((a, b) => (a.location_id < b.location_id ? -1 : 1)),
  }
}

/** Quantiles of one step, in the order in which they were asked for. */
export type LagPoint = { readonly start: number; readonly count: number; readonly values: readonly number[] }

/** Computes quantiles of the lag of a monitor's scheduled runs by step. */
export const lagByStep = async (
  db: Db,
  targetKey: number,
  {
    locationKey,
    shares,
    ...of
  }: Omit<LagsOf, 'place'> & {
    readonly step: Step
    readonly locationKey: number
    readonly shares: readonly number[]
  },
): Promise<{ window: Window; points: readonly LagPoint[] }> => {
  const { window, now, step } = of
  const found = await inSnapshot(db, (snapshot) =>
    readLags(snapshot, targetKey, { window, now, step, place: locationKey }),
  )
  const points = found.rows.map((row) => ({
    start: row.start,
    count: row.parts.count,
    values: quantilesOf(row, found.isExact, shares),
  }))
  return { window: found.window, points: points.sort((a, b) => a.start - b.start) }
}
