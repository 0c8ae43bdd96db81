import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useLocationName } from '../agents/use-location-name.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Count } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Skeleton } from '../parts/text/Loading.tsx'
import type { ChartPeriod } from './chart-period.ts'
import classes from './charts.module.css'

type Row = AnswerOf<ProductContract['statistics.size-locations']>['results'][number]

const HEIGHT_PX = 120

/** Sizes of responses by location, largest median first. */
export const SizeLocations = (props: { callId: string; period: ChartPeriod; newest: string | undefined }) => {
  const { callId, period, newest } = props
  const { search } = useCurrentRoute()
  const nameOf = useLocationName()
  const { data, error, refetch } = useResource('statistics.size-locations', {
    params: { id: callId },
    query: { start: period.start, end: period.end },
  })
  useFollowed(newest, refetch)
  if (error && !data) return <LoadError error={error} refetch={refetch} />
  const rows = data?.results.toSorted((a, b) => (b.median ?? 0) - (a.median ?? 0)) ?? []
  return (
    <Card title="Locations" sub={`bytes, ${period.words}`} flush={rows.length > 0}>
      {!data ? (
        <Skeleton height={HEIGHT_PX} />
      ) : rows.length === 0 ? (
        <p className={classes.nothing}>No responses in this range.</p>
      ) : (
        <Table
          label="Response size by location"
          dense
          rows={rows}
          rowId={({ location_id }) => location_id}
          rowName={({ location_id }) => nameOf(location_id)}
          columns={[
            {
              id: 'location',
              head: 'Location',
              names: true,
              grows: true,
              cell: ({ location_id }: Row) => (
                <Go
                  to="monitor-response"
                  params={{ callId }}
                  search={{ ...search, location: location_id }}
                  className="strong"
                >
                  {nameOf(location_id)}
                </Go>
              ),
            },
            { id: 'count', head: 'Responses', align: 'end', hide: 's', cell: ({ count }) => <Count value={count} /> },
            { id: 'min', head: 'Smallest, B', align: 'end', hide: 't', cell: ({ min }) => formats.count(min) },
            { id: 'median', head: 'Median, B', align: 'end', cell: ({ median }) => formats.count(median) },
            { id: 'p95', head: 'p95, B', align: 'end', hide: 's', cell: ({ p95 }) => formats.count(p95) },
            { id: 'max', head: 'Largest, B', align: 'end', cell: ({ max }) => formats.count(max) },
          ]}
        />
      )}
    </Card>
  )
}
