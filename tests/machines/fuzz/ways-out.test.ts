import { expect, test } from 'vitest'
import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate'
import { nodesOf } from '../../../machines/chart/transitions.ts'
import { examples } from '../../../machines/examples/examples.ts'
import { endsByItself } from './effects.ts'
import { rows } from './general.ts'

const charts: readonly AnyStateMachine[] = Object.values(examples).flatMap((tried) =>
  tried.slice(0, 1).map(({ machine }) => machine),
)

const outwards = (node: AnyStateNode): readonly AnyStateNode[] =>
  node.parent ? [node, ...outwards(node.parent)] : [node]

/** States whose effect may end in a way that they do not expect. */
const unexpectedEnds = (machine: AnyStateMachine): readonly string[] =>
  nodesOf(machine.root).flatMap((node) =>
    node.invoke.flatMap(({ id, src }) => {
      const named = typeof src === 'string' ? machine.implementations.actors[src] : src
      const logic = named && 'src' in named ? named.src : named
      if (!logic || typeof logic === 'string' || logic instanceof StateMachine || !endsByItself(logic)) return []
      return ['done', 'error'].flatMap((end) =>
        outwards(node).some((one) => one.transitions.has(`xstate.${end}.actor.${id}`))
          ? []
          : [`${node.id}: ${id} ${end}`],
      )
    }),
  )

/** States that nothing leads out of, although they are not final. */
const traps = (machine: AnyStateMachine): readonly string[] =>
  nodesOf(machine.root)
    .filter((node) => node.type === 'atomic' && node.parent !== undefined)
    .filter(
      (node) =>
        !outwards(node).some((one) =>
          [...[...one.transitions.values()].flat(), ...(one.always ?? [])].some(
            ({ target }) => target !== undefined && !target.includes(node),
          ),
        ),
    )
    .map(({ key }) => key)

test('every state with an effect has a way on when the effect is done, and one when it fails', () => {
  expect(charts.flatMap(unexpectedEnds)).toEqual([])
})

test('no state is a trap, except those that say why', () => {
  for (const machine of charts)
    expect([...new Set(traps(machine))].sort(), machine.id).toEqual(Object.keys(rows[machine.id]?.ends ?? {}).sort())
})
