import type { Data, Layout } from 'plotly.js'
import type { ChartTheme } from '../kit/chart/chart-theme.ts'
import { DATE_TICKS } from '../kit/chart/date-ticks.ts'
import { formats } from '../parts/text/format.ts'
import type { SeriesAnswer } from './figures.ts'

type FigureOptions = { readonly theme: ChartTheme; readonly heightPx: number; readonly zone: string }
type Figure = { readonly data: Data[]; readonly layout: Partial<Layout> }

/** An instant by the reader's clock: Plotly knows no time zones. */
const shownAt = (time: string): string => formats.wallClock(Date.parse(time))

const DASH = '4px 4px' as 'dash'

const axes = ({ meta, data }: SeriesAnswer, { zone }: FigureOptions): Partial<Layout> => {
  const { ends } = meta.forecast
  const last = Math.max(Date.parse(meta.to), ends === null ? 0 : Date.parse(ends))
  return {
    xaxis: {
      type: 'date',
      ...DATE_TICKS,
      range: [shownAt(data[0]?.time ?? meta.from), formats.wallClock(last)],
      fixedrange: true,
      hoverformat: `%-d %b, %H:%M ${zone}`,
      nticks: 6,
    },
    margin: { l: 52, r: 24, t: 12, b: 36 },
  }
}

const limitAt = (value: number, theme: ChartTheme): NonNullable<Layout['shapes']>[number] => ({
  type: 'line',
  xref: 'paper',
  ...{ x0: 0, x1: 1, y0: value, y1: value },
  layer: 'below',
  line: { color: theme.limit, width: 1, dash: 'dot' },
})

/** The remaining error budget over the period, with the forecast as a dashed line to its end. */
export const budgetFigure = (series: SeriesAnswer, options: FigureOptions): Figure => {
  const { meta, data } = series
  const { theme } = options
  const known = data.filter(({ remaining }) => remaining !== null)
  const at = Date.parse(meta.at)
  const points = [
    ...(known[0] ? [{ time: known[0].time, remaining: 1 }] : []),
    ...known.map(({ end, remaining }) => ({
      time: new Date(Math.min(at, Date.parse(end))).toISOString(),
      remaining: remaining ?? 0,
    })),
  ]
  const least = points.reduce((low, { remaining }) => Math.min(low, remaining), 0)
  const last = points.at(-1)
  const { ends } = meta.forecast
  return {
    data: [
      {
        type: 'scatter',
        mode: 'lines',
        name: 'remaining',
        x: points.map(({ time }) => shownAt(time)),
        y: points.map(({ remaining }) => 100 * remaining),
        line: { width: 2, color: theme.series[0] ?? '' },
        hovertemplate: '%{y:.2f} %',
      },
      ...(ends !== null && last
        ? [
            {
              type: 'scatter' as const,
              mode: 'lines' as const,
              name: 'forecast',
              x: [shownAt(last.time), shownAt(ends)],
              y: [100 * last.remaining, 0],
              line: { width: 2, color: theme.series[1] ?? '', dash: DASH },
              hovertemplate: '%{y:.2f} %',
            },
          ]
        : []),
    ],
    layout: {
      ...axes(series, options),
      yaxis: { range: [Math.min(0, 105 * least), 105], fixedrange: true, nticks: 5, ticksuffix: ' %' },
      shapes: [limitAt(0, theme)],
    },
  }
}

/** The burn rate of each step; 1 is the pace that uses up the budget exactly. */
export const burnRateFigure = (series: SeriesAnswer, options: FigureOptions): Figure => {
  const { theme } = options
  const steps = series.data.filter(({ burn_rate: rate }) => rate !== null)
  const most = steps.reduce((high, { burn_rate: rate }) => Math.max(high, rate ?? 0), 1)
  return {
    data: [
      {
        type: 'bar',
        name: 'burn rate',
        x: steps.map(({ time, end }) => formats.wallClock((Date.parse(time) + Date.parse(end)) / 2)),
        y: steps.map(({ burn_rate: rate }) => rate ?? 0),
        marker: { color: steps.map(({ burn_rate: rate }) => ((rate ?? 0) > 1 ? theme.fail : (theme.series[0] ?? ''))) },
        hovertemplate: '%{y:.2f}×',
      },
    ],
    layout: {
      ...axes(series, options),
      yaxis: { range: [0, most * 1.08], fixedrange: true, nticks: 5 },
      shapes: [limitAt(1, theme)],
      bargap: 0.2,
    },
  }
}
