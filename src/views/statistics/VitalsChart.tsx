import { Suspense, useCallback, useMemo } from 'react'
import { VITALS } from '../../contract/results/vitals.ts'
import { commaSeparated } from '../../domain/core/comma-separated.ts'
import { isVital, VITAL_FACTS } from '../../domain/statistics/vitals.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
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
import { Table } from '../parts/table/Table.tsx'
import { formats } from '../parts/text/format.ts'
import { Skeleton } from '../parts/text/Loading.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import { type ChartPeriod, zonedWords } from './chart-period.ts'
import type { ChartSearch } from './chart-search.ts'
import classes from './charts.module.css'
import { latencyFigure } from './latency-figure.ts'
import { type LatencyPoint, linesOf } from './latency-series.ts'
import { intervalOf, VITAL_LINES, VITAL_MEASURES, vitalFinding, vitalPoints, vitalValue } from './vital-series.ts'

const HEIGHT_PX = 220
const VITAL_OPTIONS = VITALS.map((value) => ({ value, label: value.toUpperCase() }))
const DOWNLOADS = [
  { command: 'chart.download', args: { chart: 'vitals', format: 'png' }, label: 'Picture (PNG)' },
  { command: 'chart.download', args: { chart: 'vitals', format: 'csv' }, label: 'Figures (CSV)' },
]

type VitalsChartProps = {
  readonly monitorId: string
  readonly period: ChartPeriod
  readonly shown: ChartSearch
  /** Id of the monitor's newest result: the chart follows it. */
  readonly newest: string | undefined
}

/** A web vital of a browser test over time, with the limits of what is good and poor. */
export const VitalsChart = ({ monitorId, period, shown, newest }: VitalsChartProps) => {
  const world = useWorld()
  const theme = useChartTheme()
  const narrow = useNarrow()
  const { vital = '' } = useCurrentRoute().search
  const name = isVital(vital) ? vital : 'lcp'
  const { words, good, poor, unit } = VITAL_FACTS[name]
  const { data, error, refetch } = useResource('statistics.browser-performance', {
    body: {
      monitors: [monitorId],
      from: period.start,
      to: period.end,
      measures: [...VITAL_MEASURES],
      ...(shown.location !== null && { locations: [shown.location] }),
    },
  })
  useFollowed(newest, refetch)
  const points = useMemo(() => (data ? vitalPoints(data, name) : []), [data, name])
  const zone = useTicking(() => formats.zone(period.toMs))
  const heightPx = narrow ? HEIGHT_PX - 20 : HEIGHT_PX
  const figure = useMemo(() => {
    const lines = linesOf(points, VITAL_LINES, data ? intervalOf(data) : 'HOUR')
    const limits = [good, poor]
    return latencyFigure(lines, [], { period, theme, log: false, unit, limits, heightPx, zone })
  }, [points, data, good, poor, unit, period, theme, heightPx, zone])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, format, chart }) => {
        if (type !== 'DOWNLOAD' || format !== 'csv' || chart !== 'vitals') return
        const rows = points.map(({ time, values, count }) => [
          time,
          ...VITAL_MEASURES.map((measure) => values[measure] ?? null),
          count,
        ])
        world.download(
          `${name}-${monitorId}.csv`,
          'text/csv',
          commaSeparated([['time', ...VITAL_MEASURES, 'runs'], ...rows]),
        )
      },
      [world, name, monitorId, points],
    ),
  )
  if (error && !data) return <LoadError error={error} refetch={refetch} />
  const limits = `good up to ${vitalValue(name, good)}, poor above ${vitalValue(name, poor)}`
  return (
    <ChartFrame
      key={String(shown.table)}
      startsAsTable={shown.table}
      title="Web vitals"
      sub={`${words}${unit === '' ? '' : `, ${unit}`}, ${zonedWords(period, zone)}; ${limits}`}
      controls={
        <>
          <Segmented
            label="Web vital"
            value={name}
            options={VITAL_OPTIONS}
            acting={(value) => ({ command: 'chart.vital', args: { vital: value } })}
          />
          <Menu label="Download web vitals" icon="download" iconOnly size="small" items={DOWNLOADS} />
        </>
      }
      table={
        <Table
          label="Web vitals"
          dense
          rows={points.toReversed()}
          rowId={({ time }) => time}
          rowName={({ time }) => time}
          columns={[
            { id: 'time', head: 'From', names: true, cell: ({ time }) => formats.minute(Date.parse(time)) },
            ...VITAL_MEASURES.map((measure) => ({
              id: measure,
              head: measure,
              align: 'end' as const,
              cell: ({ values }: LatencyPoint) => vitalValue(name, values[measure]),
            })),
            {
              id: 'runs',
              head: 'Runs',
              align: 'end' as const,
              cell: ({ count }: LatencyPoint) => formats.count(count),
            },
          ]}
        />
      }
    >
      {data && points.length === 0 ? (
        <p className={classes.waiting}>
          {data.results.length === 0
            ? 'No data: no run in this range loaded the page.'
            : `No data: no run in this range measured ${name.toUpperCase()}.`}
        </p>
      ) : data ? (
        <Suspense fallback={<Skeleton height={heightPx} />}>
          <Plot
            name="vitals"
            fileName={`${name}-${monitorId}`}
            heightPx={heightPx}
            data={figure.data}
            layout={figure.layout}
            finding={vitalFinding(name, points)}
            onLink={world.goTo}
          />
        </Suspense>
      ) : (
        <Skeleton height={heightPx} />
      )}
    </ChartFrame>
  )
}
