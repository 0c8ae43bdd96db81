import { useCallback, useMemo } from 'react'
import { commaSeparated } from '../../domain/core/comma-separated.ts'
import { passRate } from '../../domain/statistics/statistics.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { useChartSubject } from '../kit/chart/chart-subject.ts'
import { pngOf } from '../kit/chart/picture.ts'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { Blocks } from '../parts/chart/Blocks.tsx'
import { ChartFrame } from '../parts/chart/ChartFrame.tsx'
import { Count, Rate } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Skeleton } from '../parts/text/Loading.tsx'
import { blocksPicture } from './blocks-picture.ts'
import { type ChartPeriod, windowWords } from './chart-period.ts'
import { blockInterval, type PassFailRow, passFailBlocks, passFailFinding } from './pass-fail-blocks.ts'
import { utcMoment } from './utc-moment.ts'

const HEIGHT_PX = 260
const DOWNLOADS = [
  { command: 'chart.download', args: { chart: 'pass-fail', format: 'png' }, label: 'Picture (PNG)' },
  { command: 'chart.download', args: { chart: 'pass-fail', format: 'csv' }, label: 'Figures (CSV)' },
]

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
  const theme = useChartTheme()
  const subject = useChartSubject()
  const interval = blockInterval(period)
  const per = interval === 'HOUR' ? 'hour' : 'day'
  const { data, error, refetch } = useResource('statistics.passfail', {
    params: { id: callId },
    query: { start: period.start, end: period.end, interval, ...(location !== null && { location_id: location }) },
  })
  const results = useMemo(() => data?.results ?? [], [data])
  const grid = useMemo(() => passFailBlocks(results, period, { callId, location }), [results, period, callId, location])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, format, chart }) => {
        if (type !== 'DOWNLOAD' || (typeof chart === 'string' && chart !== 'pass-fail')) return
        if (format === 'csv') {
          world.download(`pass-fail-${callId}.csv`, 'text/csv', csvOf(results))
          return
        }
        const { svg, width, height } = blocksPicture({
          title: `${subject === null ? '' : `${subject}: `}pass rate per ${per}, ${windowWords(period.fromMs, period.toMs)}, hours in UTC`,
          grid,
          theme,
        })
        pngOf(svg, width, height).then(
          (png) => world.download(`pass-fail-${callId}.png`, 'image/png', png),
          () => world.tell('The picture could not be made.', { category: 'FAIL' }),
        )
      },
      [world, callId, results, grid, theme, per, period, subject],
    ),
  )
  if (error && !data) return <LoadError error={error} refetch={refetch} />
  return (
    <ChartFrame
      key={String(asTable)}
      startsAsTable={asTable}
      title="Pass and fail"
      sub={`per ${per}, UTC`}
      controls={<Menu label="Download pass and fail" icon="download" iconOnly size="small" items={DOWNLOADS} />}
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
