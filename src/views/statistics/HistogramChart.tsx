import { useMemo } from 'react'
import { rounded } from '../../domain/core/comma-separated.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { ChartCard, type ChartColumn } from '../kit/chart/ChartCard.tsx'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { LinkTo } from '../parts/act/Go.tsx'
import { hrefOf as hrefOfTarget, type LinkTarget, useLinks } from '../parts/act/links.ts'
import { formats } from '../parts/text/format.ts'
import { useTicking } from '../parts/text/ticker.ts'
import { ChartNote } from './ChartNote.tsx'
import { type ChartPeriod, pictureWindow, zonedWords } from './chart-period.ts'
import { type ChartSearch, METRICS } from './chart-search.ts'
import { ScaleChoice, WireMetricChoice } from './DistributionChoices.tsx'
import { bucketWords, type HistogramBucket, histogramFigure, histogramFinding } from './histogram-figure.ts'
import { madeOf } from './made-of.ts'

const HEIGHT_PX = 320
const NARROW_HEIGHT_PX = 260
const EMPTY = { data: [], layout: {} }

type HistogramChartProps = {
  readonly callId: string
  readonly period: ChartPeriod
  readonly shown: ChartSearch
  /** Id of the monitor's newest result: the chart follows it. */
  readonly newest: string | undefined
}

/** The results of a bucket. The end of a list's filter is inclusive. */
const bucketResults = (
  callId: string,
  { from_ms, to_ms }: HistogramBucket,
  { period, location }: { readonly period: ChartPeriod; readonly location: string | null },
): LinkTarget => ({
  to: 'monitor-results',
  params: { callId },
  search: {
    from: period.start,
    to: formatTime(period.toMs - 1),
    ...(to_ms > 0 && { above: String(from_ms) }),
    up_to: String(to_ms),
    ...(location !== null && { location }),
  },
})

const columnsOf = (
  all: number,
  linkOf: ((bucket: HistogramBucket) => LinkTarget) | null,
): readonly ChartColumn<HistogramBucket>[] => [
  {
    id: 'above_ms',
    head: 'Latency',
    names: true,
    value: ({ from_ms }) => from_ms,
    cell: (bucket) =>
      linkOf ? (
        <LinkTo {...linkOf(bucket)} kind="text">
          {bucketWords(bucket)}
        </LinkTo>
      ) : (
        bucketWords(bucket)
      ),
  },
  { id: 'up_to_ms', head: 'Up to, ms', hide: 's', value: ({ to_ms }) => to_ms, cell: ({ to_ms }) => rounded(to_ms, 3) },
  { id: 'responses', head: 'Responses', value: ({ count }) => count, cell: ({ count }) => formats.count(count) },
  {
    id: 'share',
    head: 'Share',
    value: ({ count }) => (all === 0 ? null : count / all),
    decimals: 4,
    cell: ({ count }) => formats.rate(all === 0 ? null : count / all),
  },
]

/** Number of responses by latency, with marks at p50, p95 and p99. */
export const HistogramChart = ({ callId, period, shown, newest }: HistogramChartProps) => {
  const theme = useChartTheme()
  const narrow = useNarrow()
  const links = useLinks()
  const { scale } = useCurrentRoute().search
  const log = scale !== 'linear'
  const metric = shown.metric === 'lag' ? 'total' : shown.metric
  const { data, error, refetch } = useResource('statistics.histogram', {
    params: { id: callId, loc: shown.location ?? 'all' },
    query: { start: period.start, end: period.end, metric },
  })
  useFollowed(newest, refetch)
  // A list of results can be narrowed by the total alone.
  const { location } = shown
  const linkOf = useMemo(
    () =>
      metric === 'total' ? (bucket: HistogramBucket) => bucketResults(callId, bucket, { period, location }) : null,
    [metric, callId, period, location],
  )
  const figure = useMemo(() => {
    const hrefOf = linkOf ? (bucket: HistogramBucket) => hrefOfTarget(links, linkOf(bucket)) : undefined
    return data ? histogramFigure(data, { theme, log, narrow, hrefOf }) : EMPTY
  }, [data, theme, log, narrow, links, linkOf])
  const zone = useTicking(() => formats.zone(period.toMs))
  const all = data?.meta.count ?? 0
  const finding = data ? histogramFinding(data) : ''
  const columns = useMemo(() => columnsOf(all, linkOf), [all, linkOf])
  const rows = useMemo(() => (data?.meta.count === 0 ? [] : data?.results), [data])
  return (
    <ChartCard
      name="histogram"
      title="Latency histogram"
      sub={`responses by ms, ${METRICS[metric].toLowerCase()}, ${zonedWords(period, zone)}`}
      window={pictureWindow(period)}
      fileName={`histogram-${callId}`}
      controls={
        <>
          <ScaleChoice log={log} />
          <WireMetricChoice metric={metric} />
        </>
      }
      note={
        data &&
        all > 0 && (
          <ChartNote
            finding={finding}
            period={period}
            covered={data.meta}
            made={madeOf(data.meta, { names: 'p50, p95 and p99', isExact: data.meta.exact })}
          />
        )
      }
      rows={rows}
      rowId={({ from_ms, to_ms }) => `${from_ms} ${to_ms}`}
      columns={columns}
      asTable={shown.table}
      figure={figure}
      finding={finding}
      heightPx={narrow ? NARROW_HEIGHT_PX : HEIGHT_PX}
      empty="No responses in this range."
      error={error}
      refetch={refetch}
    />
  )
}
