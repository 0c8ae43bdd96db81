import { useMemo } from 'react'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { ChartCard, type ChartColumn } from '../kit/chart/ChartCard.tsx'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { formats } from '../parts/text/format.ts'
import { useTicking } from '../parts/text/ticker.ts'
import { ChartNote } from './ChartNote.tsx'
import { type ChartPeriod, minuteStep, pictureWindow, zonedWords } from './chart-period.ts'
import type { ChartSearch } from './chart-search.ts'
import { ScaleChoice } from './DistributionChoices.tsx'
import { madeOf } from './made-of.ts'
import { type SizePoint, sizeFigure, sizeFinding } from './size-figure.ts'
import { useZoom } from './use-zoom.ts'

const HEIGHT_PX = 300
const NARROW_HEIGHT_PX = 240
const EMPTY = { data: [], layout: {} }

const size = (id: 'median' | 'p95' | 'max' | 'min', head: string, hide?: 's'): ChartColumn<SizePoint> => ({
  id: `${id}_bytes`,
  head,
  ...(hide && { hide }),
  value: (row) => (row[id] === null ? null : Number(row[id].toFixed(1))),
  cell: (row) => formats.count(row[id]),
})
const COLUMNS: readonly ChartColumn<SizePoint>[] = [
  {
    id: 'time',
    head: 'From',
    names: true,
    value: ({ time }) => time,
    cell: ({ time }) => formats.minute(Date.parse(time)),
  },
  size('min', 'Smallest, B', 's'),
  size('median', 'Median, B'),
  size('p95', 'p95, B'),
  size('max', 'Largest, B'),
  {
    id: 'responses',
    head: 'Responses',
    hide: 's',
    value: ({ count }) => count,
    cell: ({ count }) => formats.count(count),
  },
]

type SizeChartProps = {
  readonly callId: string
  readonly period: ChartPeriod
  readonly shown: ChartSearch
  /** Id of the monitor's newest result: the chart follows it. */
  readonly newest: string | undefined
}

/** Sizes of responses over time. */
export const SizeChart = ({ callId, period, shown, newest }: SizeChartProps) => {
  const theme = useChartTheme()
  const narrow = useNarrow()
  const zoom = useZoom(period)
  const step = minuteStep(period)
  const { data, error, refetch } = useResource('statistics.sizes', {
    params: { id: callId, loc: shown.location ?? 'all' },
    query: { start: period.start, end: period.end, ...(step && { interval: step }) },
  })
  useFollowed(newest, refetch)
  const zone = useTicking(() => formats.zone(period.toMs))
  const { log } = shown
  const figure = useMemo(
    () => (data ? sizeFigure(data.results, data.meta.interval, { period, theme, log, zone }) : EMPTY),
    [data, period, theme, log, zone],
  )
  const rows = useMemo(() => data?.results.toReversed(), [data])
  const count = useMemo(() => (data?.results ?? []).reduce((sum, each) => sum + each.count, 0), [data])
  const finding = sizeFinding(data?.results ?? [], data?.meta.interval ?? 'HOUR')
  return (
    <ChartCard
      name="response-size"
      title="Response size"
      sub={`bytes, ${zonedWords(period, zone)}`}
      window={pictureWindow(period)}
      fileName={`response-size-${callId}`}
      controls={<ScaleChoice log={log} />}
      note={
        data &&
        count > 0 && (
          <ChartNote
            finding={finding}
            period={period}
            covered={data.meta}
            made={madeOf({ count, source: data.meta.source }, null)}
          />
        )
      }
      rows={rows}
      rowId={({ time }) => time}
      columns={COLUMNS}
      asTable={shown.table}
      figure={figure}
      finding={finding}
      heightPx={narrow ? NARROW_HEIGHT_PX : HEIGHT_PX}
      empty="No responses in this range."
      error={error}
      refetch={refetch}
      onRange={zoom}
    />
  )
}
