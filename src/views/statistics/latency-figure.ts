import type { Data, Layout } from 'plotly.js'
import { largestOf, smallestOf } from '../../domain/core/extremes.ts'
import { type ChartTheme, DASHES } from '../kit/chart/chart-theme.ts'
import { DATE_TICKS } from '../kit/chart/date-ticks.ts'
import { shownAt } from './chart-marks.ts'
import type { ChartPeriod } from './chart-period.ts'
import type { LatencyLine } from './latency-series.ts'

/** Failed runs of one moment, hour or day: position of the mark, and the link to their results. */
export type FailMark = {
  readonly time: string
  readonly count: number
  readonly href: string
  readonly words: string
  /** Id of the result that a mark of a single run stands for. */
  readonly resultId?: string
}

/** A line between two points would look like a trend. */
const LEAST_POINTS = 3
/** Above this number, marks are drawn smaller. */
const CROWDED = 40
const LABEL_PX = 14
/** Keeps the lowest label clear of the marks on the axis. */
const LOWEST_PX = 12
/** Lowest value of a logarithmic axis. */
const LEAST_LOG = 0.1
/** Space for axes and margins. */
const AROUND_PX = 56

const isLine = ({ values }: LatencyLine): boolean => values.filter((value) => value !== null).length >= LEAST_POINTS

/** Size of a point that no line leads to, in px. */
const POINT_PX = 6

/** Sizes of a line's points, in px: only those between two gaps are drawn, since no line leads to them. */
const pointSizes = (values: LatencyLine['values']): number[] => {
  const isGap = (place: number): boolean => (values[place] ?? null) === null
  return values.map((_, place) => (!isGap(place) && isGap(place - 1) && isGap(place + 1) ? POINT_PX : 0))
}

const lineOf = (line: LatencyLine, index: number, { theme, unit = 'ms' }: FigureOptions): Data => ({
  type: 'scatter',
  mode: isLine(line) ? 'lines+markers' : 'markers',
  name: line.name,
  x: line.times.map(shownAt),
  y: [...line.values],
  connectgaps: false,
  line: { width: index === 0 ? 2 : 1.5, color: theme.series[index] ?? '', ...dashOf(index) },
  marker: { color: theme.series[index] ?? '', size: isLine(line) ? pointSizes(line.values) : POINT_PX },
  hovertemplate: unit === 'ms' ? '%{y:,.0f} ms' : '%{y:.3f}',
  ...(line.links && { customdata: [...line.links] }),
})

/** The period before, drawn below the lines. */
const beforeLine = (line: LatencyLine, theme: ChartTheme): Data => ({
  type: 'scatter',
  mode: 'lines',
  name: line.name,
  x: line.times.map(shownAt),
  y: [...line.values],
  connectgaps: false,
  line: { width: 1.5, color: theme.limit, dash: 'dot' },
  hovertemplate: '%{y:,.0f} ms',
})

// Plotly accepts dash lengths; its types only allow names.
const dashOf = (index: number): { dash: 'solid' } => ({ dash: DASHES[index % DASHES.length] as 'solid' })

const marksOf = (fails: readonly FailMark[], theme: ChartTheme): Data => ({
  type: 'scatter',
  mode: 'markers',
  name: 'failed',
  x: fails.map(({ time }) => shownAt(time)),
  y: fails.map(() => 0),
  yaxis: 'y2',
  customdata: fails.map(({ href }) => href),
  text: fails.map(({ words }) => words),
  marker: { symbol: 'square', size: fails.length > CROWDED ? 5 : 7, color: theme.fail },
  hovertemplate: '%{text}<extra></extra>',
  cliponaxis: false,
})

type End = { readonly name: string; readonly value: number; readonly color: string }

/** From the bottom to the top of the value axis; powers of ten where it is logarithmic. */
type Range = readonly [bottom: number, top: number]

/** The lowest power of ten has a tick, and so has the axis. */
const rangeOf = (values: readonly number[], most: number, log: boolean): Range => {
  if (!log) return [0, most * 1.08]
  const least = Math.max(LEAST_LOG, smallestOf([most, ...values.filter((value) => value > 0)]))
  const bottom = Math.floor(Math.log10(least))
  return [bottom, Math.max(bottom + 1, Math.log10(most) + 0.05)]
}

/**
 * Heights of labels in px, lowest first, each as near to its own as the others let it: those that would overlap are moved up, and
 * down again from the top of the chart, where they would be cut off.
 */
export const spreadLabels = (ownPx: readonly number[], topPx: number): readonly number[] => {
  let lastPx = LOWEST_PX - LABEL_PX
  const raised = ownPx.map((own) => {
    lastPx = Math.max(own, lastPx + LABEL_PX)
    return lastPx
  })
  return raised.map((px, index) => Math.min(px, topPx - (raised.length - 1 - index) * LABEL_PX))
}

