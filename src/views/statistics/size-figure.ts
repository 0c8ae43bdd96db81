import type { Data, Layout } from 'plotly.js'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { type ChartTheme, DASHES } from '../kit/chart/chart-theme.ts'
import { DATE_TICKS } from '../kit/chart/date-ticks.ts'
import { formats } from '../parts/text/format.ts'
import type { ChartPeriod } from './chart-period.ts'
import { type Interval, linesOf, STEP_WORDS } from './latency-series.ts'
import { evenValues, roundValues } from './value-axis.ts'

export type Sizes = AnswerOf<ProductContract['statistics.sizes']>
export type SizePoint = Sizes['results'][number]

/** Lines of the chart, with their names. */
const LINES = { median: 'Median', p95: 'p95', max: 'Largest' } as const
const POINT_PX = 6

const numbers = (values: readonly (number | null)[]): number[] => values.flatMap((value) => value ?? [])

type Options = {
  readonly period: ChartPeriod
  readonly theme: ChartTheme
  readonly log: boolean
  readonly zone: string
}

/** Plotly figure: lines of the median, p95 and largest response over time. */
export const sizeFigure = (
  points: readonly SizePoint[],
  interval: Interval,
  { period, theme, log, zone }: Options,
): { data: Data[]; layout: Partial<Layout> } => {
  const lines = linesOf(
    points.map(({ time, count, median, p95, max }) => ({
      time,
      count,
      values: { median: median ?? 0, p95: p95 ?? 0, max: max ?? 0 },
    })),
    Object.fromEntries(Object.entries(LINES).map(([key, name]) => [name, key])),
    interval,
  )
  const isSparse = points.length < 3
  const most = Math.max(1, ...points.map(({ max }) => max ?? 0))
  const least = Math.max(1, Math.min(most, ...points.map(({ median }) => median || most)))
  const range = log ? [Math.log10(least) - 0.2, Math.log10(most) + 0.1] : [0, most * 1.08]
  const ticks = log ? roundValues(least * 0.63, most * 1.25, 5) : evenValues(most, 4)
  return {
    data: lines.map(({ name, times, values }, index) => ({
      type: 'scatter',
      mode: isSparse ? 'markers' : 'lines+markers',
      name,
      x: times.map((time) => formats.wallClock(Date.parse(time))),
      y: [...values],
      text: values.map((value) => formats.bytes(value)),
      connectgaps: false,
      // Plotly accepts dash lengths; its types only allow names.
      line: { width: index === 0 ? 2 : 1.5, color: theme.series[index] ?? '', dash: DASHES[index] as 'solid' },
      marker: {
        color: theme.series[index] ?? '',
        // A point between two gaps, to which no line leads, is drawn.
        size: isSparse
          ? POINT_PX
          : values.map((_, at) =>
              (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null ? POINT_PX : 0,
            ),
      },
      hovertemplate: '%{text}',
    })),
    layout: {
      showlegend: true,
      legend: { orientation: 'h', x: 0, y: 1.02, yanchor: 'bottom' },
      xaxis: {
        type: 'date',
        range: [formats.wallClock(period.fromMs), formats.wallClock(period.toMs)],
        fixedrange: true,
        hoverformat: `%-d %b, %H:%M ${zone}`,
        ...DATE_TICKS,
      },
      yaxis: {
        ...(log && { type: 'log' }),
        range,
        fixedrange: true,
        tickvals: ticks,
        ticktext: ticks.map((bytes) => formats.bytes(bytes)),
      },
      margin: { l: 60, r: 20, t: 32, b: 36 },
    },
  }
}

/** "at 21 Nov, 14:19 CET", "in the hour from 21 Nov, 14:00 CET". */
const whenOf = (time: string, interval: Interval): string => {
  const moment = formats.minute(Date.parse(time))
  return interval === 'PT1M' ? `at ${moment}` : `in the ${STEP_WORDS[interval]} from ${moment}`
}

/** Text alternative of the chart: the range of the median, and the time of the largest response. */
export const sizeFinding = (points: readonly SizePoint[], interval: Interval): string => {
  const medians = numbers(points.map(({ median }) => median))
  const largest = points.reduce<SizePoint | null>((a, b) => (a === null || (b.max ?? 0) > (a.max ?? 0) ? b : a), null)
  if (medians.length === 0 || !largest) return 'No responses in this range.'
  const [least, most] = [Math.min(...medians), Math.max(...medians)]
  const [from, to] = [formats.bytes(least), formats.bytes(most)]
  const where = from === to ? `is ${from} throughout` : `lies between ${from} and ${to}`
  if (formats.bytes(largest.max) === to) return `The median response ${where}, and none is larger.`
  return `The median response ${where}. The largest has ${formats.bytes(largest.max)}, ${whenOf(largest.time, interval)}.`
}
