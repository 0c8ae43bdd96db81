import { useMemo } from 'react'
import { VITALS } from '../../contract/results/vitals.ts'
import { isVital, VITAL_FACTS, type VitalName } from '../../domain/statistics/vitals.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { ChartCard, type ChartColumn } from '../kit/chart/ChartCard.tsx'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { Segmented } from '../parts/form/Segmented.tsx'
import { formats } from '../parts/text/format.ts'
import { useTicking } from '../parts/text/ticker.ts'
import { type ChartPeriod, minuteStep, pictureWindow, zonedWords } from './chart-period.ts'
import type { ChartSearch } from './chart-search.ts'
import { latencyFigure } from './latency-figure.ts'
import { type LatencyPoint, linesOf } from './latency-series.ts'
import { useZoom } from './use-zoom.ts'
import { intervalOf, VITAL_LINES, VITAL_MEASURES, vitalFinding, vitalPoints, vitalValue } from './vital-series.ts'

const HEIGHT_PX = 220
const VITAL_OPTIONS = VITALS.map((value) => ({ value, label: value.toUpperCase() }))

type VitalsChartProps = {
  readonly monitorId: string
  readonly period: ChartPeriod
  readonly shown: ChartSearch
  /** Id of the monitor's newest result: the chart follows it. */
  readonly newest: string | undefined
}

const columnsOf = (name: VitalName): ChartColumn<LatencyPoint>[] => [
  {
    id: 'time',
    head: 'From',
    names: true,
    value: ({ time }) => time,
    cell: ({ time }) => formats.minute(Date.parse(time)),
  },
  ...VITAL_MEASURES.map((measure) => ({
    id: measure,
    head: measure,
    value: ({ values }: LatencyPoint) => values[measure] ?? null,
    cell: ({ values }: LatencyPoint) => vitalValue(name, values[measure]),
  })),
  { id: 'runs', head: 'Runs', value: ({ count }) => count, cell: ({ count }) => formats.count(count) },
]

/** A web vital of a browser test over time, with the limits of what is good and poor. */
export const VitalsChart = ({ monitorId, period, shown, newest }: VitalsChartProps) => {
  const theme = useChartTheme()
  const narrow = useNarrow()
  const zoom = useZoom(period)
  const { vital = '' } = useCurrentRoute().search
  const name = isVital(vital) ? vital : 'lcp'
  const { words, good, poor, unit } = VITAL_FACTS[name]
  const step = minuteStep(period)
  const { data, error, refetch } = useResource('statistics.browser-performance', {
    body: {
      monitors: [monitorId],
      from: period.start,
      to: period.end,
      measures: [...VITAL_MEASURES],
      ...(step && { interval: step }),
      ...(shown.location !== null && { locations: [shown.location] }),
    },
  })
  useFollowed(newest, refetch)
  const points = useMemo(() => (data ? vitalPoints(data, name) : []), [data, name])
  const rows = useMemo(() => (data ? points.toReversed() : undefined), [data, points])
  const columns = useMemo(() => columnsOf(name), [name])
  const zone = useTicking(() => formats.zone(period.toMs))
  const heightPx = narrow ? HEIGHT_PX - 20 : HEIGHT_PX
  const figure = useMemo(() => {
    const lines = linesOf(points, VITAL_LINES, data ? intervalOf(data) : 'HOUR')
    const limits = [good, poor]
    return latencyFigure(lines, [], { period, theme, log: false, unit, limits, heightPx, zone })
  }, [points, data, good, poor, unit, period, theme, heightPx, zone])
  const limits = `good up to ${vitalValue(name, good)}, poor above ${vitalValue(name, poor)}`
  return (
    <ChartCard
      name="vitals"
      title="Web vitals"
      sub={`${words}${unit === '' ? '' : `, ${unit}`}, ${zonedWords(period, zone)}; ${limits}`}
      window={pictureWindow(period)}
      fileName={`${name}-${monitorId}`}
      rows={rows}
      rowId={({ time }) => time}
      columns={columns}
      asTable={shown.table}
      figure={figure}
      finding={vitalFinding(name, points)}
      heightPx={heightPx}
      empty={
        data?.results.length === 0
          ? 'No data: no run in this range loaded the page.'
          : `No data: no run in this range measured ${name.toUpperCase()}.`
      }
      error={error}
      refetch={refetch}
      onRange={zoom}
      controls={
        <Segmented
          label="Web vital"
          value={name}
          options={VITAL_OPTIONS}
          acting={(value) => ({ command: 'chart.vital', args: { vital: value } })}
        />
      }
    />
  )
}
