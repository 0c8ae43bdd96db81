import type { AnyMachineSnapshot } from 'xstate'

/** Whether a state is the one that a record names, or lies around it: `ready.resting` is in `ready`. `id` has the chart's name first. */
export const isNamedBy = (id: string, chart: string, state: string): boolean =>
  state.split(' | ').some((one) => `${chart}.${one}` === id || `${chart}.${one}`.startsWith(`${id}.`))

/** The events that the states it is in answer, and that come from outside rather than from its own effects and delays. */
export const eventsOf = (snapshot: AnyMachineSnapshot): readonly string[] =>
  [...new Set(snapshot._nodes.flatMap(({ transitions }) => [...transitions.keys()]))].filter(
    (type) => type !== '' && type !== '*' && !type.startsWith('xstate.'),
  )
