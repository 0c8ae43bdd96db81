import type { LaidEdge } from '../../../../machines/chart/layout.ts'

type Point = LaidEdge['points'][number]
export type TransitionLabel = {
  readonly x: number
  readonly y: number
  readonly anchor: 'middle' | 'start'
  readonly text: string
}

/** Character width of labels: 10 px JetBrains Mono. */
const LETTER_PX = 6
const LONGEST = 26

/** Position and truncated text of an arrow's label: beside a vertical line, otherwise above its longest horizontal segment. */
export const labelOf = ({ points, label }: LaidEdge): TransitionLabel | null => {
  const level = points
    .slice(1)
    .map((to, place) => ({ from: points[place] ?? to, to }))
    .filter(({ from, to }) => from.y === to.y)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  const [first] = points
  const last = points.at(-1)
  if (!level || !first || !last || label === '') return null
  // A horizontal arrow between two columns: the gap between them is the available width.
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
