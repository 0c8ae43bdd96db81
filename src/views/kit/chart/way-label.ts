import type { LaidEdge } from '../../../../machines/chart/layout.ts'

type Point = LaidEdge['points'][number]
export type WayLabel = {
  readonly x: number
  readonly y: number
  readonly anchor: 'middle' | 'start'
  readonly text: string
}

/** Width of a letter of the labels' type, 10 px of JetBrains Mono. */
const LETTER_PX = 6
const LONGEST = 26

/** Where the words of an arrow stand, and as many of them as there is room for: beside a line that goes down, else above its longest level part. */
export const labelOf = ({ points, label }: LaidEdge): WayLabel | null => {
  const level = points
    .slice(1)
    .map((to, place) => ({ from: points[place] ?? to, to }))
    .filter(({ from, to }) => from.y === to.y)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  const [first] = points
  const last = points.at(-1)
  if (!level || !first || !last || label === '') return null
  // Straight across to another column: the gap between the two columns is the room, whatever bends within it.
  if (points.length === 4 && first.x < last.x && last.y === points[2]?.y)
    return { x: (first.x + last.x) / 2, y: last.y - 5, anchor: 'middle', text: cut(label, last.x - first.x) }
  const bend = points[2]
  if (points.length === 5 && bend) return { x: bend.x + 5, y: bend.y + 3, anchor: 'start', text: cut(label, 120) }
  return { x: (level.from.x + level.to.x) / 2, y: level.to.y - 5, anchor: 'middle', text: cut(label, lengthOf(level)) }
}

const lengthOf = ({ from, to }: { from: Point; to: Point }): number => Math.abs(to.x - from.x)

const cut = (label: string, room: number): string => {
  const most = Math.min(LONGEST, Math.max(6, Math.floor(room / LETTER_PX) - 1))
  return label.length > most ? `${label.slice(0, most - 1)}…` : label
}
