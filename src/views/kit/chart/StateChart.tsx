import { useId } from 'react'
import type { AnyMachineSnapshot } from 'xstate'
import { type LaidEdge, type LaidNode, layoutOf } from '../../../../machines/chart/layout.ts'
import { wordsOf } from '../../../../machines/chart/transitions.ts'
import type { Recorded } from '../../core/recorder.ts'
import { classNames } from '../../parts/text/class-names.ts'
import { isNamedBy } from './chart-words.ts'
import classes from './StateChart.module.css'
import { labelOf } from './transition-label.ts'

/** Minimum scale of a wide chart; below it, the chart scrolls. */
const SMALLEST = 0.8

type StateChartProps = {
  snapshot: AnyMachineSnapshot
  /** Last transition; undefined before the first. */
  newest: Pick<Recorded, 'event' | 'from' | 'to'> | undefined
  name: string
  state: string
  /** Replaces an arrow's label, for readers who do not know the event names. */
  wordsFor?: ((label: string) => string) | undefined
  /** Label of the state in which the machine stayed, if it did. */
  stay?: string | undefined
  /** Enlarges the chart beyond its frame, which then scrolls; 1: as wide as the frame allows. */
  zoom?: number | undefined
}

/** State chart of a machine: the current state is filled, the last transition is highlighted. */
export const StateChart = ({
  snapshot,
  newest,
  name,
  state,
  wordsFor = (label) => label,
  stay,
  zoom = 1,
}: StateChartProps) => {
  const { machine } = snapshot
  const { width, height, nodes, edges } = layoutOf(machine, snapshot)
  const id = useId()
  const wasTaken = ({ from, to, label }: LaidEdge): boolean =>
    newest !== undefined &&
    label.includes(wordsOf(newest.event)) &&
    isNamedBy(from, machine.id, newest.from) &&
    isNamedBy(to, machine.id, newest.to)
  const active = new Set(nodes.filter((node) => node.active).map((node) => node.id))
  const ways = edges
    .filter(({ from }) => active.has(from))
    .map(({ label, to }) => `${wordsFor(label)} leads to ${leafOf(to)}`)
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
      aria-label={`State chart of ${name}. Now: ${state}. ${ways.join('; ')}.`}
    >
      <defs>
        <Head id={`${id}-head`} className={classes.head} />
        <Head id={`${id}-last`} className={classes['last-head']} />
      </defs>
      {nodes.map((node) => (
        <State key={node.id} node={node} />
      ))}
      {edges.map((edge) => (
        <Way
          key={`${edge.from} ${edge.to}`}
          edge={edge}
          words={wordsFor(edge.label)}
          wasTaken={wasTaken(edge)}
          head={wasTaken(edge) ? `${id}-last` : `${id}-head`}
        />
      ))}
      {stay !== undefined &&
        nodes
          .filter((node) => node.active && node.kind === 'state')
          .map((node) => <Stay key={node.id} node={node} words={stay} head={`${id}-last`} />)}
    </svg>
  )
}

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

const leafOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1)

const Head = ({ id, className }: { id: string; className: string | undefined }) => (
  <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
    <path d="M1 1l6 3-6 3z" className={className} />
  </marker>
)

const State = ({ node }: { node: LaidNode }) => {
  const { kind, label, x, y, width, height } = node
  if (kind === 'start') return <circle className={classes.start} cx={x + width / 2} cy={y + height / 2} r="5" />
  const isGroup = kind === 'group'
  return (
    <g className={classNames(classes[kind], node.active && classes.active)}>
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

const Way = (props: { edge: LaidEdge; words: string; wasTaken: boolean; head: string }) => {
  const { edge, words, wasTaken, head } = props
  const label = labelOf({ ...edge, label: words })
  return (
    <g className={classNames(classes.edge, wasTaken && classes.last)}>
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
