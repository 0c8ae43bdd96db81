import type { RawBuilder } from 'kysely'
import type { Period } from '../../../domain/core/periods.ts'
import { distributionOf, emptyParts, type Parts } from '../../../domain/statistics/distribution.ts'
import type { Figures } from '../../../domain/statistics/figures.ts'
import type { Measure } from '../../../domain/statistics/measures.ts'
import { dividePhases, PHASES } from '../../../domain/statistics/phase-sums.ts'
import {
  type Mark,
  type Plan,
  planOf,
  type RawPiece,
  type SumPiece,
  type Window,
} from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { storedSince } from '../projects/retention.ts'
import { readMarks } from './marks.ts'
import {
  ALL_LOCATIONS,
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
  readonly step?: Period | undefined
  /** Default: all locations together. */
  readonly place?: Place | undefined
  /** Adds up all targets in the database: counts alone, under target 0. */
  readonly together?: true
  /** Measures whose distributions are wanted; counts, sum, least and most are always there. */
  readonly measures?: readonly Measure[] | undefined
  /** A further condition on results `r`; such figures come from the results alone. */
  readonly where?: RawBuilder<unknown> | undefined
}

/** `window`: what the figures cover, which is less than was asked for where results are gone. Rows without results are absent. */
export type Answer = { readonly window: Window; readonly rows: readonly FiguresRow[] }

/**
 * Reads the figures of results that were due within a window: whole periods from sums, its ends and hours that are not summed up from
 * the results, all as of one moment. Every figure about more than one result comes from here.
 */
export const readFigures = async (db: Db, of: FiguresOf): Promise<Answer> => {
  if (of.targetKeys.length === 0) return { window: of.window, rows: [] }
  return inSnapshot(db, (snapshot) => read(snapshot, of))
}

/** Runs reads that see the store as of one moment. Within a transaction, it is the transaction's. */
export const inSnapshot = <Value>(db: Db, work: (db: Db) => Promise<Value>): Promise<Value> =>
  db.isTransaction
    ? work(db)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

const read = async (db: Db, of: FiguresOf): Promise<Answer> => {
  const { place = ALL_LOCATIONS, measures = [] } = of
  const withPhases = measures.some((measure) => measure !== 'total')
  const plans = await plansOf(db, of, withPhases)
  const piecesOf = <Piece>(pick: (plan: Plan) => readonly Piece[]): Of<Piece>[] =>
    [...plans].flatMap(([targetKey, plan]) => pick(plan).map((piece) => ({ ...piece, targetKey })))
  // Figures of several targets cover the same window, though the project of one may keep results for a shorter time.
  const covered = commonWindow([...plans.values()])
  if (covered && (covered.from > of.window.from || covered.to < of.window.to) && !allCover(plans.values(), covered))
    return read(db, { ...of, window: covered })
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
  // Hours from before phases were summed up, whose results are gone: figures begin after the last of them.
  const gap = stored.reduce<number>((last, row) => Math.max(last, row.gap ?? 0), 0)
  if (gap > of.window.from) return read(db, { ...of, window: { from: Math.min(gap, of.window.to), to: of.window.to } })
  const [plan] = plans.values()
  return { window: plan?.window ?? of.window, rows: added(stored, raw, { measures, isExact: plan?.isExact ?? false }) }
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
const plansOf = async (db: Db, of: FiguresOf, withPhases: boolean): Promise<Map<number, Plan>> => {
  const { targetKeys, window, now, step } = of
  const isRawOnly = of.where !== undefined
  const marks = isRawOnly ? new Map<number, Mark[]>() : await readMarks(db, targetKeys, { window, withPhases })
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
      const plan = known.get(name) ?? planOf({ window, step, marks: own, rawSince, isRawOnly })
      known.set(name, plan)
      return [key, plan]
    }),
  )
}

type Sum = { row: SumRow; parts: Map<Measure, Parts> }

const added = (
  stored: readonly StoredRow[],
  raw: readonly RawRow[],
  { measures, isExact }: { measures: readonly Measure[]; isExact: boolean },
): FiguresRow[] => {
  const sums = new Map<string, Sum>()
  const sumOf = (row: SumRow): Sum => {
    const name = `${row.target_key} ${row.location_key} ${row.start}`
    const known = sums.get(name)
    const sum = known ?? { row: { ...row }, parts: new Map(measures.map((measure) => [measure, emptyParts()])) }
    if (known) addRow(known.row, row)
    else sums.set(name, sum)
    return sum
  }
  for (const row of stored) addStored(sumOf(row), row)
  for (const row of raw) addValues(sumOf(row), row)
  return [...sums.values()]
    .map(({ row, parts }): FiguresRow => {
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
      }
      return { targetKey: target_key, locationKey: location_key, start, figures: { ...figures, measured } }
    })
    .sort((a, b) => a.start - b.start || a.targetKey - b.targetKey || a.locationKey - b.locationKey)
}

const COUNTS = ['pass', 'slow', 'warning', 'fail', 'skipped', 'unavailable', 'answered', 'sum_ms'] as const

const addRow = (sum: SumRow, more: SumRow): void => {
  for (const count of COUNTS) sum[count] += more[count]
  sum.min_ms = sum.min_ms === null ? more.min_ms : more.min_ms === null ? sum.min_ms : Math.min(sum.min_ms, more.min_ms)
  sum.max_ms = sum.max_ms === null ? more.max_ms : more.max_ms === null ? sum.max_ms : Math.max(sum.max_ms, more.max_ms)
}

const addStored = ({ parts }: Sum, row: StoredRow): void => {
  const total = parts.get('total')
  if (total) {
    for (const bytes of divided(row.sketches)) total.sketches.push(bytes)
    total.count += row.answered
    total.sum += row.sum_ms
  }
  for (const bytes of divided(row.phases))
    for (const [index, { sum, sketch }] of dividePhases(bytes).entries()) {
      const phase = PHASES[index]
      const part = phase && parts.get(phase)
      if (!part) continue
      part.sketches.push(sketch)
      part.sum += sum
    }
  for (const [measure, part] of parts) if (measure !== 'total') part.count += row.answered
}

const addValues = ({ parts }: Sum, row: RawRow): void => {
  for (const [measure, part] of parts) {
    const bytes = row[measure]
    if (!bytes) continue
    const values = new Float32Array(bytes.length / 4)
    for (let index = 0; index < values.length; index++) values[index] = bytes.readFloatBE(4 * index)
    part.values.push(values)
    part.count += values.length
    part.sum += measure === 'total' ? row.sum_ms : values.reduce((sum, value) => sum + value, 0)
  }
}

/** Divides pieces of bytes that stand one after the other, each after its length. */
const divided = (bytes: Buffer | null): Buffer[] => {
  const pieces: Buffer[] = []
  for (let at = 0; bytes && at < bytes.length; ) {
    const end = at + 4 + bytes.readInt32BE(at)
    pieces.push(bytes.subarray(at + 4, end))
    at = end
  }
  return pieces
}
