import type { ChartColumn } from '../kit/chart/ChartCard.tsx'
import { LinkTo } from '../parts/act/Go.tsx'
import { formats } from '../parts/text/format.ts'
import { type Interval, type LatencyPoint, PERCENTILES, type Percentile } from './latency-series.ts'
import { PHASE_WORDS, type PhaseName } from './phase-stack.ts'
import { resultsOf } from './point-links.ts'

type Of = { readonly callId: string; readonly interval: Interval; readonly location: string | null }

const RUNS: ChartColumn<LatencyPoint> = {
  id: 'runs',
  head: 'Runs',
  hide: 's',
  value: ({ count }) => count,
  cell: ({ count }) => formats.count(count),
}

/** Start of a step, with a link to its results. */
const timeColumn = ({ callId, interval, location }: Of): ChartColumn<LatencyPoint> => ({
  id: 'time',
  head: 'From',
  names: true,
  value: ({ time }) => time,
  cell: (point) => (
    <LinkTo {...resultsOf(callId, point, { interval, location })} kind="text">
      {formats.minute(Date.parse(point.time))}
    </LinkTo>
  ),
})

/** Columns of percentiles in milliseconds. */
export const percentileColumns = (percentiles: readonly Percentile[], of: Of): ChartColumn<LatencyPoint>[] => [
  timeColumn(of),
  ...percentiles.map((name) => ({
    id: name,
    head: `${name}, ms`,
    value: ({ values }: LatencyPoint) => values[PERCENTILES[name]] ?? null,
    cell: ({ values }: LatencyPoint) => formats.milliseconds(values[PERCENTILES[name]]),
  })),
  RUNS,
]

/** Columns of the means of phases in milliseconds, and of the total that they add up to. */
export const phaseColumns = (phases: readonly PhaseName[], of: Of): ChartColumn<LatencyPoint>[] => [
  timeColumn(of),
  ...phases.map((name) => ({
    id: name,
    head: PHASE_WORDS[name],
    hide: 's' as const,
    value: ({ values }: LatencyPoint) => values[name] ?? null,
    cell: ({ values }: LatencyPoint) => formats.fineMilliseconds(values[name]),
  })),
  {
    id: 'total',
    head: 'Total, ms',
    value: ({ values }) => values.total ?? null,
    cell: ({ values }) => formats.fineMilliseconds(values.total),
  },
  RUNS,
]
