import type { Data, Layout } from 'plotly.js'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { HOUR_MS } from '../../domain/core/periods.ts'
import { usualBand } from '../../domain/statistics/baseline.ts'
import type { ChartTheme } from '../kit/chart/chart-theme.ts'
import { DATE_TICKS } from '../kit/chart/date-ticks.ts'
import { formats } from '../parts/text/format.ts'

/** An hour of a monitor at all locations together, and what is usual. */
export type Hour = AnswerOf<ProductContract['baseline.hourlies']>['results'][number]

/** The band of usual medians; null without a baseline. All hours have the same. */
const bandOf = (hours: readonly Hour[]): { p50: number; low: number; high: number } | null => {
  const [first] = hours
  if (!first || first.baseline_p50 === null || first.baseline_mad === null) return null
  return { p50: first.baseline_p50, ...usualBand({ p50: first.baseline_p50, mad: first.baseline_mad }) }
}

/** Hours whose median is outside the band. */
const unusualHours = (hours: readonly Hour[]): readonly Hour[] => {
  const band = bandOf(hours)
  return band ? hours.filter(({ p50 }) => p50 !== null && (p50 < band.low || p50 > band.high)) : []
}

/** The chart as a sentence. */
export const hourlyFinding = (hours: readonly Hour[]): string => {
  const band = bandOf(hours)
  if (!band) return `Medians of ${formats.count(hours.length)} hours. There is too little history for a usual band.`
  const outside = unusualHours(hours)
  const usual = `The usual band is ${formats.latency(band.low)} to ${formats.latency(band.high)} around ${formats.latency(band.p50)}.`
  if (outside.length === 0) return `All ${formats.count(hours.length)} hours are within it. ${usual}`
  return `${formats.count(outside.length)} of ${formats.count(hours.length)} hours are outside of it. ${usual}`
}

type Options = { readonly from: number; readonly to: number; readonly theme: ChartTheme; readonly zone: string }

const at = (ms: number): string => formats.wallClock(ms)

/** Plotly figure: medians by hour, the usual band, and squares on hours outside of it. Gaps are hours without results. */
export const hourlyFigure = (
  hours: readonly Hour[],
  { from, to, theme, zone }: Options,
): { data: Data[]; layout: Partial<Layout> } => {
  const band = bandOf(hours)
  const outside = unusualHours(hours)
  const byStart = new Map(hours.map((hour) => [Date.parse(hour.hour), hour.p50]))
  const starts = Array.from({ length: Math.ceil((to - from) / HOUR_MS) }, (_, index) => from + index * HOUR_MS)
  const most = hours.reduce((high, { p50 }) => Math.max(high, p50 ?? 0), band?.high ?? 1)
  const line: Data = {
    type: 'scatter',
    mode: 'lines+markers',
    name: 'p50',
    x: starts.map(at),
    y: starts.map((start) => byStart.get(start) ?? null),
    connectgaps: false,
    line: { width: 2, color: theme.series[0] ?? '' },
    marker: { size: 4, color: theme.series[0] ?? '' },
    hovertemplate: '%{y:,.0f} ms',
  }
  const marks: Data = {
    type: 'scatter',
    mode: 'markers',
    name: 'unusual',
    x: outside.map(({ hour }) => at(Date.parse(hour))),
    y: outside.map(({ p50 }) => p50),
    marker: { symbol: 'square-open', size: 11, color: theme.fail, line: { width: 2 } },
    hoverinfo: 'skip',
  }
  return {
    data: outside.length > 0 ? [line, marks] : [line],
    layout: {
      xaxis: {
        type: 'date',
        ...DATE_TICKS,
        range: [at(from), at(to)],
        fixedrange: true,
        hoverformat: `%-d %b, %H:%M ${zone}`,
      },
      yaxis: { range: [0, most * 1.08], fixedrange: true, nticks: 5 },
      shapes: band
        ? [
            {
              type: 'rect',
              xref: 'paper',
              ...{ x0: 0, x1: 1, y0: band.low, y1: band.high },
              layer: 'below',
              fillcolor: theme.band,
              line: { width: 0 },
            },
            {
              type: 'line',
              xref: 'paper',
              ...{ x0: 0, x1: 1, y0: band.p50, y1: band.p50 },
              layer: 'below',
              line: { color: theme.limit, width: 1, dash: 'dot' },
            },
          ]
        : [],
      annotations: band
        ? [
            {
              xref: 'paper',
              ...{ x: 1, y: band.p50, text: 'usual', showarrow: false, xanchor: 'left', xshift: 6 },
              font: { size: 12, color: theme.limit },
            },
          ]
        : [],
      margin: { l: 52, r: 48, t: 12, b: 36 },
    },
  }
}
