import { useMemo } from 'react'
import { rounded } from '../../domain/core/comma-separated.ts'
import { ChartCard, type ChartColumn } from '../kit/chart/ChartCard.tsx'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { formats } from '../parts/text/format.ts'
import { bucketWords, type HistogramBucket, histogramFigure, histogramFinding } from '../statistics/histogram-figure.ts'
import { chartWindow, type GroupChartProps, useGroupHistogram } from './group-chart.ts'

const HEIGHT_PX = 320
const NARROW_HEIGHT_PX = 260
const EMPTY = { data: [], layout: {} }

const columns: readonly ChartColumn<HistogramBucket>[] = [
  {
    id: 'above_ms',
    head: 'Latency',
    names: true,
    value: ({ from_ms }) => from_ms,
    cell: bucketWords,
  },
  { id: 'up_to_ms', head: 'Up to, ms', hide: 's', value: ({ to_ms }) => to_ms, cell: ({ to_ms }) => rounded(to_ms, 3) },
  { id: 'responses', head: 'Responses', value: ({ count }) => count, cell: ({ count }) => formats.count(count) },
]

/** Number of responses of a group by latency, with marks at p50, p95 and p99. */
export const GroupHistogram = (props: GroupChartProps) => {
  const theme = useChartTheme()
  const narrow = useNarrow()
  const { data, error, refetch } = useGroupHistogram(props)
  const figure = useMemo(
    () => (data ? histogramFigure(data, { theme, log: true, narrow }) : EMPTY),
    [data, theme, narrow],
  )
  const rows = useMemo(() => (data?.meta.count === 0 ? [] : data?.results), [data])
  return (
    <ChartCard
      name="histogram"
      title="Latency histogram"
      sub={`responses by ms, all monitors together${data ? `, ${chartWindow(data.meta).words}` : ''}`}
      fileName="report-histogram"
      rows={rows}
      rowId={({ from_ms, to_ms }) => `${from_ms} ${to_ms}`}
      columns={columns}
      figure={figure}
      finding={data ? histogramFinding(data) : ''}
      heightPx={narrow ? NARROW_HEIGHT_PX : HEIGHT_PX}
      empty="No responses in this period."
      error={error}
      refetch={refetch}
    />
  )
}
