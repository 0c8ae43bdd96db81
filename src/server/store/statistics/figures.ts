import type { RawBuilder } from 'kysely'
import { distributionOf, emptyParts, type Parts } from '../../../domain/statistics/distribution.ts'
import type { Figures } from '../../../domain/statistics/figures.ts'
import type { Measured } from '../../../domain/statistics/measures.ts'
import { eachPhase, PHASES } from '../../../domain/statistics/phase-sums.ts'
import { divideSizes } from '../../../domain/statistics/size-sums.ts'
import {
  isMinuteStep,
  type Mark,
  narrowed,
  type Plan,
  planOf,
  type RawPiece,
  type Step,
  type SumPiece,
  type Window,
} from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { FIGURES_MS } from '../core/kinds-of-work.ts'
import { hasLeft, readForClient } from '../core/leaving.ts'
import { storedSince } from '../core/retention.ts'
import { divided } from './divided.ts'
import { readMarks, WITHOUT_PHASES, WITHOUT_SIZES } from './marks.ts'
import {
  ALL_LOCATIONS,
  lastGapOf,
  type Of,
  type Place,
  type RawRow,
  rawSums,
  type StoredRow,
  type SumRow,
  storedSums,
} from './sum-rows.ts'

export type FiguresRow = {
  readonly targetKey: number
  /** `ALL_LOCATIONS`, unless one or each was asked for. */
  readonly locationKey: number
  /** Start of the step; without steps, of the window that was asked for. */
  readonly start: number
  readonly figures: Figures
}

export type FiguresOf = {
  readonly targetKeys: readonly number[]
  readonly window: Window
  readonly now: number
  /** Absent: one row for the whole window. Steps at its ends may be parts of a period. */
  readonly step?: Step | undefined
  /** Default: all locations together. */
  readonly place?: Place | undefined
  /** Adds up all targets in the database, under target 0. */
  readonly together?: true
  /** Reads sums of windows of at most six hours too, which makes them quicker: counts stay exact, quantiles are within 1 %. */
  readonly isSummed?: true
  /** Measures whose distributions are wanted; counts, sum, least and most are always there. */
  readonly measures?: readonly Measured[] | undefined
  /** A further condition on results `r`; such figures come from the results alone. */
  readonly where?: RawBuilder<unknown> | undefined
}

/** `window`: what the figures cover, which is less than was asked for where results are gone. Rows without results are absent. */
export type Answer = {
  readonly window: Window
  /** Whether the figures were made of stored sums, of single results, or of both. */
  readonly source: Source
  readonly rows: readonly FiguresRow[]
}
export type Source = 'sums' | 'results' | 'both'

/**
 * Reads the figures of results that were due within a window: whole periods from sums, its ends and hours that are not summed up from
 * the results, all as of one moment. Every figure about more than one result comes from here.
 */
export const readFigures = async (db: Db, of: FiguresOf): Promise<Answer> => {
  if (of.targetKeys.length === 0) return { window: of.window, source: 'results', rows: [] }
  return inSnapshot(db, (snapshot) => read(snapshot, of))
}

const begun = new WeakMap<Db, number>()

class TookTooLong extends Error {}
const QUERY_CANCELED = '57014'

/** Whether reading was ended because it took longer than figures may take. */
export const tookTooLong = (error: unknown): boolean =>
  error instanceof TookTooLong || (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED)

/** Runs reads that see the store as of one moment. Within a transaction, it is the transaction's. */
export const inSnapshot = <Value>(db: Db, work: (db: Db) => Promise<Value>): Promise<Value> =>
  db.isTransaction
    ? work(db)
    : readForClient(db, (snapshot) => {
        begun.set(snapshot, performance.now())
        return work(snapshot)
      })

/** Throws once the reads of a snapshot have taken longer than figures may take, or nobody waits for them any more. */
export const refuseOverBudget = (db: Db): void => {
  if (hasLeft()) throw new TookTooLong()
  const since = begun.get(db)
  if (since !== undefined && performance.now() - since > FIGURES_MS) throw new TookTooLong()
}

const read = async (db: Db, of: FiguresOf): Promise<Answer> => {
  refuseOverBudget(db)
  const { place = ALL_LOCATIONS, measures = [] } = of
  const plans = await plansOf(db, of, [
    ...(measures.some((measure) => measure !== 'total' && measure !== 'size') ? [WITHOUT_PHASES] : []),
    ...(measures.includes('size') ? [WITHOUT_SIZES] : []),
  ])
  const piecesOf = <Piece>(pick: (plan: Plan) => readonly Piece[]): Of<Piece>[] =>
    [...plans].flatMap(([targetKey, plan]) => pick(plan).map((piece) => ({ ...piece, targetKey })))
  // Figures of several targets cover the same window, though the project of one may keep results for a shorter time.
  const covered = commonWindow([...plans.values()])
  const common = covered && !allCover(plans.values(), covered) ? narrowed(of.window, covered) : null
  if (common) return read(db, { ...of, window: common })
  const stored = await storedSums(
    db,
    piecesOf<SumPiece>((plan) => plan.sums),
    { place, measures, together: of.together ?? false },
  )
  const raw = await rawSums(
    db,
    piecesOf<RawPiece>((plan) => plan.raw),
    {
      place,
      measures,
      together: of.together ?? false,
      ...(of.where && { where: of.where }),
    },
  )
  // Hours from before phases or sizes were summed up, whose results are gone: figures begin after the last of them.
  const afterGap = narrowed(of.window, { from: lastGapOf(stored), to: of.window.to })
  if (afterGap) return read(db, { ...of, window: afterGap })
  const [plan] = plans.values()
  const isFrom = (pick: (plan: Plan) => readonly unknown[]) => [...plans.values()].some((each) => pick(each).length > 0)
  const source = isFrom(({ sums }) => sums) ? (isFrom((each) => each.raw) ? 'both' : 'sums') : 'results'
  return {
    window: plan?.window ?? of.window,
    source,
    rows: added(stored, raw, { measures, isExact: plan?.isExact ?? false }),
  }
}

