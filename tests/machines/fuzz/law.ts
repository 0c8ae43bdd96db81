import type { AnyMachineSnapshot } from 'xstate'
import type { Moment } from './walk.ts'

/** Whether a moment of a walk is as it must be. */
export type Law = (moment: Moment) => boolean

/** Laws by their sentence. Each is made anew for a walk, so that it can remember. */
export type Laws = Readonly<Record<string, () => Law>>

type Context = AnyMachineSnapshot['context']

/** The invariants of a chart beyond those of all charts. */
export type Row = {
  /** The error that the chart shows; null if there is none. */
  readonly error?: (context: Context) => unknown
  /** States in which something has failed: they have an error. */
  readonly failed?: readonly string[]
  /** States without a failure: none is shown in them. */
  readonly sound?: readonly string[]
  /** States that nothing leads out of, although they are not final, and why. */
  readonly ends?: Readonly<Record<string, string>>
  readonly laws: Laws
  /** Actions of the chart that laws ask about; see `Moment`. */
  readonly acts?: readonly string[]
  /** Most values that the context holds, however long the walk. */
  readonly most?: number
  /** Moves that nobody but the chart itself makes in those that it runs, by how their labels begin. */
  readonly without?: readonly string[]
  /** Moves before each walk, that lead to where the chart's life begins. */
  readonly prologue?: readonly string[]
}

/** Whether a chart is in a state with this name, at any depth. */
export const isIn = (snapshot: AnyMachineSnapshot, ...names: readonly string[]): boolean =>
  snapshot._nodes.some(({ key, parent }) => parent !== undefined && names.includes(key))

/** A law about the chart after each move. */
export const always =
  (holds: (snapshot: AnyMachineSnapshot, context: Context, moment: Moment) => boolean): (() => Law) =>
  () =>
  (moment) =>
    holds(moment.after, moment.after.context, moment)

/** Whether one fact always comes with another. */
export const implies = (one: boolean, other: boolean): boolean => !one || other
