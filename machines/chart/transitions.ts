import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** A transition of a chart in words. `to` is null where the state stays as it is. */
export type Transition = {
  /** Tells it from all others of its chart. */
  readonly key: string
  readonly from: AnyStateNode
  readonly to: AnyStateNode | null
  readonly event: string
  readonly guard: string | null
  readonly actions: readonly string[]
}

/** All states of a chart, the outermost first. */
export const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
]

/** An event as a person would say it: XState's own names for effects and delays are long. */
export const wordsOf = (eventType: string): string =>
  eventType
    .replace(/^$/, 'at once')
    .replace(/^xstate\.after\.([^.]+)\..*/, 'after $1')
    .replace(/^xstate\.done\.actor\.(.+)/, '$1 done')
    .replace(/^xstate\.error\.actor\.(.+)/, '$1 failed')
    .replace(/^xstate\.snapshot\.(.+)/, '$1 changed')

/** The name by which a chart calls an action or a guard. */
export const nameOf = (part: unknown): string => {
  if (typeof part === 'string') return part
  if (typeof part === 'object' && part !== null && 'type' in part) return String(part.type)
  return typeof part === 'function' ? part.name : ''
}

const definitionsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/** The key of a transition of a chart, as XState reports it when it is taken. */
export const keyOf = (definition: AnyTransitionDefinition): string => {
  const all = definitionsOf(definition.source).filter(({ eventType }) => eventType === definition.eventType)
  return `${definition.source.id} ${wordsOf(definition.eventType)} ${all.indexOf(definition)}`
}

/** The transitions of a chart, in the order in which they are written. */
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

/** The state in which a chart, or a state with others within, begins. */
export const initialOf = (node: AnyStateNode): AnyStateNode | null => node.initial?.target[0] ?? null

/** Whether a state is another's, or lies anywhere within it. */
export const isWithin = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isWithin(node.parent, outer))
