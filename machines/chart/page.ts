import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { mermaidOf } from './mermaid.ts'
import { nameOf, nodesOf, type Transition, transitionsOf } from './transitions.ts'

const pathOf = (node: AnyStateNode): string => (node.path.length === 0 ? 'any state' : node.path.join('.'))
const cell = (text: string): string => text.replaceAll('|', '\\|')
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
const listOf = (words: Iterable<string>): string => [...words].join(', ') || '–'

const table = (head: readonly string[], rows: readonly string[]): readonly string[] => [
  row(...head),
  row(...head.map(() => '---')),
  ...rows,
]

const effectsOf = (node: AnyStateNode): readonly string[] => node.invoke.map(({ id }) => id)
/** Names of actions, without those that XState adds for its delays. */
const actionsOf = (actions: readonly unknown[]): readonly string[] =>
  actions.filter((action) => typeof action !== 'function').map(nameOf)

const stateRow = (node: AnyStateNode): string =>
  row(
    pathOf(node),
    listOf(node.tags),
    listOf(effectsOf(node)),
    listOf(actionsOf(node.entry)),
    listOf(actionsOf(node.exit)),
  )

const transitionRow = ({ from, to, event, guard, actions }: Transition): string =>
  row(
    pathOf(from),
    event,
    guard ?? '–',
    to === null ? 'stays' : to.parent ? pathOf(to) : 'its beginning',
    listOf(actions),
  )

/** Writes the page of a chart: a sentence, a diagram, its states and its transitions. */
export const pageOf = (name: string, sentence: string, machine: AnyStateMachine): string =>
  [
    `# ${name}`,
    '',
    sentence,
    '',
    '```mermaid',
    mermaidOf(machine).trimEnd(),
    '```',
    '',
    '## States',
    '',
    ...table(['state', 'tags', 'runs', 'on entry', 'on exit'], nodesOf(machine.root).map(stateRow)),
    '',
    '## Transitions',
    '',
    ...table(['from', 'when', 'if', 'to', 'does'], transitionsOf(machine).map(transitionRow)),
    '',
    'Generated from the code; see [all charts](README.md).',
    '',
  ].join('\n')
