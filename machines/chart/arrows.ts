import type { LaidEdge, LaidNode } from './layout.ts'

export type Point = { readonly x: number; readonly y: number }
/** Two states connected by an arrow, its labels, and the keys of its transitions. */
export type Pair = {
  readonly from: string
  readonly to: string
  readonly labels: readonly string[]
  readonly keys: readonly string[]
}

/** Distance between a state and a line that goes around others. */
const ASIDE_PX = 14
/** Distance between two lines below all states, with room for their labels. */
const LANE_PX = 18

const middle = ({ y, height }: LaidNode): number => y + height / 2
const right = ({ x, width }: LaidNode): number => x + width
const bottom = ({ y, height }: LaidNode): number => y + height
const contains = (outer: LaidNode, inner: LaidNode): boolean =>
  outer.x <= inner.x && outer.y <= inner.y && right(outer) >= right(inner) && bottom(outer) >= bottom(inner)

/** Whether a state lies between two others, rather than around one of them. */
const isInTheWay = (one: LaidNode, from: LaidNode, to: LaidNode): boolean =>
  !contains(one, from) &&
  !contains(one, to) &&
  !contains(from, one) &&
  !contains(to, one) &&
  one.x < to.x &&
  right(one) > right(from) &&
  one.y < Math.max(middle(from), middle(to)) &&
  bottom(one) > Math.min(middle(from), middle(to))

const acrossTo = (from: LaidNode, to: LaidNode): readonly Point[] => {
  const half = (right(from) + to.x) / 2
  return [
    { x: right(from), y: middle(from) },
    { x: half, y: middle(from) },
    { x: half, y: middle(to) },
    { x: to.x, y: middle(to) },
  ]
}

/** An arrow to a state above or below, to the right of both. */
const besideTo = (from: LaidNode, to: LaidNode, aside: number): readonly Point[] => {
  const x = Math.max(right(from), right(to)) + aside
  const [start, end] = [middle(from) + aside / 4, middle(to) - aside / 4]
  return [
    { x: right(from), y: start },
    { x, y: start },
    { x, y: (start + end) / 2 },
    { x, y: end },
    { x: right(to), y: end },
  ]
}

/** An arrow down between the columns, along below all states, and up again, so that it crosses no state. */
const belowTo = (from: LaidNode, to: LaidNode, y: number, aside: number): readonly Point[] => [
  { x: right(from), y: middle(from) + aside / 3 },
  { x: right(from) + aside, y: middle(from) + aside / 3 },
  { x: right(from) + aside, y },
  { x: to.x - aside, y },
  { x: to.x - aside, y: middle(to) + aside / 3 },
  { x: to.x, y: middle(to) + aside / 3 },
]

const loopOf = (node: LaidNode): readonly Point[] => [
  { x: node.x + node.width * 0.4, y: bottom(node) },
  { x: node.x + node.width * 0.4, y: bottom(node) + ASIDE_PX },
  { x: node.x + node.width * 0.6, y: bottom(node) + ASIDE_PX },
  { x: node.x + node.width * 0.6, y: bottom(node) },
]

const isBeside = (from: LaidNode, to: LaidNode, nodes: readonly LaidNode[]): boolean =>
  from.x < right(to) &&
  to.x < right(from) &&
  !nodes.some((one) => one !== from && one !== to && contains(one, from) !== contains(one, to)) &&
  !nodes.some(
    (one) =>
      one !== from &&
      one !== to &&
      one.x < right(to) &&
      right(one) > to.x &&
      one.y > Math.min(from.y, to.y) &&
      bottom(one) < Math.max(bottom(from), bottom(to)) &&
      !contains(one, from) &&
      !contains(from, one),
  )

/**
 * The arrows of a drawing whose states reach down to `height`: straight across to the next column, to the right within a column, and
 * otherwise in a lane of their own below.
 */
export const arrowsBetween = (
  nodes: readonly LaidNode[],
  pairs: readonly Pair[],
  height: number,
): readonly LaidEdge[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  let lane = 0
  return pairs.flatMap(({ from, to, labels, keys }, index): LaidEdge[] => {
    const [source, target] = [byId.get(from), byId.get(to)]
    if (!source || !target) return []
    const aside = ASIDE_PX + (index % 4) * 8
    const draw = (): readonly Point[] => {
      if (source === target) return loopOf(source)
      const isFree = target.x >= right(source) && !nodes.some((one) => isInTheWay(one, source, target))
      if (isFree) return acrossTo(source, target)
      if (isBeside(source, target, nodes)) return besideTo(source, target, aside)
      lane += 1
      return belowTo(source, target, height + lane * LANE_PX, aside)
    }
    return [{ from, to, label: labels.join(', '), keys, points: draw() }]
  })
}
