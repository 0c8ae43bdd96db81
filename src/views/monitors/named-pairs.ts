import type { Pair as NamedPair } from '../parts/PairGrid.tsx'
import type { Pair } from './body-mode.ts'

/** Pairs of a request as the grid edits them. */
export const toNamed = (pairs: readonly Pair[]): NamedPair[] => pairs.map(({ key, value }) => ({ name: key, value }))

/** Pairs of the grid as a request has them. */
export const toPairs = (pairs: readonly NamedPair[]): Pair[] => pairs.map(({ name, value }) => ({ key: name, value }))
