import { useMemo } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useLocationName } from '../agents/use-location-name.ts'
import { useResource } from '../core/use-resource.ts'
import { Go } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'
import classes from './HomeScreen.module.css'

type Row = AnswerOf<ProductContract['result.list']>['results'][number]

/** Rows shown: as many as fit beside the other cards. */
const MOST = 8

/** Query of the list. */
export const latest = { query: { limit: MOST } }

/** Newest results of the project, updated live. */
export const LatestResults = () => {
  const { data } = useResource('result.list', latest)
  const rows = data?.results.slice(0, MOST) ?? []
  const locationName = useLocationName()
  const columns = useMemo(() => columnsWith(locationName), [locationName])
  return (
    <Card
      title="Latest results"
      sub="live"
      flush
      actions={
        <Go to="results" kind="ghost" size="small">
          All results
        </Go>
      }
    >
      {rows.length === 0 ? (
        <p className={classes.none}>{data ? 'No results yet.' : ''}</p>
      ) : (
        <Table
          label="Latest results"
          dense
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ test, created }) => `${test}, ${created}`}
          className={classes.table}
        />
      )}
    </Card>
  )
}

const columnsWith = (locationName: (id: string) => string): readonly Column<Row>[] => [
  {
    id: 'name',
    head: 'Monitor',
    grows: true,
    names: true,
    cell: ({ id, test }) => (
      <Go to="result" params={{ resultId: id }} className="trunc">
        {test}
      </Go>
    ),
  },
  { id: 'result', head: 'Result', cell: ({ result_category }) => <Badge category={result_category} /> },
  {
    id: 'location',
    head: 'Location',
    hide: 't',
    cell: ({ location_id }) => <span className="sec trunc">{locationName(location_id)}</span>,
  },
  { id: 'code', head: 'Code', align: 'end', hide: 's', cell: ({ http_code }) => http_code ?? '—' },
  { id: 'total', head: 'Total, ms', align: 'end', cell: ({ response_time }) => formats.milliseconds(response_time) },
  { id: 'when', head: 'When', align: 'end', hide: 's', cell: ({ created }) => <Time at={created} /> },
]
