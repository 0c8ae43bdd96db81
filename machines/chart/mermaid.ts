import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { initialOf, isWithin, type Transition, transitionsOf } from './transitions.ts'

const idOf = (node: AnyStateNode): string => node.id.replace(/\W/g, '_')
const anyOf = (node: AnyStateNode): string => `${idOf(node)}_any`
const childrenOf = (node: AnyStateNode): readonly AnyStateNode[] => Object.values(node.states)

/** Whether a transition leads from a state into itself. */
const isInward = ({ from, to }: Transition): boolean => to !== null && to !== from && isWithin(to, from)

const statesOf = (parent: AnyStateNode, transitions: readonly Transition[], indent: string): readonly string[] => {
  const initial = initialOf(parent)
  const hasAny = transitions.some((one) => one.from === parent && isInward(one))
  return [
    ...(initial ? [`${indent}[*] --> ${idOf(initial)}`] : []),
    ...(hasAny ? [`${indent}state "any state" as ${anyOf(parent)}`] : []),
    ...childrenOf(parent).flatMap((node, index) => [
      ...(parent.type === 'parallel' && index > 0 ? [`${indent}--`] : []),
      ...(childrenOf(node).length > 0
        ? [
            `${indent}state "${node.key}" as ${idOf(node)} {`,
            ...statesOf(node, transitions, `${indent}  `),
            `${indent}}`,
          ]
        : [`${indent}state "${node.key}" as ${idOf(node)}`]),
      ...(node.type === 'final' ? [`${indent}${idOf(node)} --> [*]`] : []),
    ]),
  ]
}

/** Draws a chart as a Mermaid `stateDiagram-v2`. Transitions that change no state are left to the tables. */
export const mermaidOf = (machine: AnyStateMachine): string => {
  const transitions = transitionsOf(machine)
  const arrows = transitions.flatMap((one) => {
    const { from, to, event, guard } = one
    if (!to) return []
    const source = isInward(one) ? anyOf(from) : idOf(from)
    // The chart itself is not drawn, so a transition to it leads to its initial state.
    const target = idOf(to === machine.root ? (initialOf(to) ?? to) : to)
    return [`  ${source} --> ${target}: ${event}${guard === null ? '' : ` [${guard}]`}`]
  })
  return `${['stateDiagram-v2', ...statesOf(machine.root, transitions, '  '), ...arrows].join('\n')}\n`
}
