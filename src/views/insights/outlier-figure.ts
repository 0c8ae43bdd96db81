import type { Data, Layout } from 'plotly.js'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { ChartTheme } from '../kit/chart/chart-theme.ts'
import { DATE_TICKS } from '../kit/chart/date-ticks.ts'
import { formats } from '../parts/text/format.ts'

/** An unusually slow run. */
export type Outlier = AnswerOf<ProductContract['insights.outliers']>['results'][number]

/** Shapes by place, so that locations differ not by colour alone. */
const SYMBOLS = ['circle', 'square', 'diamond', 'cross', 'triangle-up', 'x', 'star', 'triangle-down'] as const
/** Space above the highest point. */
const ABOVE = 1.08

type FigureOptions = {
  /** Ends of the period in wire format. */
  readonly start: string
  readonly end: string
  readonly theme: ChartTheme
  readonly nameOf: (locationId: string) => string
  readonly hrefOf: (resultId: string) => string
}

/** Locations of outliers in the order of their marks: the one with the most first. */
export const outlierPlaces = (outliers: readonly Outlier[]): { readonly id: string; readonly count: number }[] => {
  const counts = new Map<string, number>()
  for (const { location_id: id } of outliers) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([id, count]) => ({ id, count })).sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
}

/** Mark of the location at a place: beyond eight, colours and shapes combine anew. */
export const markAt = (place: number, { series }: Pick<ChartTheme, 'series'>) => ({
  color: series[place % series.length] ?? '',
  symbol: SYMBOLS[(place + Math.floor(place / series.length)) % SYMBOLS.length] ?? SYMBOLS[0],
})

/** Plotly figure of outliers: latency over time, a colour and a shape for each location. Each point links to its result. */
export const outlierFigure = (
  outliers: readonly Outlier[],
  { start, end, theme, nameOf, hrefOf }: FigureOptions,
): { data: Data[]; layout: Partial<Layout> } => {
  const most = outliers.reduce((greatest, { latency }) => Math.max(greatest, latency), 1)
  return {
    data: outlierPlaces(outliers).map(({ id }, place): Data => {
      const own = outliers.filter(({ location_id }) => location_id === id)
      return {
        type: 'scatter',
        mode: 'markers',
        name: nameOf(id),
        x: own.map(({ time }) => formats.wallClock(Date.parse(time))),
        y: own.map(({ latency }) => latency),
        customdata: own.map(({ result_id }) => hrefOf(result_id)),
        text: own.map(({ latency, median }) => `${formats.latency(latency)}, median ${formats.latency(median)}`),
        marker: { size: 7, ...markAt(place, theme) },
        hovertemplate: '%{text}',
      }
    }),
    layout: {
      hovermode: 'closest',
      showlegend: true,
      legend: { orientation: 'h', x: 0, y: -0.18 },
      xaxis: {
        type: 'date',
        range: [formats.wallClock(Date.parse(start)), formats.wallClock(Date.parse(end))],
        fixedrange: true,
        hoverformat: `%-d %b, %H:%M ${formats.zone(Date.parse(end))}`,
        ...DATE_TICKS,
      },
      yaxis: { range: [0, most * ABOVE], fixedrange: true, nticks: 5 },
      margin: { l: 52, r: 16, t: 12, b: 36 },
    },
  }
}

/** Text alternative of the chart. */
export const outlierFinding = (outliers: readonly Outlier[], nameOf: (id: string) => string): string => {
  const [worst] = outliers.toSorted((a, b) => b.latency - a.latency)
  const [place] = outlierPlaces(outliers)
  if (!worst || !place) return 'No passed run was unusually slow.'
  const slowest = `the slowest took ${formats.latency(worst.latency)} at ${nameOf(worst.location_id)}, ${formats.minute(Date.parse(worst.time))}`
  if (outliers.length === 1) return `One run was unusually slow: ${slowest.replace('the slowest took', 'it took')}.`
  return `${formats.count(outliers.length)} runs were unusually slow, ${formats.count(place.count)} of them at ${nameOf(place.id)}; ${slowest}.`
}
