import type { AnyMachineSnapshot } from 'xstate'
import { type LaidEdge, layoutOf } from '../../../../machines/chart/layout.ts'
import { wordsOf } from '../../../../machines/chart/transitions.ts'
import { ChartDrawing } from './ChartDrawing.tsx'
import { isNamedBy } from './chart-words.ts'

type StateChartProps = {
  snapshot: AnyMachineSnapshot
  /** Last transition, with its states in words; undefined before the first. */
  newest: { readonly event: string; readonly from: string; readonly to: string } | undefined
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
  const layout = layoutOf(machine, snapshot)
  const { nodes, edges } = layout
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
    <ChartDrawing
      layout={layout}
      label={`State chart of ${name}. Now: ${state}. ${ways.join('; ')}.`}
      lookOfEdge={(edge) => (wasTaken(edge) ? 'lit' : 'plain')}
      wordsFor={wordsFor}
      stay={stay}
      zoom={zoom}
    />
  )
}

const leafOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1)
