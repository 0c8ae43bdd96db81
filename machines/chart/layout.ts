import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate'
import { arrowsBetween, type Pair, type Point } from './arrows.ts'
import { initialOf, isWithin, nodesOf, type Transition, transitionsOf } from './transitions.ts'

type Kind = 'start' | 'state' | 'group' | 'final'

/** A state in a drawing: its box in pixels from the chart's upper left corner, and whether it is active. */
export type LaidNode = {
  readonly id: string
  readonly label: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly kind: Kind
  readonly active: boolean
}
/** An arrow between two states: its points, its labels, and the keys of its transitions. An arrow from the start has none. */
export type LaidEdge = {
  readonly from: string
  readonly to: string
  readonly label: string
  readonly keys: readonly string[]
  readonly points: readonly Point[]
}
export type Layout = {
  readonly width: number
  readonly height: number
  readonly nodes: readonly LaidNode[]
  readonly edges: readonly LaidEdge[]
}

const CHARACTER_PX = 8
const STATE_HEIGHT_PX = 36
const START_PX = 14
const TITLE_PX = 28
const PADDING_PX = 20
const ROW_GAP_PX = 28
/** Room for arrow labels between two columns. */
const COLUMN_GAP_PX = 132

const startOf = (parent: AnyStateNode): string => `${parent.id} start`
const childrenOf = (node: AnyStateNode): readonly AnyStateNode[] => Object.values(node.states)
/** The child of a state that contains another state. */
const childAround = (parent: AnyStateNode, node: AnyStateNode): AnyStateNode | undefined =>
  childrenOf(parent).find((child) => isWithin(node, child))

/** The columns of a state's children, by their number of steps from the initial state; unreachable states come last. */
const columnsOf = (parent: AnyStateNode, transitions: readonly Transition[]): readonly (readonly AnyStateNode[])[] => {
  const first = initialOf(parent)
  const columns: AnyStateNode[][] = [parent.type === 'parallel' || !first ? [...childrenOf(parent)] : [first]]
  const placed = new Set(columns[0])
  for (let column = columns[0] ?? []; column.length > 0; ) {
    const next = transitions.flatMap(({ from, to }) => {
      const source = childAround(parent, from)
      const target = to && childAround(parent, to)
      return source && target && column.includes(source) && !placed.has(target) ? [target] : []
    })
    column = [...new Set(next)]
    for (const node of column) placed.add(node)
    if (column.length > 0) columns.push(column)
  }
  const rest = childrenOf(parent).filter((child) => !placed.has(child))
  return rest.length > 0 ? [...columns, rest] : columns
}

type Block = { readonly width: number; readonly height: number; readonly nodes: readonly LaidNode[] }

const moved = ({ nodes }: Block, dx: number, dy: number): readonly LaidNode[] =>
  nodes.map((node) => ({ ...node, x: node.x + dx, y: node.y + dy }))

/** Lays out columns from left to right, each vertically centered. */
const insideOf = (
  parent: AnyStateNode,
  transitions: readonly Transition[],
  active: ReadonlySet<string>,
  top: number,
): Block => {
  const columns = columnsOf(parent, transitions).map((column) =>
    column.map((child) => blockOf(child, transitions, active)),
  )
  const heightOf = (column: readonly Block[]) =>
    column.reduce((sum, { height }) => sum + height, ROW_GAP_PX * (column.length - 1))
  const height = Math.max(...columns.map(heightOf))
  const start: LaidNode = {
    id: startOf(parent),
    label: '',
    x: PADDING_PX,
    y: top + PADDING_PX + (height - START_PX) / 2,
    width: START_PX,
    height: START_PX,
    kind: 'start',
    active: false,
  }
  const nodes: LaidNode[] = parent.type === 'parallel' ? [] : [start]
  let x = PADDING_PX + (parent.type === 'parallel' ? 0 : START_PX + ROW_GAP_PX)
  for (const column of columns) {
    let y = top + PADDING_PX + (height - heightOf(column)) / 2
    for (const block of column) {
      nodes.push(...moved(block, x, y))
      y += block.height + ROW_GAP_PX
    }
    x += Math.max(...column.map(({ width }) => width)) + COLUMN_GAP_PX
  }
  return { width: x - COLUMN_GAP_PX + PADDING_PX, height: top + height + 2 * PADDING_PX, nodes }
}

const blockOf = (node: AnyStateNode, transitions: readonly Transition[], active: ReadonlySet<string>): Block => {
  const isGroup = childrenOf(node).length > 0
  const inside = isGroup ? insideOf(node, transitions, active, TITLE_PX) : null
  const width = Math.max(inside?.width ?? 0, node.key.length * CHARACTER_PX + 2 * PADDING_PX)
  const height = inside?.height ?? STATE_HEIGHT_PX
  const kind: Kind = isGroup ? 'group' : node.type === 'final' ? 'final' : 'state'
  const own: LaidNode = { id: node.id, label: node.key, x: 0, y: 0, width, height, kind, active: active.has(node.id) }
  return { width, height, nodes: [own, ...(inside?.nodes ?? [])] }
}

const labelOf = ({ event, guard }: Transition): string => (guard === null ? event : `${event} [${guard}]`)

/** The pairs of connected states with their labels: one arrow for each pair. */
const pairsOf = (machine: AnyStateMachine, transitions: readonly Transition[]): readonly Pair[] => {
  const pairs = new Map<string, Pair>()
  const add = (from: string, to: string, labels: readonly string[], keys: readonly string[]) => {
    const known = pairs.get(`${from} ${to}`)
    const all = new Set([...(known?.labels ?? []), ...labels])
    pairs.set(`${from} ${to}`, { from, to, labels: [...all], keys: [...(known?.keys ?? []), ...keys] })
  }
  for (const node of nodesOf(machine.root)) {
    const initial = node.type === 'parallel' ? null : initialOf(node)
    if (initial) add(startOf(node), initial.id, [], [])
  }
  for (const one of transitions) {
    const { from, to } = one
    if (!to) continue
    // The chart itself is not drawn, so a transition to it leads to its initial state.
    const target = to === machine.root ? (initialOf(to) ?? to) : to
    // A transition of a parent state can happen in any of its children; it is drawn from the initial one.
    const source = target !== from && isWithin(target, from) ? startOf(from) : from.id
    add(source, target.id, [labelOf(one)], [one.key])
  }
  return [...pairs.values()]
}

/** Lays out a chart as boxes and arrows from left to right. With a snapshot, its states are marked active. */
export const layoutOf = (machine: AnyStateMachine, snapshot?: AnyMachineSnapshot): Layout => {
  const transitions = transitionsOf(machine)
  const active = new Set(snapshot?._nodes.map(({ id }) => id))
  const { width, height, nodes } = insideOf(machine.root, transitions, active, 0)
  const edges = arrowsBetween(nodes, pairsOf(machine, transitions), height)
  const points = edges.flatMap((edge) => edge.points)
  const reach = (from: number, ends: readonly number[]) => Math.max(from, ...ends.map((end) => end + PADDING_PX))
  const ends = { x: points.map(({ x }) => x), y: points.map(({ y }) => y) }
  return { width: reach(width, ends.x), height: reach(height, ends.y), nodes, edges }
}
