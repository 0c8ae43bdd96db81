import { type ReactNode, useId } from 'react'
import type { LaidEdge, LaidNode, Layout } from '../../../../machines/chart/layout.ts'
import { classNames } from '../../parts/text/class-names.ts'
import classes from './StateChart.module.css'
import { labelOf } from './transition-label.ts'

/** Minimum scale of a wide chart; below it, the chart scrolls. */
const SMALLEST = 0.8

/** Emphasis of a part of a chart. */
export type Look = 'plain' | 'lit' | 'dim'

type ChartDrawingProps = {
  layout: Layout
  /** Tells screen readers what the drawing shows. */
  label: string
  lookOfEdge: (edge: LaidEdge) => Look
  lookOfNode?: ((node: LaidNode) => Look) | undefined
  /** Replaces an arrow's label. */
  wordsFor: (label: string) => string
  /** Label of the active states in which the machine stayed, if it did. */
  stay?: string | undefined
  zoom: number
}

/** Boxes and arrows of a state chart. */
export const ChartDrawing = (props: ChartDrawingProps) => {
  const { layout, label, lookOfEdge, lookOfNode, wordsFor, stay, zoom } = props
  const { width, height, nodes, edges } = layout
  const id = useId()
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${width} ${height}`}
      style={{
        inlineSize: `${100 * zoom}%`,
        maxInlineSize: width * zoom,
        minInlineSize: width * SMALLEST * zoom,
      }}
      role="img"
      aria-label={label}
    >
      <defs>
        <Head id={`${id}-plain`} className={classes.head} />
        <Head id={`${id}-lit`} className={classes['last-head']} />
        <Head id={`${id}-dim`} className={classes['dim-head']} />
      </defs>
      {nodes.map((node) => (
        <State key={node.id} node={node} look={lookOfNode?.(node) ?? 'plain'} />
      ))}
      {edges.map((edge) => (
        <Way
          key={`${edge.from} ${edge.to}`}
          edge={edge}
          words={wordsFor(edge.label)}
          look={lookOfEdge(edge)}
          head={`${id}-${lookOfEdge(edge)}`}
        />
      ))}
      {stay !== undefined &&
        nodes
          .filter((node) => node.active && node.kind === 'state')
          .map((node) => <Stay key={node.id} node={node} words={stay} head={`${id}-lit`} />)}
    </svg>
  )
}

const lookClass = (look: Look): string | undefined =>
  look === 'plain' ? undefined : look === 'lit' ? classes.last : classes.dim

/** A transition back to its own state. */
const Stay = ({ node: { x, y, width }, words, head }: { node: LaidNode; words: string; head: string }) => (
  <g className={classNames(classes.edge, classes.last)}>
    <path d={loopOver(x + width / 2, y)} markerEnd={`url(#${head})`} />
    <text x={x + width / 2} y={y - LOOP_PX - 5} textAnchor="middle">
      {words}
    </text>
  </g>
)

const LOOP_PX = 18
const loopOver = (x: number, y: number): string => `M${x - 14} ${y}v-${LOOP_PX - 8}q0-8 8-8h12q8 0 8 8v${LOOP_PX - 9}`

const Head = ({ id, className }: { id: string; className: string | undefined }) => (
  <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
    <path d="M1 1l6 3-6 3z" className={className} />
  </marker>
)

const State = ({ node, look }: { node: LaidNode; look: Look }): ReactNode => {
  const { kind, label, x, y, width, height } = node
  if (kind === 'start') return <circle className={classes.start} cx={x + width / 2} cy={y + height / 2} r="5" />
  const isGroup = kind === 'group'
  return (
    <g className={classNames(classes[kind], node.active && classes.active, lookClass(look))}>
      <rect x={x} y={y} width={width} height={height} rx="6" />
      <text
        x={isGroup ? x + 10 : x + width / 2}
        y={isGroup ? y + 17 : y + height / 2 + 4.5}
        textAnchor={isGroup ? 'start' : 'middle'}
      >
        {label}
      </text>
    </g>
  )
}

const Way = (props: { edge: LaidEdge; words: string; look: Look; head: string }) => {
  const { edge, words, look, head } = props
  const label = labelOf({ ...edge, label: words })
  return (
    <g className={classNames(classes.edge, lookClass(look))}>
      <path d={pathOf(edge.points)} markerEnd={`url(#${head})`} />
      {label && (
        <text x={label.x} y={label.y} textAnchor={label.anchor}>
          <title>{words}</title>
          {label.text}
        </text>
      )}
    </g>
  )
}

const ROUND_PX = 8

/** Rounds corners, limited by the shorter adjoining side. */
const pathOf = (points: LaidEdge['points']): string =>
  points
    .map((point, place) => {
      const before = points[place - 1]
      const after = points[place + 1]
      if (!before) return `M${point.x} ${point.y}`
      if (!after) return `L${point.x} ${point.y}`
      const from = towards(point, before)
      const to = towards(point, after)
      return `L${from.x} ${from.y}Q${point.x} ${point.y} ${to.x} ${to.y}`
    })
    .join('')

type Point = LaidEdge['points'][number]
const towards = (from: Point, to: Point): Point => {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const share = distance === 0 ? 0 : Math.min(ROUND_PX, distance / 2) / distance
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}
