import { Suspense, useCallback, useMemo } from 'react'
import { commaSeparated } from '../../domain/core/comma-separated.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useSearchParam } from '../core/use-current-route.ts'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Plot } from '../kit/chart/chart-chunk.ts'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { ChartFrame } from '../parts/chart/ChartFrame.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import { formats } from '../parts/text/format.ts'
import { Skeleton } from '../parts/text/Loading.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import type { ChartPeriod } from './chart-period.ts'
import { type ChartSearch, METRICS } from './chart-search.ts'
import classes from './charts.module.css'
import { LatencyTable } from './LatencyTable.tsx'
import { type FailMark, latencyFigure } from './latency-figure.ts'
import { type LatencyPoint, latencyFinding, latencyLines, PERCENTILES, type Percentile } from './latency-series.ts'

const HEIGHT_PX = 260
const NARROW_HEIGHT_PX = 200

type LatencyChartProps = {
  readonly callId: string
  readonly period: ChartPeriod
  readonly shown: ChartSearch
  readonly fails: readonly FailMark[]
  /** Id of the monitor's newest result: the chart follows it. */
  readonly newest: string | undefined
  /** Controls in its header. */
  readonly choices: 'none' | 'metric' | 'all'
}

const METRIC_OPTIONS = Object.entries(METRICS).map(([value, label]) => ({ value, label }))

const DOWNLOADS = [
  { command: 'chart.download', args: { chart: 'latency', format: 'png' }, label: 'Picture (PNG)' },
  { command: 'chart.download', args: { chart: 'latency', format: 'csv' }, label: 'Figures (CSV)' },
]

const MetricChoice = ({ metric }: { metric: string }) => (
  <span className="hide-t">
    <Segmented
      label="Metric"
      value={metric}
      options={METRIC_OPTIONS}
      acting={(value) => ({ command: 'chart.metric', args: { metric: value } })}
    />
  </span>
)

const LineChoices = ({ shown }: { shown: ChartSearch }) => {
  const [, setQuantile] = useSearchParam('quantile')
  const [only] = shown.percentiles
  return (
    <span className="row hide-s">
      <Segmented
        label="Percentile"
        value={shown.percentiles.length === 1 && only ? only : ''}
        options={[
          { value: '', label: 'All' },
          ...Object.keys(PERCENTILES).map((name) => ({ value: name, label: name })),
        ]}
        onValue={(name) => setQuantile(PERCENTILES[name as Percentile] ?? '')}
      />
      <Segmented
        label="Scale"
        value={shown.log ? 'log' : 'linear'}
        options={[
          { value: 'linear', label: 'Linear' },
          { value: 'log', label: 'Log' },
        ]}
        acting={(scale) => ({ command: 'chart.scale', args: { scale } })}
      />
    </span>
  )
}

const csvOf = (points: readonly LatencyPoint[], percentiles: readonly Percentile[]): string =>
  commaSeparated([
    ['time', ...percentiles, 'runs'],
    ...points.map(({ time, values, count }) => [
      time,
      ...percentiles.map((name) => values[PERCENTILES[name]] ?? null),
      count,
    ]),
  ])

/** Latency over time by percentile. */
export const LatencyChart = ({ callId, period, shown, fails, newest, choices }: LatencyChartProps) => {
  const world = useWorld()
  const theme = useChartTheme()
  const narrow = useNarrow()
  const { metric, location, percentiles, log } = shown
  const quantiles = percentiles.map((name) => PERCENTILES[name]).join(',')
  const { data, error, refetch } = useResource('statistics.metrics', {
    params: { id: callId, loc: location ?? 'all' },
    query: { start: period.start, end: period.end, metric, quantiles },
  })
  useFollowed(newest, refetch)
  const points = useMemo(() => data?.results ?? [], [data])
  const lines = useMemo(
    () => latencyLines(points, percentiles, data?.meta.interval ?? 'HOUR'),
    [points, percentiles, data],
  )
  const zone = useTicking(() => formats.zone(period.toMs))
  const heightPx = narrow ? NARROW_HEIGHT_PX : HEIGHT_PX
  const figure = useMemo(
    () => latencyFigure(lines, fails, { period, theme, log, heightPx, zone }),
    [lines, fails, period, theme, log, heightPx, zone],
  )
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, format, chart }) => {
        if (type !== 'DOWNLOAD' || format !== 'csv' || (typeof chart === 'string' && chart !== 'latency')) return
        world.download(`latency-${callId}.csv`, 'text/csv', csvOf(points, percentiles))
      },
      [world, callId, points, percentiles],
    ),
  )
  const failed = fails.reduce((sum, { count }) => sum + count, 0)
  if (error && !data) return <LoadError error={error} refetch={refetch} />
  return (
    <ChartFrame
      key={String(shown.table)}
      startsAsTable={shown.table}
      title={metric === 'lag' ? METRICS.lag : 'Latency'}
      sub={`ms, ${metric === 'lag' ? 'from due to start' : METRICS[metric].toLowerCase()}, ${period.words}, ${zone}`}
      controls={
        <>
          {choices === 'all' && <LineChoices shown={shown} />}
          {choices !== 'none' && <MetricChoice metric={metric} />}
          <Menu label="Download latency" icon="download" iconOnly size="small" items={DOWNLOADS} />
        </>
      }
      table={<LatencyTable points={points} percentiles={percentiles} />}
    >
      {data && points.length === 0 ? (
        <p className={classes.waiting}>No results in this range.</p>
      ) : (
        <Suspense fallback={<Skeleton height={heightPx} />}>
          {data ? (
            <Plot
              name="latency"
              fileName={`latency-${callId}`}
              heightPx={heightPx}
              data={figure.data}
              layout={figure.layout}
              finding={latencyFinding(lines, failed)}
              onLink={world.goTo}
            />
          ) : (
            <Skeleton height={heightPx} />
          )}
        </Suspense>
      )}
    </ChartFrame>
  )
}
