import type { AnyMachineSnapshot } from 'xstate'

/** Whether a state is active: `ready` is active when `ready.resting` is. `id` starts with the chart's name. */
export const isNamedBy = (id: string, chart: string, state: string): boolean =>
  state.split(' | ').some((one) => `${chart}.${one}` === id || `${chart}.${one}`.startsWith(`${id}.`))

/** External events accepted in the current state, without those of effects and delays. */
export const eventsOf = (snapshot: AnyMachineSnapshot): readonly string[] =>
  [...new Set(snapshot._nodes.flatMap(({ transitions }) => [...transitions.keys()]))].filter(
    (type) => type !== '' && type !== '*' && !type.startsWith('xstate.'),
  )
