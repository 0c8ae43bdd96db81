import { useLocationName } from '../agents/use-location-name.ts'
import { Count } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'
import charts from '../statistics/charts.module.css'
import type { InsightsReport } from './report.ts'

type Cluster = InsightsReport['clusters'][number]

/** Rows of the table: the newest clusters. */
const SHOWN = 10

const SCOPES: Readonly<Record<Cluster['scope'], string>> = {
  location: 'One location',
  cloud: 'One cloud',
  region: 'One region',
  global: 'Everywhere',
}

/** Outliers and failures that came close together, newest first. */
export const ClusterTable = ({ report: { clusters } }: { report: InsightsReport }) => {
  const locationName = useLocationName()
  const columns: readonly Column<Cluster>[] = [
    { id: 'start', head: 'Began', names: true, cell: ({ start }) => <Time at={start} /> },
    {
      id: 'lasted',
      head: 'Lasted',
      align: 'end',
      hide: 't',
      cell: ({ start, end }) => formats.span(Date.parse(end) - Date.parse(start)),
    },
    { id: 'failures', head: 'Failures', align: 'end', cell: ({ failures }) => <Count value={failures} /> },
    { id: 'outliers', head: 'Outliers', align: 'end', cell: ({ outliers }) => <Count value={outliers} /> },
    {
      id: 'scope',
      head: 'Where',
      grows: true,
      cell: ({ scope, locations }) =>
        scope === 'location'
          ? locationName(locations[0] ?? '')
          : `${SCOPES[scope]}, ${formats.count(locations.length)} locations`,
    },
  ]
  return (
    <Card title="Clusters" sub="at least 3 failures or outliers within 30 min" flush>
      {clusters.length === 0 ? (
        <p className={charts.nothing}>No failures or outliers came close together.</p>
      ) : (
        <Table
          label="Clusters"
          dense
          rows={clusters.slice(0, SHOWN)}
          rowId={({ id }) => id}
          rowName={({ start }) => start}
          columns={columns}
        />
      )}
    </Card>
  )
}
