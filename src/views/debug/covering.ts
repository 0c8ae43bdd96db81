import type { AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition } from 'xstate'
import { keyOf } from '../../../machines/chart/transitions.ts'
import type { RecordedCoverage } from './recorded.ts'

type Chart = {
  readonly machine: AnyStateMachine
  readonly transitions: Map<string, number>
  readonly states: Set<string>
  actors: number
}

/** Counts the transitions and states of all charts. A chart has one count, whichever of its actors took them and whether or not they have ended. */
export type Covering = {
  readonly start: (machine: AnyStateMachine) => void
  readonly enter: (snapshot: AnyMachineSnapshot) => void
  readonly take: (machine: AnyStateMachine, transitions: readonly AnyTransitionDefinition[]) => void
  readonly reset: () => void
  readonly covered: () => RecordedCoverage
}

export const openCovering = (now: () => number): Covering => {
  const charts = new Map<string, Chart>()
  // Finding the key of a transition takes far longer than taking it.
  const keys = new WeakMap<AnyTransitionDefinition, string>()
  let since = now()

  const chartOf = (machine: AnyStateMachine): Chart => {
    const known = charts.get(machine.id)
    if (known) return known
    const chart = { machine, transitions: new Map<string, number>(), states: new Set<string>(), actors: 0 }
    charts.set(machine.id, chart)
    return chart
  }
  const knownKeyOf = (definition: AnyTransitionDefinition): string => {
    const known = keys.get(definition)
    if (known !== undefined) return known
    const key = keyOf(definition)
    keys.set(definition, key)
    return key
  }
  return {
    start(machine) {
      chartOf(machine).actors += 1
    },
    enter({ machine, _nodes }) {
      const { states } = chartOf(machine)
      for (const node of _nodes) if (node.parent) states.add(node.id)
    },
    take(machine, taken) {
      const { transitions, states } = chartOf(machine)
      for (const definition of taken) {
        const key = knownKeyOf(definition)
        // A state that is left at once when its machine starts is in no snapshot.
        if (definition.source.parent) states.add(definition.source.id)
        transitions.set(key, (transitions.get(key) ?? 0) + 1)
      }
    },
    reset() {
      for (const { transitions, states } of charts.values()) {
        transitions.clear()
        states.clear()
      }
      since = now()
    },
    covered: () => ({
      since,
      charts: new Map(
        [...charts].map(([id, { machine, transitions, states, actors }]) => [
          id,
          { machine, actors, counted: { transitions: new Map(transitions), states: new Set(states) } },
        ]),
      ),
    }),
  }
}
