import { countBelow, quantile, rankOf, type Sketch, sketchTally } from '../core/sketch.ts'

/** The values of one measure within a window. */
export type Distribution = {
  readonly count: number
  readonly sum: number
  /** Returns quantiles (0 to 1): the value at rank ⌊q · (n − 1)⌋, or within 1 % of it; null without values. */
  quantiles(shares: readonly number[]): (number | null)[]
  /** Returns the number of values below a limit, or at most it if `inclusive`: exact, or as if each value were within 1 % of itself. */
  countBelow(limit: number, inclusive: boolean): number
  /** Adds all values to a tally of several distributions. */
  tallyInto(tally: SketchTally): void
  readonly parts: Parts
  readonly isExact: boolean
}

/** One for all distributions, since each is 28 kB: taking its sketch empties it. */
const shared = sketchTally()

type SketchTally = ReturnType<typeof sketchTally>

/** Encoded sketches and single values, of which a distribution is made. */
export type Parts = { readonly sketches: Uint8Array[]; readonly values: Values[]; count: number; sum: number }
/** Milliseconds as they are stored, or bytes. */
type Values = Float32Array | Int32Array

export const emptyParts = (): Parts => ({ sketches: [], values: [], count: 0, sum: 0 })

/**
 * The distribution of these parts. Unless it is exact, single values go through a sketch too, so that the same window gives the same
 * figures, whichever part of it is summed up already.
 */
export const distributionOf = (parts: Parts, isExact: boolean): Distribution => {
  const { sketches, values, count } = parts
  const tallyInto = (tally: SketchTally) => {
    for (const bytes of sketches) tally.add(bytes)
    for (const part of values) for (const value of part) tally.addValue(value)
  }
  const sketched = (): Sketch => {
    try {
      tallyInto(shared)
    } catch (error) {
      shared.sketch()
      throw error
    }
    return shared.sketch()
  }
  return {
    count: parts.count,
    sum: parts.sum,
    parts,
    isExact,
    tallyInto,
    countBelow: (limit, inclusive) => {
      if (!isExact) return countBelow(sketched(), limit, inclusive)
      // Values are stored as floats of 32 bits: 0.1 of them is at most 0.1.
      const stored = Math.fround(limit)
      let below = 0
      for (const part of values) for (const value of part) if (inclusive ? value <= stored : value < stored) below++
      return below
    },
    quantiles: (shares) => {
      if (count === 0) return shares.map(() => null)
      if (isExact) return exactOf(values, shares)
      const sketch = sketched()
      return shares.map((share) => quantile(sketch, share))
    },
  }
}

/** The distribution of the values of several ones. */
export const together = (some: readonly Distribution[]): Distribution => {
  const all = emptyParts()
  for (const { parts } of some) {
    for (const sketch of parts.sketches) all.sketches.push(sketch)
    for (const values of parts.values) all.values.push(values)
    all.count += parts.count
    all.sum += parts.sum
  }
  return distributionOf(
    all,
    some.every(({ isExact }) => isExact),
  )
}

const exactOf = (values: readonly Values[], shares: readonly number[]): (number | null)[] => {
  const all = new Float64Array(values.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of values) {
    all.set(part, at)
    at += part.length
  }
  all.sort()
  return shares.map((share) => shortestOf(all[rankOf(share, all.length)] ?? Number.NaN))
}

/** The shortest decimal of a stored number of 32 bits: 0.1, not 0.10000000149011612. */
const shortestOf = (value: number): number => {
  if (Number.isInteger(value)) return value
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return Number(value.toPrecision(9))
}
