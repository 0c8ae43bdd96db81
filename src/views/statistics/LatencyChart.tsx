import { useMemo } from 'react'
import { useLocationName } from '../agents/use-location-name.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { ChartCard } from '../kit/chart/ChartCard.tsx'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { Go } from '../parts/act/Go.tsx'
import { hrefOf, useLinks } from '../parts/act/links.ts'
import { formats } from '../parts/text/format.ts'
import { useTicking } from '../parts/text/ticker.ts'
import { AnnotationList } from './AnnotationList.tsx'
import { changeWords, latencyNotes } from './change-words.ts'
import { annotationShapes, annotationTarget, annotationTrace, dotTrace } from './chart-marks.ts'
import { type ChartPeriod, pictureWindow, zonedWords } from './chart-period.ts'
import { type ChartSearch, METRICS, sharedSearch } from './chart-search.ts'
import { DotLegend } from './DotLegend.tsx'
import { dotGroups, pointWords } from './dot-groups.ts'
import { LatencyTools } from './LatencyTools.tsx'
import { percentileColumns, phaseColumns } from './latency-columns.tsx'
import { type FailMark, latencyFigure } from './latency-figure.ts'
import { latencyFinding, latencyLines, STEP_WORDS } from './latency-series.ts'
import { PhaseLegend } from './PhaseLegend.tsx'
import { phaseTraces, shownPhases, stackFinding } from './phase-stack.ts'
import { resultsOf } from './point-links.ts'
import { useChanges, useDots, useLineBefore, usePercentiles, usePhases } from './use-latency.ts'
import { useZoom } from './use-zoom.ts'

const HEIGHT_PX = 260
const NARROW_HEIGHT_PX = 200
/** Most single results that a chart of its usual and of a phone's width has room for. */
const DOTS = 2000
const NARROW_DOTS = 800

type LatencyChartProps = {
  readonly callId: string
  readonly period: ChartPeriod
  readonly shown: ChartSearch
  readonly fails: readonly FailMark[]
  /** Id of the monitor's newest result: the chart follows it. */
  readonly newest: string | undefined
  /** `all` has every choice, single results and annotations; `none` is the chart alone. */
  readonly choices: 'none' | 'all'
  /** Whether it leads to its tab. */
  readonly links?: boolean
}

