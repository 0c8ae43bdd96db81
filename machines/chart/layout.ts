import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate'
import { initialOf, isWithin, type Transition, transitionsOf } from './transitions.ts'

type Point = { readonly x: number; readonly y: number }
type Kind = 'start' | 'state' | 'group' | 'final'

/** A state as it is drawn: its box in pixels from the chart's upper left corner, and whether the chart is in it. */
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
/** An arrow between two states: a line through its points, and what it is taken for. */
export type LaidEdge = {
  readonly from: string
  readonly to: string
  readonly label: string
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
/** Room for the labels of arrows between two columns. */
const COLUMN_GAP_PX = 132

const childrenOf = (node: AnyStateNode): readonly AnyStateNode[] => Object.values(node.states)
/** The child of a state in which another lies. */
const childAround = (parent: AnyStateNode, node: AnyStateNode): AnyStateNode | undefined =>
  childrenOf(parent).find((child) => isWithin(node, child))

/** The column of each child: how many steps it is from where the parent begins; what is out of reach comes last. */
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

/** Columns from left to right, each in the middle of the height. */
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
    id: `${parent.id} start`,
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

/** To the right from side to side, all else in a bow: from the lower edge to the lower edge of the other. */
const lineOf = (from: LaidNode, to: LaidNode, bow: number): readonly Point[] => {
  const middle = (node: LaidNode) => node.y + node.height / 2
  if (to.x >= from.x + from.width) {
    const [a, b] = [from.x + from.width, to.x]
    const half = (a + b) / 2
    return [
      { x: a, y: middle(from) },
      { x: half, y: middle(from) },
      { x: half, y: middle(to) },
      { x: b, y: middle(to) },
    ]
  }
  const [a, b] = [from.x + from.width * 0.6, to.x + to.width * 0.4]
  const low = Math.max(from.y + from.height, to.y + to.height) + bow
  return [
    { x: a, y: from.y + from.height },
    { x: a, y: low },
    { x: b, y: low },
    { x: b, y: to.y + to.height },
  ]
}

const labelOf = ({ event, guard }: Transition): string => (guard === null ? event : `${event} [${guard}]`)

/** The arrows, one for each pair of states, with the labels of all that lead that way. */
const edgesOf = (machine: AnyStateMachine, transitions: readonly Transition[], nodes: readonly LaidNode[]) => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const pairs = new Map<string, { from: string; to: string; labels: string[] }>()
  const add = (from: string, to: string, label: string) => {
    const pair = pairs.get(`${from} ${to}`) ?? { from, to, labels: [] }
    if (label !== '' && !pair.labels.includes(label)) pair.labels.push(label)
    pairs.set(`${from} ${to}`, pair)
  }
  for (const node of nodes.filter(({ kind }) => kind === 'start')) {
    const parent = machine.root.id === node.id.replace(/ start$/, '') ? machine.root : null
    const initial = initialOf(parent ?? machine.getStateNodeById(node.id.replace(/ start$/, '')))
    if (initial) add(node.id, initial.id, '')
  }
  for (const one of transitions) {
    if (!one.to) continue
    const to = one.to === machine.root ? (initialOf(machine.root) ?? one.to) : one.to
    // What the whole chart answers may happen in any of its states: it leads from the edge of the drawing.
    add(one.from === machine.root ? `${machine.root.id} start` : one.from.id, to.id, labelOf(one))
  }
  let bow = 0
  return [...pairs.values()].flatMap(({ from, to, labels }): LaidEdge[] => {
    const [source, target] = [byId.get(from), byId.get(to)]
    if (!source || !target) return []
    bow = (bow % 40) + 8
    return [{ from, to, label: labels.join(', '), points: lineOf(source, target, bow) }]
  })
}

/** A chart as boxes and arrows to be drawn, from left to right; with a snapshot, the states that it is in are active. */
export const layoutOf = (machine: AnyStateMachine, snapshot?: AnyMachineSnapshot): Layout => {
  const transitions = transitionsOf(machine)
  const active = new Set(snapshot?._nodes.map(({ id }) => id))
  const { width, height, nodes } = insideOf(machine.root, transitions, active, 0)
  const edges = edgesOf(machine, transitions, nodes)
  const lowest = Math.max(height, ...edges.flatMap(({ points }) => points.map(({ y }) => y + PADDING_PX)))
  return { width, height: lowest, nodes, edges }
}
