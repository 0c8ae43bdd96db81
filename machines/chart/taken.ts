import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createMachine,
  getInitialMicrosteps,
  getMicrosteps,
} from 'xstate'
import { keyOf } from './transitions.ts'

/** The state that a step leads to, and the keys of the transitions that it takes. */
export type Taken = { readonly snapshot: AnyMachineSnapshot; readonly keys: readonly string[] }

const isNewer = (one: AnyStateNode, other: AnyStateNode): boolean => one.path.length > other.path.length

/** Whether a transition's guard holds in a moment: asked of a chart that has only this guard, since XState evaluates none alone. */
const holds = (guard: AnyTransitionDefinition['guard'], moment: AnyMachineSnapshot, event: AnyEventObject): boolean =>
  guard === undefined ||
  createMachine({ on: { '*': { guard } } }).getTransitionData({ ...moment, value: {} }, event).length > 0

/** The eventless transition that leads out of a moment, innermost first as XState takes it. XState does not tell which it took. */
const atOnce = (moment: AnyMachineSnapshot, event: AnyEventObject): readonly AnyTransitionDefinition[] => {
  const candidates = [...moment._nodes].sort((a, b) => (isNewer(a, b) ? -1 : 1)).flatMap(({ always = [] }) => always)
  return candidates.filter(({ guard }) => holds(guard, moment, event)).slice(0, 1)
}

const followed = (moments: readonly AnyMachineSnapshot[], event: AnyEventObject): readonly AnyTransitionDefinition[] =>
  moments.slice(0, -1).flatMap((moment) => atOnce(moment, event))

/** A step by an event. */
export const takenBy = (machine: AnyStateMachine, from: AnyMachineSnapshot, event: AnyEventObject): Taken => {
  const moments = getMicrosteps(machine, from, event).map(([snapshot]): AnyMachineSnapshot => snapshot)
  const enabled: readonly AnyTransitionDefinition[] = machine.getTransitionData(from, event)
  // A copy: a step that changes nothing leads to the same snapshot by other transitions.
  return { snapshot: { ...(moments.at(-1) ?? from) }, keys: [...enabled, ...followed(moments, event)].map(keyOf) }
}

/** The start of a chart. */
export const takenAtStart = (machine: AnyStateMachine, input: unknown): Taken => {
  const moments = getInitialMicrosteps(machine, input).map(([snapshot]): AnyMachineSnapshot => snapshot)
  const snapshot = moments.at(-1)
  if (!snapshot) throw new Error(`The chart ${machine.id} has no start.`)
  return { snapshot, keys: followed(moments, { type: 'xstate.init', input }).map(keyOf) }
}