/** Latency of a monitor over time: percentile lines or stacked phases, with failed runs, single results and annotations. */
export const LatencyChart = ({
  callId,
  period,
  shown: asked,
  fails,
  newest,
  choices,
  links: isLinked,
}: LatencyChartProps) => {
  const isFull = choices === 'all'
  const shown = useMemo(() => (isFull ? asked : { ...asked, lines: 'percentiles' as const }), [isFull, asked])
  const theme = useChartTheme()
  const narrow = useNarrow()
  const links = useLinks()
  const { search } = useCurrentRoute()
  const locationName = useLocationName()
  const zoom = useZoom(period)
  const { metric, location, percentiles, log, lines: kind } = shown
  const isStacked = kind === 'phases'
  const of = { callId, period, shown, newest }
  const quantiles = usePercentiles(of)
  const phases = usePhases(of)
  const dots = useDots(of, isFull ? (narrow ? NARROW_DOTS : DOTS) : null)
  const before = useLineBefore(of, { isWanted: isFull, step: quantiles.step })
  const changes = useChanges(of, isFull)
  const { data: marks } = useResource(
    'statistics.annotations',
    isFull ? { params: { id: callId }, query: { start: period.start, end: period.end } } : null,
  )
  const { error, refetch } = isStacked ? phases : quantiles
  const points = isStacked ? phases.points : quantiles.data?.results
  const interval = isStacked ? phases.interval : (quantiles.data?.meta.interval ?? 'HOUR')
  const zone = useTicking(() => formats.zone(period.toMs))
  const heightPx = narrow ? NARROW_HEIGHT_PX : HEIGHT_PX
  const lines = useMemo(() => {
    if (isStacked) return []
    const known = points ?? []
    const hrefs = new Map(
      known.map((point) => [point.time, hrefOf(links, resultsOf(callId, point, { interval, location }))]),
    )
    return latencyLines(known, percentiles, interval).map((line) => ({
      ...line,
      links: line.times.map((time) => hrefs.get(time) ?? null),
    }))
  }, [isStacked, points, percentiles, interval, links, callId, location])
  const groups = useMemo(
    () => (dots && shown.dots !== null ? dotGroups(dots.results, shown.dots, { theme, locationName }) : []),
    [dots, shown.dots, theme, locationName],
  )
  // A failure with a response has its dot.
  const marked = useMemo(() => {
    const dotted = new Set(groups.flatMap((group) => group.points.map(({ id }) => id)))
    return fails.filter(({ resultId }) => resultId === undefined || !dotted.has(resultId))
  }, [groups, fails])
  const annotations = useMemo(() => marks?.results ?? [], [marks])
  const figure = useMemo(() => {
    const href = (annotation: (typeof annotations)[number]) => hrefOf(links, annotationTarget(callId, annotation))
    const dotLinks = {
      href: ({ id }: { id: string }) => links.href('result', { resultId: id }),
      words: (point: Parameters<typeof pointWords>[0]) => pointWords(point, locationName),
    }
    const stack = isStacked
      ? phaseTraces(points ?? [], {
          interval,
          theme,
          href: (point) => hrefOf(links, resultsOf(callId, point, { interval, location })),
        })
      : []
    return latencyFigure(lines, marked, {
      ...{ period, theme, heightPx, zone, before, stack, log: log && !isStacked },
      beside: [
        ...groups.map((group) => dotTrace(group, dotLinks)),
        ...(annotations.length > 0 ? [annotationTrace(annotations, { theme, href })] : []),
      ],
      shapes: annotationShapes(annotations, theme),
      values: [
        ...groups.flatMap((group) => group.points.flatMap(({ value }) => value ?? [])),
        ...(isStacked ? (points ?? []).map(({ values }) => values.total ?? 0) : []),
      ],
    })
  }, [
    lines,
    marked,
    period,
    theme,
    log,
    heightPx,
    zone,
    before,
    isStacked,
    points,
    interval,
    groups,
    annotations,
    links,
    callId,
    location,
    locationName,
  ])
  const columns = useMemo(() => {
    const known = { callId, interval, location }
    return isStacked ? phaseColumns(shownPhases(points ?? []), known) : percentileColumns(percentiles, known)
  }, [isStacked, points, percentiles, callId, interval, location])
  const rows = useMemo(() => points?.toReversed(), [points])
  const failed = fails.reduce((sum, { count }) => sum + count, 0)
  const meta = isStacked ? phases.data?.meta : quantiles.data?.meta
  const covered = meta && { start: 'start' in meta ? meta.start : meta.from, end: 'end' in meta ? meta.end : meta.to }
  const what = isStacked ? 'mean of each phase' : metric === 'lag' ? 'from due to start' : METRICS[metric].toLowerCase()
  return (
    <ChartCard
      name="latency"
      title={metric === 'lag' ? METRICS.lag : 'Latency'}
      sub={`ms, ${what}, per ${STEP_WORDS[interval]}, ${zonedWords(period, zone)}`}
      window={pictureWindow(period)}
      fileName={`latency-${callId}`}
      rows={rows}
      rowId={({ time }) => time}
      columns={columns}
      asTable={shown.table}
      figure={figure}
      finding={isStacked ? stackFinding(points ?? []) : latencyFinding(lines, failed)}
      heightPx={heightPx}
      error={error}
      refetch={refetch}
      onRange={isFull ? zoom : undefined}
      controls={
        isLinked && (
          <Go to="monitor-latency" params={{ callId }} search={sharedSearch(search)} kind="ghost" size="small">
            Latency tab
          </Go>
        )
      }
      tools={
        isFull ? (
          <LatencyTools shown={shown} period={period} addresses={quantiles.data?.meta.dest_ips ?? []} />
        ) : undefined
      }
      note={latencyNotes({
        period,
        covered,
        isStacked,
        dots: dots && { shown: dots.results.length, count: dots.meta.count },
        changes: changes && changeWords(changes, shown, period),
      })}
      legend={
        groups.length > 0 ? (
          <DotLegend groups={groups} />
        ) : isStacked ? (
          <PhaseLegend phases={shownPhases(points ?? [])} />
        ) : undefined
      }
      after={<AnnotationList callId={callId} annotations={annotations} more={marks?.meta.more ?? false} />}
    />
  )
}
