import { describe, expect, test } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { layoutOf } from '../../machines/chart/layout.ts'
import { mermaidOf } from '../../machines/chart/mermaid.ts'
import { nodesOf, transitionsOf } from '../../machines/chart/transitions.ts'
import { examples } from '../../machines/examples/examples.ts'
import { diagrams, written } from './diagrams.ts'

const charts = Object.values(examples).flatMap((tried) => tried.slice(0, 1).map(({ machine }) => machine))

test('the pages of the charts are up to date (`npm run diagrams` writes them)', async () => {
  const wanted = await diagrams()
  expect([...written().keys()].sort()).toEqual([...wanted.keys()].sort())
  for (const [name, text] of written()) expect(text, name).toBe(wanted.get(name))
})

test('every chart has its own sentence', async () => {
  const [, ...pages] = await diagrams()
  for (const [name, text] of pages) expect(text.split('\n')[2], name).toMatch(/^[A-Z].{20,}\.$/s)
})

describe.each(charts.map((machine) => [machine.id, machine] as const))('The drawing of %s', (_, machine) => {
  const layout = layoutOf(machine)

  test('shows every state within its parent and beside its siblings', () => {
    const states = nodesOf(machine.root).slice(1)
    const nodeOf = (id: string) => {
      const node = layout.nodes.find((one) => one.id === id)
      if (!node) throw new Error(`${id} is not drawn.`)
      return node
    }
    for (const { id, parent } of states) {
      const { x, y, width, height } = nodeOf(id)
      const outer = parent && parent !== machine.root ? nodeOf(parent.id) : { x: 0, y: 0, ...layout }
      expect(x >= outer.x && y >= outer.y, id).toBe(true)
      expect(x + width <= outer.x + outer.width && y + height <= outer.y + outer.height, id).toBe(true)
      for (const other of states.filter((one) => one.parent === parent && one.id !== id).map((one) => nodeOf(one.id))) {
        const isBeside = other.x >= x + width || other.x + other.width <= x
        expect(isBeside || other.y >= y + height || other.y + other.height <= y, `${id} and ${other.id}`).toBe(true)
      }
    }
  })

  test('shows every transition between states with its label, by a line within the drawing', () => {
    const labels = layout.edges.map(({ label }) => label).join()
    for (const { to, event } of transitionsOf(machine)) if (to) expect(labels).toContain(event)
    for (const { x, y } of layout.edges.flatMap(({ points }) => points))
      expect(x >= 0 && y >= 0 && x <= layout.width && y <= layout.height).toBe(true)
  })
})

test('the drawing shows the active states of an actor', () => {
  const machine = createMachine({ id: 'door', initial: 'shut', states: { shut: { on: { PUSH: 'open' } }, open: {} } })
  const actor = createActor(machine).start()
  actor.send({ type: 'PUSH' })
  const active = layoutOf(machine, actor.getSnapshot()).nodes.filter((node) => node.active)
  expect(active.map(({ id }) => id)).toEqual(['door.open'])
})

test('a diagram has nested and parallel states, final states and guards', () => {
  const machine = createMachine({
    id: 'all',
    type: 'parallel',
    states: {
      left: { initial: 'a', states: { a: { on: { GO: { guard: 'isFree', target: 'b' } } }, b: { type: 'final' } } },
      right: { on: { STOP: '.c' }, initial: 'c', states: { c: {} } },
    },
  })
  expect(mermaidOf(machine)).toBe(`stateDiagram-v2
  state "left" as all_left {
    [*] --> all_left_a
    state "a" as all_left_a
    state "b" as all_left_b
    all_left_b --> [*]
  }
  --
  state "right" as all_right {
    [*] --> all_right_c
    state "any state" as all_right_any
    state "c" as all_right_c
  }
  all_left_a --> all_left_b: GO [isFree]
  all_right_any --> all_right_c: STOP
`)
})
