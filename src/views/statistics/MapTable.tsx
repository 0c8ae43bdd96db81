import { Go } from '../parts/act/Go.tsx'
import { Count, PassRate } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import { formats } from '../parts/text/format.ts'
import type { ChartPeriod } from './chart-period.ts'
import { type MapPlace, resultsOf } from './map-places.ts'

type MapTableProps = {
  readonly callId: string
  readonly places: readonly MapPlace[]
  readonly percentile: string
  readonly period: ChartPeriod
}

/** Figures of a map, slowest first. */
export const MapTable = ({ callId, places, percentile, period }: MapTableProps) => (
  <Table
    label="Latency map"
    dense
    rows={places}
    rowId={({ id }) => id}
    rowName={({ name }) => name}
    columns={[
      {
        id: 'location',
        head: 'Location',
        names: true,
        grows: true,
        cell: ({ id, name }) => (
          <Go to="monitor-results" params={{ callId }} search={resultsOf(id, period)} className="strong">
            {name}
          </Go>
        ),
      },
      { id: 'cloud', head: 'Cloud', hide: 's', cell: ({ cloud }) => <span className="sec">{cloud || '—'}</span> },
      {
        id: 'coordinates',
        head: 'Coordinates',
        hide: 't',
        cell: ({ position }) => (
          <span className="sec num">{position ? `${position.latitude}, ${position.longitude}` : '—'}</span>
        ),
      },
      { id: 'ms', head: `${percentile}, ms`, align: 'end', cell: ({ ms }) => formats.milliseconds(ms) },
      { id: 'rate', head: 'Pass rate', align: 'end', cell: ({ passRate }) => <PassRate share={passRate} /> },
      { id: 'runs', head: 'Runs', align: 'end', hide: 's', cell: ({ count }) => <Count value={count} /> },
    ]}
  />
)
