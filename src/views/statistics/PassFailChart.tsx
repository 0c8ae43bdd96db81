import { useCallback, useMemo } from 'react'
import { commaSeparated } from '../../domain/core/comma-separated.ts'
import { passRate } from '../../domain/statistics/statistics.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Blocks } from '../parts/chart/Blocks.tsx'
import { ChartFrame } from '../parts/chart/ChartFrame.tsx'
import { Count, Rate } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Skeleton } from '../parts/text/Loading.tsx'
import type { ChartPeriod } from './chart-period.ts'
import { blockInterval, type PassFailRow, passFailBlocks, passFailFinding } from './pass-fail-blocks.ts'
import { utcMoment } from './utc-moment.ts'

const HEIGHT_PX = 260

type PassFailChartProps = {
  readonly callId: string
  readonly period: ChartPeriod
  readonly location: string | null
  readonly asTable?: boolean
}

const csvOf = (rows: readonly PassFailRow[]): string =>
  commaSeparated([
    ['time', 'pass', 'slow', 'warning', 'fail', 'total'],
    ...rows.map(({ time, pass, slow, warning, fail, total }) => [time, pass, slow, warning, fail, total]),
  ])

/** Pass rate by hour or day; each block links to its results. */
export const PassFailChart = ({ callId, period, location, asTable = false }: PassFailChartProps) => {
  const world = useWorld()
  const interval = blockInterval(period)
  const { data, error, refetch } = useResource('statistics.passfail', {
    params: { id: callId },
    query: { start: period.start, end: period.end, interval, ...(location !== null && { location_id: location }) },
  })
  const results = useMemo(() => data?.results ?? [], [data])
  const grid = useMemo(() => passFailBlocks(results, period, callId), [results, period, callId])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, format, chart }) => {
        if (type === 'DOWNLOAD' && format === 'csv' && chart === 'pass-fail')
          world.download(`pass-fail-${callId}.csv`, 'text/csv', csvOf(results))
      },
      [world, callId, results],
    ),
  )
  if (error && !data) return <LoadError error={error} refetch={refetch} />
  const per = interval === 'HOUR' ? 'hour' : 'day'
  return (
    <ChartFrame
      key={String(asTable)}
      startsAsTable={asTable}
      title="Pass and fail"
      sub={`per ${per}, UTC`}
      downloading={{ command: 'chart.download', args: { chart: 'pass-fail', format: 'csv' } }}
      table={
        <Table
          label="Pass and fail"
          dense
          rows={results.filter(({ total }) => total > 0).toReversed()}
          rowId={({ time }) => time}
          rowName={({ time }) => time}
          columns={[
            { id: 'time', head: 'From, UTC', names: true, cell: ({ time }) => utcMoment(time) },
            { id: 'rate', head: 'Pass rate', align: 'end', cell: (row) => <Rate share={passRate(row)} /> },
            { id: 'pass', head: 'Pass', align: 'end', cell: ({ pass }) => <Count value={pass} /> },
            { id: 'slow', head: 'Slow', align: 'end', hide: 's', cell: ({ slow }) => <Count value={slow} /> },
            {
              id: 'warning',
              head: 'Warning',
              align: 'end',
              hide: 's',
              cell: ({ warning }) => <Count value={warning} />,
            },
            { id: 'fail', head: 'Fail', align: 'end', cell: ({ fail }) => <Count value={fail} /> },
          ]}
        />
      }
    >
      {data ? (
        <>
          <p className="sr">{passFailFinding(results, interval)}</p>
          <Blocks label={`Pass rate per ${per}, ${period.words}`} columns={grid.columns} rows={grid.rows} />
        </>
      ) : (
        <Skeleton height={HEIGHT_PX} />
      )}
    </ChartFrame>
  )
}
