import { decodeSketch, emptySketch, mergeInto, type Sketch } from '../../../domain/core/sketch.ts'
import { addLags, decodeLags, emptyLags, type LagSum } from '../../../domain/statistics/lag-sums.ts'
import { dividePhases, PHASES } from '../../../domain/statistics/phase-sums.ts'
import { addSizes, decodeSizes, emptySizes, type SizeSum } from '../../../domain/statistics/size-sums.ts'
import type { RollupColumns } from '../core/tables.ts'

/** Sum and sketch of one phase. */
export type PhaseFigures = { sum: number; readonly sketch: Sketch }

/** A rollup with its sketches decoded. `phases`: in the order of `PHASES`. Phases, sizes and lags are null if they are not summed up. */
export type Rollup = Omit<RollupColumns, 'sketch' | 'phases' | 'sizes' | 'lags'> & {
  sketch: Sketch
  phases: PhaseFigures[] | null
  sizes: SizeSum | null
  lags: LagSum | null
}

export const rollupOf = (row: RollupColumns): Rollup => ({
  ...row,
  sketch: decodeSketch(row.sketch),
  phases: row.phases && dividePhases(row.phases).map(({ sum, sketch }) => ({ sum, sketch: decodeSketch(sketch) })),
  sizes: row.sizes ? decodeSizes(row.sizes) : row.answered === 0 ? emptySizes() : null,
  lags: row.lags && decodeLags(row.lags),
})

/** A rollup without results. */
export const emptyRollup = (target_key: number, location_key: number, start: number): Rollup => ({
  target_key,
  location_key,
  start,
  pass: 0,
  slow: 0,
  warning: 0,
  fail: 0,
  skipped: 0,
  unavailable: 0,
  answered: 0,
  sum_ms: 0,
  min_ms: null,
  max_ms: null,
  sketch: emptySketch(),
  phases: PHASES.map(() => ({ sum: 0, sketch: emptySketch() })),
  sizes: emptySizes(),
  lags: emptyLags(),
})

/** Adds `more` to `sum`. */
export const addRollup = (sum: Rollup, more: Rollup): void => {
  sum.pass += more.pass
  sum.slow += more.slow
  sum.warning += more.warning
  sum.fail += more.fail
  sum.skipped += more.skipped
  sum.unavailable += more.unavailable
  sum.answered += more.answered
  sum.sum_ms += more.sum_ms
  sum.min_ms = least(sum.min_ms, more.min_ms)
  sum.max_ms = greatest(sum.max_ms, more.max_ms)
  mergeInto(sum.sketch, more.sketch)
  if (more.phases)
    for (const [index, phase] of (sum.phases ?? []).entries()) {
      const other = more.phases[index]
      if (!other) continue
      phase.sum += other.sum
      mergeInto(phase.sketch, other.sketch)
    }
  else if (more.answered > 0) sum.phases = null
  if (!more.sizes) sum.sizes = null
  else if (sum.sizes) addSizes(sum.sizes, more.sizes)
  if (!more.lags) sum.lags = null
  else if (sum.lags) addLags(sum.lags, more.lags)
}
const least = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))
const greatest = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))

/** Adds up the rows of each target, location and start that `as` names. */
export const mergeRollups = (
  rows: Iterable<Rollup>,
  as: (row: Rollup) => { readonly location: number; readonly start: number },
): Rollup[] => {
  const sums = new Map<string, Rollup>()
  for (const row of rows) {
    const { location, start } = as(row)
    const name = `${row.target_key}:${location}:${start}`
    const sum = sums.get(name) ?? emptyRollup(row.target_key, location, start)
    sums.set(name, sum)
    addRollup(sum, row)
  }
  return [...sums.values()]
}
