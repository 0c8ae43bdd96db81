import { Table } from '../parts/table/Table.tsx'
import { formats } from '../parts/text/format.ts'
import { type LatencyPoint, PERCENTILES, type Percentile } from './latency-series.ts'

/** Time in UTC, as the header says. */
export const utcMoment = (time: string): string => formats.utc(Date.parse(time)).replace(/:00 UTC$/, '')

/** Figures of a latency chart, newest first. */
export const LatencyTable = ({
  points,
  percentiles,
}: {
  points: readonly LatencyPoint[]
  percentiles: readonly Percentile[]
}) => (
  <Table
    label="Latency"
    dense
    rows={points.toReversed()}
    rowId={({ time }) => time}
    rowName={({ time }) => time}
    columns={[
      { id: 'time', head: 'From', names: true, cell: ({ time }) => formats.minute(Date.parse(time)) },
      ...percentiles.map((name) => ({
        id: name,
        head: `${name}, ms`,
        align: 'end' as const,
        cell: ({ values }: LatencyPoint) => formats.milliseconds(values[PERCENTILES[name]]),
      })),
      { id: 'runs', head: 'Runs', align: 'end' as const, cell: ({ count }: LatencyPoint) => formats.count(count) },
    ]}
  />
)
