import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useLocationName } from '../agents/use-location-name.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Count } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'
import charts from '../statistics/charts.module.css'
import type { InsightsReport } from './report.ts'

type Cluster = InsightsReport['clusters'][number]
type Outlier = AnswerOf<ProductContract['insights.outliers']>['results'][number]

/** Rows of each table: the newest clusters and the farthest outliers. */
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

/** The outliers that are farthest from the median. */
export const OutlierTable = ({ report }: { report: InsightsReport }) => {
  const locationName = useLocationName()
  const outliers = useResource('insights.outliers', { params: { id: report.insights_id } })
  const columns: readonly Column<Outlier>[] = [
    {
      id: 'time',
      head: 'Time',
      names: true,
      cell: ({ result_id: resultId, time }) => (
        <Go to="result" params={{ resultId }}>
          <Time at={time} />
        </Go>
      ),
    },
    { id: 'location', head: 'Location', grows: true, hide: 's', cell: ({ location_id: id }) => locationName(id) },
    { id: 'latency', head: 'Latency, ms', align: 'end', cell: ({ latency }) => formats.milliseconds(latency) },
    { id: 'median', head: 'Median, ms', align: 'end', cell: ({ median }) => formats.milliseconds(median) },
    { id: 'z', head: 'z', align: 'end', hide: 's', cell: ({ z }) => z.toFixed(1) },
  ]
  return (
    <Card title="Outliers" sub={`${formats.count(report.outliers)} unusually slow runs`} flush>
      <Loaded of={outliers} page={false}>
        {({ results }) =>
          results.length === 0 ? (
            <p className={charts.nothing}>No passed run was unusually slow.</p>
          ) : (
            <Table
              label="Outliers"
              dense
              rows={results.toSorted((a, b) => b.z - a.z).slice(0, SHOWN)}
              rowId={({ result_id }) => result_id}
              rowName={({ time }) => time}
              columns={columns}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