const commonWindow = (plans: readonly Plan[]): Window | null =>
  plans.reduce<Window | null>(
    (common, { window }) =>
      common ? { from: Math.max(common.from, window.from), to: Math.min(common.to, window.to) } : window,
    null,
  )

const allCover = (plans: Iterable<Plan>, { from, to }: Window): boolean => {
  for (const { window } of plans) if (window.from !== from || window.to !== to) return false
  return true
}

/** Targets with the same marks share a plan. */
const plansOf = async (db: Db, of: FiguresOf, older: readonly number[]): Promise<Map<number, Plan>> => {
  const { targetKeys, window, now, step, isSummed } = of
  const isRawOnly = of.where !== undefined || isMinuteStep(step)
  const marks = isRawOnly ? new Map<number, Mark[]>() : await readMarks(db, targetKeys, { window, older })
  const known = new Map<string, Plan>()
  const since = await storedSince(db, targetKeys, now)
  return new Map(
    targetKeys.map((key) => {
      const own = marks.get(key) ?? []
      const rawSince = since(key)
      const name = own
        .map(({ period, start }) => `${period}${start}`)
        .concat(String(rawSince))
        .sort()
        .join()
      const plan = known.get(name) ?? planOf({ window, step, marks: own, rawSince, isRawOnly, isSummed })
      known.set(name, plan)
      return [key, plan]
    }),
  )
}

type Sum = { row: SumRow; parts: Map<Measured, Parts>; minSize: number | null; maxSize: number | null }

const added = (
  stored: readonly StoredRow[],
  raw: readonly RawRow[],
  { measures, isExact }: { measures: readonly Measured[]; isExact: boolean },
): FiguresRow[] => {
  const sums = new Map<string, Sum>()
  const sumOf = (row: SumRow): Sum => {
    const name = `${row.target_key} ${row.location_key} ${row.start}`
    const known = sums.get(name)
    const sum = known ?? {
      row: { ...row },
      parts: new Map(measures.map((measure) => [measure, emptyParts()])),
      minSize: null,
      maxSize: null,
    }
    if (known) addRow(known.row, row)
    else sums.set(name, sum)
    return sum
  }
  for (const row of stored) addStored(sumOf(row), row)
  for (const row of raw) addValues(sumOf(row), row)
  return [...sums.values()]
    .map(({ row, parts, minSize, maxSize }): FiguresRow => {
      const { target_key, location_key, start, sum_ms, min_ms, max_ms, ...counts } = row
      const { pass, slow, warning, fail, skipped, unavailable, answered } = counts
      const measured = Object.fromEntries([...parts].map(([name, of]) => [name, distributionOf(of, isExact)]))
      const figures = {
        pass,
        slow,
        warning,
        fail,
        skipped,
        unavailable,
        answered,
        sumMs: sum_ms,
        minMs: min_ms,
        maxMs: max_ms,
        minSize,
        maxSize,
      }
      return { targetKey: target_key, locationKey: location_key, start, figures: { ...figures, measured } }
    })
    .sort((a, b) => a.start - b.start || a.targetKey - b.targetKey || a.locationKey - b.locationKey)
}

const COUNTS = ['pass', 'slow', 'warning', 'fail', 'skipped', 'unavailable', 'answered', 'sum_ms'] as const

const lesser = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))
const greater = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

const addRow = (sum: SumRow, more: SumRow): void => {
  for (const count of COUNTS) sum[count] += more[count]
  sum.min_ms = lesser(sum.min_ms, more.min_ms)
  sum.max_ms = greater(sum.max_ms, more.max_ms)
}

const addStored = (sum: Sum, row: StoredRow): void => {
  const { parts } = sum
  const total = parts.get('total')
  if (total) {
    for (const bytes of divided(row.sketches)) total.sketches.push(bytes)
    total.count += row.answered
    total.sum += row.sum_ms
  }
  const phases = PHASES.map((phase) => parts.get(phase))
  const wanted = phases.flatMap((part, index) => (part ? index : []))
  for (const bytes of divided(row.phases))
    eachPhase(bytes, wanted, (index, sum, from, to) => {
      const part = phases[index]
      if (!part) return
      part.sketches.push(bytes.subarray(from, to))
      part.sum += sum
    })
  const size = parts.get('size')
  for (const bytes of size ? divided(row.sizes) : []) {
    const stored = divideSizes(bytes)
    size?.sketches.push(stored.sketch)
    if (size) size.sum += stored.sum
    sum.minSize = lesser(sum.minSize, stored.least)
    sum.maxSize = greater(sum.maxSize, stored.most)
  }
  for (const [measure, part] of parts) if (measure !== 'total') part.count += row.answered
}

const addValues = (sum: Sum, row: RawRow): void => {
  sum.minSize = lesser(sum.minSize, row.min_size)
  sum.maxSize = greater(sum.maxSize, row.max_size)
  for (const [measure, part] of sum.parts) {
    const bytes = row[measure]
    if (!bytes) continue
    const isSize = measure === 'size'
    const values = isSize ? new Int32Array(bytes.length / 4) : new Float32Array(bytes.length / 4)
    for (let index = 0; index < values.length; index++)
      values[index] = isSize ? bytes.readInt32BE(4 * index) : bytes.readFloatBE(4 * index)
    part.values.push(values)
    part.count += values.length
    if (measure === 'total') part.sum += row.sum_ms
    else for (const value of values) part.sum += value
  }
}
