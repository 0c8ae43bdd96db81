import { useCallback, useMemo } from 'react'
import type { ShownPerformance } from '../../commands/home/shown-performance.ts'
import { commaSeparated, rounded } from '../../domain/core/comma-separated.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Plot } from '../kit/chart/chart-chunk.tsx'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { ChartFrame } from '../parts/chart/ChartFrame.tsx'
import { PassRate } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import { formats } from '../parts/text/format.ts'
import { Skeleton } from '../parts/text/Loading.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import classes from './HomeScreen.module.css'
import { type Hour, hourlyFigure, hourlyFinding } from './hourly-figure.ts'
import { deltaWords } from './performance-rows.ts'

const HEIGHT_PX = 260
const NARROW_HEIGHT_PX = 200
const DOWNLOADS = [
  { command: 'chart.download', args: { chart: 'hours', format: 'png' }, label: 'Picture (PNG)' },
  { command: 'chart.download', args: { chart: 'hours', format: 'csv' }, label: 'Figures (CSV)' },
]

/** Sketches are true to 1 %: more decimals would say nothing. */
const inTenths = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)

const csvOf = (hours: readonly Hour[]): string =>
  commaSeparated([
    ['hour', 'p50', 'baseline_p50', 'baseline_mad', 'delta_pct', 'pass_rate', 'count'],
    ...hours.map((row) => [
      row.hour,
      inTenths(row.p50),
      inTenths(row.baseline_p50),
      inTenths(row.baseline_mad),
      inTenths(row.delta_pct),
      rounded(row.pass_rate, 4),
      row.count,
    ]),
  ])

const HourTable = ({ hours }: { hours: readonly Hour[] }) => (
  <Table
    label="Hours"
    dense
    rows={hours.toReversed()}
    rowId={({ hour }) => hour}
    rowName={({ hour }) => hour}
    columns={[
      { id: 'hour', head: 'From', names: true, grows: true, cell: ({ hour }) => formats.minute(Date.parse(hour)) },
      { id: 'p50', head: 'p50, ms', align: 'end', cell: ({ p50 }) => formats.milliseconds(p50) },
      {
        id: 'delta',
        head: 'Change',
        align: 'end',
        cell: ({ delta_pct: delta }) => (delta === null ? '—' : deltaWords(delta)),
      },
      {
        id: 'rate',
        head: 'Pass rate',
        align: 'end',
        hide: 's',
        cell: ({ pass_rate: share }) => <PassRate share={share} />,
      },
      { id: 'runs', head: 'Runs', align: 'end', hide: 's', cell: ({ count }) => formats.count(count) },
    ]}
  />
)

type HourlyChartProps = {
  readonly callId: string
  readonly name: string
  readonly shown: ShownPerformance
  /** Words of the span: "17 Jun 2026". */
  readonly words: string
  /** Id of the project's newest result; the chart follows it. */
  readonly newest: string | undefined
}

/** Median latency of a monitor by hour, with the band of what is usual. */
export const HourlyChart = ({ callId, name, shown, words, newest }: HourlyChartProps) => {
  const world = useWorld()
  const theme = useChartTheme()
  const narrow = useNarrow()
  const { from, to } = shown
  const reading = useResource('baseline.hourlies', {
    query: { start: formatTime(from), end: formatTime(to), call_id: callId, location_id: 'all' },
  })
  const { data, error, refetch } = reading
  useFollowed(newest, refetch)
  const hours = useMemo(() => data?.results ?? [], [data])
  const zone = useTicking(() => formats.zone(to))
  const heightPx = narrow ? NARROW_HEIGHT_PX : HEIGHT_PX
  const figure = useMemo(() => hourlyFigure(hours, { from, to, theme, zone }), [hours, from, to, theme, zone])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, format, chart }) => {
        if (type !== 'DOWNLOAD' || format !== 'csv' || (typeof chart === 'string' && chart !== 'hours')) return
        world.download(`hours-${callId}.csv`, 'text/csv', csvOf(hours))
      },
      [world, callId, hours],
    ),
  )
  if (error && !data) return <LoadError error={error} refetch={refetch} />
  const sub = `Median by hour, ms, ${words}, ${zone}`
  return (
    <ChartFrame
      title={name}
      sub={sub}
      controls={
        <>
          <Menu label={`Download the hours of ${name}`} icon="download" iconOnly size="small" items={DOWNLOADS} />
          <Act command="performance.hours" kind="ghost" size="small" icon="close" iconOnly label="Close the chart" />
        </>
      }
      table={<HourTable hours={hours} />}
    >
      {!data ? (
        <Skeleton height={heightPx} />
      ) : hours.length === 0 ? (
        <p className={classes.none}>No results in this time.</p>
      ) : (
        <Plot
          name="hours"
          fileName={`hours-${callId}`}
          picture={[name, sub]}
          heightPx={heightPx}
          data={figure.data}
          layout={figure.layout}
          finding={hourlyFinding(hours)}
        />
      )}
    </ChartFrame>
  )
}
