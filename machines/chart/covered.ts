import type { AnyStateMachine } from 'xstate'
import { nodesOf, type Transition, transitionsOf } from './transitions.ts'

/** Transitions that were taken, by their key, with their number of times, and the ids of the states that were entered. */
export type Counted = { readonly transitions: ReadonlyMap<string, number>; readonly states: ReadonlySet<string> }

export type Share = { readonly taken: number; readonly all: number }

/** The part of a chart that was taken. */
export type ChartCoverage = {
  readonly chart: string
  readonly states: Share
  readonly transitions: Share
  /** States that were never entered, by their path within the chart. */
  readonly unentered: readonly string[]
  readonly untaken: readonly Transition[]
}

/** Compares what was taken with all states and transitions of a chart. */
export const coveredBy = (machine: AnyStateMachine, { transitions, states }: Counted): ChartCoverage => {
  const allStates = nodesOf(machine.root).filter((node) => node !== machine.root)
  const all = transitionsOf(machine)
  const unentered = allStates.filter(({ id }) => !states.has(id))
  const untaken = all.filter(({ key }) => !transitions.has(key))
  return {
    chart: machine.id,
    states: { taken: allStates.length - unentered.length, all: allStates.length },
    transitions: { taken: all.length - untaken.length, all: all.length },
    unentered: unentered.map(({ path }) => path.join('.')),
    untaken,
  }
}

/** Sums up shares of several charts. */
export const sumOfShares = (shares: readonly Share[]): Share => ({
  taken: shares.reduce((sum, { taken }) => sum + taken, 0),
  all: shares.reduce((sum, { all }) => sum + all, 0),
})

/** A transition in words: `open → shut by PUSH, if isFree`. */
export const transitionWords = ({ from, to, event, guard }: Transition): string => {
  const name = ({ path }: { path: readonly string[] }) => path.join('.') || 'any state'
  return `${name(from)} → ${to === null ? 'stays' : name(to)} by ${event}${guard === null ? '' : `, if ${guard}`}`
}
