import { type Distribution, together } from './distribution.ts'
import type { Measured } from './measures.ts'
import type { Counts } from './statistics.ts'

/** Figures of results, without those that are ignored in statistics. */
export type Figures = Counts & {
  readonly skipped: number
  /** Failures that are not caused by the content: server errors and failed connections. */
  readonly unavailable: number
  /** Results with a response, of which all durations are. */
  readonly answered: number
  /** Total milliseconds of all answered results, and the least and most of one. */
  readonly sumMs: number
  readonly minMs: number | null
  readonly maxMs: number | null
  /** The smallest and the largest response in bytes, if sizes are among the requested measures. */
  readonly minSize: number | null
  readonly maxSize: number | null
  /** The requested measures. */
  readonly measured: Readonly<Partial<Record<Measured, Distribution>>>
}

const extremeOf = (pick: (...ms: number[]) => number, values: readonly (number | null)[]): number | null => {
  const known = values.flatMap((value) => value ?? [])
  return known.length === 0 ? null : known.reduce((a, b) => pick(a, b))
}

/** The figures of several groups of results together, with these measures. */
export const joinFigures = (groups: readonly Figures[], measures: readonly Measured[]): Figures => {
  const sum = (pick: (figures: Figures) => number): number => groups.reduce((total, group) => total + pick(group), 0)
  const measured = Object.fromEntries(
    measures.map((measure) => [measure, together(groups.flatMap((group) => group.measured[measure] ?? []))]),
  )
  return {
    pass: sum(({ pass }) => pass),
    slow: sum(({ slow }) => slow),
    warning: sum(({ warning }) => warning),
    fail: sum(({ fail }) => fail),
    skipped: sum(({ skipped }) => skipped),
    unavailable: sum(({ unavailable }) => unavailable),
    answered: sum(({ answered }) => answered),
    sumMs: sum(({ sumMs }) => sumMs),
    minMs: extremeOf(
      Math.min,
      groups.map(({ minMs }) => minMs),
    ),
    maxMs: extremeOf(
      Math.max,
      groups.map(({ maxMs }) => maxMs),
    ),
    minSize: extremeOf(
      Math.min,
      groups.map(({ minSize }) => minSize),
    ),
    maxSize: extremeOf(
      Math.max,
      groups.map(({ maxSize }) => maxSize),
    ),
    measured,
  }
}
