import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** A transition of a chart in words. `to` is null if the state does not change. */
export type Transition = {
  /** Unique within the chart. */
  readonly key: string
  readonly from: AnyStateNode
  readonly to: AnyStateNode | null
  readonly event: string
  readonly guard: string | null
  readonly actions: readonly string[]
}

/** All states of a chart, outermost first. */
export const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
]

/** Short words for an event, because XState's names for effects and delays are long. */
export const wordsOf = (eventType: string): string =>
  eventType
    .replace(/^$/, 'at once')
    .replace(/^xstate\.after\.([^.]+)\..*/, 'after $1')
    .replace(/^xstate\.done\.actor\.(.+)/, '$1 done')
    .replace(/^xstate\.error\.actor\.(.+)/, '$1 failed')
    .replace(/^xstate\.snapshot\.(.+)/, '$1 changed')

/** The name of an action or a guard. */
export const nameOf = (part: unknown): string => {
  if (typeof part === 'string') return part
  if (typeof part === 'object' && part !== null && 'type' in part) return String(part.type)
  return typeof part === 'function' ? part.name : ''
}

const definitionsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** The key of a transition, from the definition that XState reports when it is taken. */
export const keyOf = (definition: AnyTransitionDefinition): string => {
  const all = definitionsOf(definition.source).filter(({ eventType }) => eventType === definition.eventType)
  return `${definition.source.id} ${wordsOf(definition.eventType)} ${all.indexOf(definition)}`
}

/** The transitions of a chart in source order. */
export const transitionsOf = (machine: AnyStateMachine): readonly Transition[] =>
  nodesOf(machine.root).flatMap((from) =>
    definitionsOf(from).map((definition) => ({
      key: keyOf(definition),
      from,
      to: definition.target?.[0] ?? null,
      event: wordsOf(definition.eventType),
      guard: definition.guard === undefined ? null : nameOf(definition.guard),
      actions: definition.actions.map(nameOf),
    })),
  )

/** The initial state of a chart or of a state with children. */
export const initialOf = (node: AnyStateNode): AnyStateNode | null => node.initial?.target[0] ?? null

/** Whether a state is another state or lies within it. */
export const isWithin = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isWithin(node.parent, outer))
