import type { CSSProperties } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useLocations } from '../agents/use-location-name.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { Go } from '../parts/act/Go.tsx'
import { Count, PassRate } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Skeleton } from '../parts/text/Loading.tsx'
import classes from './charts.module.css'

type LocationFigures = AnswerOf<ProductContract['statistics.locations']>['results'][number]

/** Bar up to the median, then lighter up to the 95th percentile, scaled to the slowest location. */
const Span = ({ row, slowest }: { row: LocationFigures; slowest: number }) => {
  if (row.median === null || row.p95 === null || slowest <= 0) return <span className="muted">—</span>
  // React's style type does not include CSS variables.
  const ends = {
    '--median': `${(row.median / slowest) * 100}%`,
    '--p95': `${(row.p95 / slowest) * 100}%`,
  } as CSSProperties
  return <span className={classes.bar} style={ends} aria-hidden="true" />
}

type LocationTableProps = {
  readonly callId: string
  /** Undefined until they are loaded. */
  readonly rows: readonly LocationFigures[] | undefined
}

/** A known trait of a location; empty if agents report none. */
const known = (text: string | undefined): string => (text === undefined || text === '?' ? '' : text)

/** Figures of a monitor by location, slowest first. */
export const LocationTable = ({ callId, rows: found }: LocationTableProps) => {
  const rows = found ?? []
  const { search } = useCurrentRoute()
  const locations = useLocations()
  const named = new Map(locations.map((location) => [location.id, location]))
  const slowest = Math.max(0, ...rows.map(({ p95 }) => p95 ?? 0))
  const sorted = rows.toSorted((a, b) => (b.median ?? -1) - (a.median ?? -1))
  const columns: readonly Column<LocationFigures>[] = [
    {
      id: 'location',
      head: 'Location',
      names: true,
      grows: true,
      cell: ({ location_id }) => (
        <>
          <Go to="monitor-latency" params={{ callId }} search={{ ...search, location: location_id }} className="strong">
            {named.get(location_id)?.name ?? location_id}
          </Go>{' '}
          <span className="muted hide-s">{known(named.get(location_id)?.country)}</span>
        </>
      ),
    },
    {
      id: 'id',
      head: 'Id',
      hide: 's',
      cell: ({ location_id }) => <span className="mono sec">{location_id}</span>,
    },
    {
      id: 'cloud',
      head: 'Cloud',
      hide: 't',
      cell: ({ location_id }) => <span className="sec">{known(named.get(location_id)?.cloud) || '—'}</span>,
    },
    { id: 'runs', head: 'Runs', align: 'end', hide: 't', cell: ({ count }) => <Count value={count} /> },
    { id: 'fails', head: 'Fails', align: 'end', hide: 's', cell: ({ fail }) => <Count value={fail} /> },
    {
      id: 'rate',
      head: 'Pass rate',
      align: 'end',
      cell: ({ pass_rate: share }) => <PassRate share={share} />,
    },
    { id: 'median', head: 'Median, ms', align: 'end', cell: ({ median }) => formats.milliseconds(median) },
    { id: 'p95', head: 'p95, ms', align: 'end', hide: 's', cell: ({ p95 }) => formats.milliseconds(p95) },
    { id: 'span', head: 'Median to p95', hide: 't', cell: (row) => <Span row={row} slowest={slowest} /> },
  ]
  return (
    <Card
      title="Locations"
      sub={found && `total time, ${rows.length} of ${Math.max(rows.length, locations.length)}`}
      flush
    >
      {found === undefined ? (
        <Skeleton height={120} />
      ) : rows.length === 0 ? (
        <p className={classes.nothing}>No results in this range.</p>
      ) : (
        <Table
          label="Locations"
          dense
          rows={sorted}
          rowId={({ location_id }) => location_id}
          rowName={({ location_id }) => named.get(location_id)?.name ?? location_id}
          sorted={{ column: 'median', direction: 'descending' }}
          columns={columns}
        />
      )}
    </Card>
  )
}
