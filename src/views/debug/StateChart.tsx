import { useId, useMemo } from 'react'
import { type ChartEdge, type ChartNode, layoutOf } from '../../../machines/chart/layout.ts'
import { classNames } from '../parts/class-names.ts'
import { isNamedBy, type Moment } from './moment.ts'
import classes from './StateChart.module.css'

type StateChartProps = { moment: Moment; name: string; state: string }

/** The chart of a machine: where it is now is filled, the way it came last is drawn stronger. */
export const StateChart = ({ moment, name, state }: StateChartProps) => {
  const { machine, active, last } = moment
  const layout = useMemo(() => layoutOf(machine), [machine])
  const id = useId()
  const wasTaken = ({ from, to, label }: ChartEdge): boolean =>
    last !== null &&
    label.startsWith(last.event) &&
    isNamedBy(from, machine.id, last.from) &&
    isNamedBy(to, machine.id, last.to)
  const ways = layout.edges
    .filter(({ from }) => active.has(from))
    .map(({ label, to }) => `${label} leads to ${leafOf(to)}`)
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      style={{ maxInlineSize: layout.width }}
      role="img"
      aria-label={`State chart of ${name}. Now: ${state}. ${ways.join('; ')}.`}
    >
      <defs>
        <Head id={`${id}-head`} className={classes.head} />
        <Head id={`${id}-last`} className={classes['last-head']} />
      </defs>
      {layout.nodes.map((node) => (
        <State key={node.id} node={node} isActive={active.has(node.id)} />
      ))}
      {layout.edges.map((edge, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two ways between two states may have one name
        <Way key={place} edge={edge} wasTaken={wasTaken(edge)} head={wasTaken(edge) ? `${id}-last` : `${id}-head`} />
      ))}
    </svg>
  )
}

const leafOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1)

const Head = ({ id, className }: { id: string; className: string | undefined }) => (
  <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
    <path d="M1 1l6 3-6 3z" className={className} />
  </marker>
)

const State = ({ node, isActive }: { node: ChartNode; isActive: boolean }) => {
  const { kind, label, x, y, width, height } = node
  if (kind === 'initial') return <circle className={classes.start} cx={x + width / 2} cy={y + height / 2} r="5" />
  const isGroup = kind === 'group'
  return (
    <g className={classNames(classes.state, classes[kind], isActive && classes.active)}>
      <rect x={x} y={y} width={width} height={height} rx="6" />
      <text
        x={isGroup ? x + 10 : x + width / 2}
        y={isGroup ? y + 16 : y + height / 2 + 4.5}
        textAnchor={isGroup ? 'start' : 'middle'}
      >
        {label}
      </text>
    </g>
  )
}

const Way = ({ edge, wasTaken, head }: { edge: ChartEdge; wasTaken: boolean; head: string }) => {
  const middle = edge.points[Math.floor(edge.points.length / 2)]
  return (
    <g className={classNames(classes.edge, wasTaken && classes.last)}>
      <path d={pathOf(edge.points)} markerEnd={`url(#${head})`} />
      {middle && (
        <text x={middle.x} y={middle.y - 5} textAnchor="middle">
          {edge.label}
        </text>
      )}
    </g>
  )
}

const pathOf = (points: ChartEdge['points']): string =>
  points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x} ${y}`).join('')