/** Line labels at the right end, none over another. */
const namesAt = (ends: readonly End[], log: boolean, [bottom, top]: Range, heightPx: number): Layout['annotations'] => {
  const plotPx = heightPx - AROUND_PX
  const onAxis = (value: number) => (log ? Math.log10(Math.max(value, LEAST_LOG)) : value)
  const sorted = [...ends].sort((a, b) => a.value - b.value)
  const ownPx = sorted.map(({ value }) => ((onAxis(value) - bottom) / (top - bottom)) * plotPx)
  const placedPx = spreadLabels(ownPx, plotPx)
  return sorted.map(({ name, value, color }, index) => ({
    xref: 'paper',
    x: 1,
    y: onAxis(value),
    text: name,
    showarrow: false,
    xanchor: 'left',
    xshift: 6,
    yshift: (placedPx[index] ?? 0) - (ownPx[index] ?? 0),
    // Not `<b>`: Plotly renders it as a style attribute, which the Content-Security-Policy blocks.
    font: { color, size: 12, weight: 700 },
  }))
}

const endsOf = (lines: readonly LatencyLine[], theme: ChartTheme): End[] =>
  lines.flatMap(({ name, values }, index) => {
    const value = values.findLast((each) => each !== null)
    return value === undefined || value === null ? [] : [{ name, value, color: theme.series[index] ?? '' }]
  })

type FigureOptions = {
  readonly period: ChartPeriod
  readonly theme: ChartTheme
  readonly log: boolean
  /** Default: milliseconds. Empty: small numbers without a unit. */
  readonly unit?: 'ms' | ''
  /** Values worth a line across the chart, such as the limit of what is good. */
  readonly limits?: readonly number[]
  /** The period before, moved to this one. */
  readonly before?: LatencyLine | null
  /** Traces of single results and of annotations, above the lines. */
  readonly beside?: readonly Data[]
  /** Values that are drawn besides the lines, such as those of single results, which the axis has room for. */
  readonly values?: readonly number[]
  /** Traces in place of lines, such as stacked bars; `values` must hold their heights. */
  readonly stack?: readonly Data[]
  /** Vertical lines and bands. */
  readonly shapes?: Layout['shapes']
  readonly heightPx: number
  /** Short name of the reader's time zone. */
  readonly zone: string
}

/**
 * Plotly figure: lines with distinct dashes and labels at their ends, failed runs as squares on the axis that link to
 * their results.
 */
export const latencyFigure = (
  lines: readonly LatencyLine[],
  fails: readonly FailMark[],
  options: FigureOptions,
): { data: Data[]; layout: Partial<Layout> } => {
  const { period, theme, log, unit = 'ms', limits = [], heightPx, zone, before, beside = [], stack = [] } = options
  const drawn = before ? [...lines, before] : lines
  const values = [...drawn.flatMap((line) => line.values.filter((value) => value !== null)), ...(options.values ?? [])]
  const most = largestOf([unit === 'ms' ? 1 : 0.01, ...values])
  const range = rangeOf(values, most, log)
  return {
    data: [
      ...stack,
      ...(before ? [beforeLine(before, theme)] : []),
      ...lines.map((line, index) => lineOf(line, index, options)),
      ...beside,
      ...(fails.length > 0 ? [marksOf(fails, theme)] : []),
    ],
    layout: {
      xaxis: {
        type: 'date',
        range: [shownAt(period.start), shownAt(period.end)],
        fixedrange: true,
        hoverformat: `%-d %b, %H:%M ${zone}`,
        ...DATE_TICKS,
      },
      yaxis: { ...(log && { type: 'log', dtick: 1 }), range: [...range], fixedrange: true, nticks: 5 },
      yaxis2: { overlaying: 'y', range: [0, 1], visible: false, fixedrange: true },
      ...(stack.length > 0 && { barmode: 'stack' as const, bargap: 0 }),
      ...(beside.length > 0 && { hovermode: 'closest' as const }),
      shapes: [
        ...(options.shapes ?? []),
        ...limits
          .filter((value) => value <= most * 1.08)
          .map((value) => ({
            type: 'line' as const,
            xref: 'paper' as const,
            ...{ x0: 0, x1: 1, y0: value, y1: value },
            layer: 'below' as const,
            line: { color: theme.limit, width: 1, dash: 'dot' as const },
          })),
      ],
      annotations: namesAt(endsOf(lines, theme), log, range, heightPx),
      margin: { l: 52, r: 44, t: 12, b: 36 },
    },
  }
}
