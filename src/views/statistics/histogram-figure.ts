import type { Data, Layout } from 'plotly.js'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { ChartTheme } from '../kit/chart/chart-theme.ts'
import { formats } from '../parts/text/format.ts'
import { roundValues } from './value-axis.ts'

export type Histogram = AnswerOf<ProductContract['statistics.histogram']>
export type HistogramBucket = Histogram['results'][number]

const LABEL_PX = 15

/** Milliseconds with as many digits as tell neighbours apart: "0.42 ms", "131 ms", "12.4 s". */
export const fineLatency = (ms: number): string =>
  ms > 0 && ms < 10 ? `${Number(ms.toPrecision(2))} ms` : formats.latency(ms)

/** The latencies of a bucket: "128 to 131 ms". */
export const bucketWords = ({ from_ms, to_ms }: { readonly from_ms: number; readonly to_ms: number }): string => {
  if (to_ms === 0) return '0 ms'
  const [from, to] = [fineLatency(from_ms), fineLatency(to_ms)]
  const [fromUnit, toUnit] = [from.split(' ')[1], to.split(' ')[1]]
  return fromUnit === toUnit ? `${from.split(' ')[0]} to ${to}` : `${from} to ${to}`
}

type Bar = { readonly at: number; readonly width: number }

/** Places of bars on the axis, which is linear: with a logarithmic scale it has powers of ten. Zeros stand before all others. */
const barsOf = (buckets: readonly HistogramBucket[], log: boolean): Bar[] => {
  const first = buckets.find(({ to_ms }) => to_ms > 0)
  const last = buckets.at(-1)
  const onAxis = (ms: number) => (log ? Math.log10(ms) : ms)
  if (!first || !last) return buckets.map(() => ({ at: 0, width: 1 }))
  const zeroWidth = log ? onAxis(first.to_ms) - onAxis(first.from_ms) : (last.to_ms - first.from_ms) / buckets.length
  return buckets.map(({ from_ms, to_ms }) => {
    if (to_ms === 0) return { at: log ? onAxis(first.from_ms) - zeroWidth : -zeroWidth / 2, width: zeroWidth }
    const [from, to] = [onAxis(from_ms), onAxis(to_ms)]
    return { at: (from + to) / 2, width: to - from }
  })
}

type Options = {
  readonly theme: ChartTheme
  readonly log: boolean
  readonly narrow: boolean
  /** Address of the results of a bucket; absent where no list can show them. */
  readonly hrefOf?: ((bucket: HistogramBucket) => string) | undefined
}

/** Plotly figure: a bar for each bucket as wide as its latencies, with lines at p50, p95 and p99. */
export const histogramFigure = (
  { meta, results }: Histogram,
  { theme, log, narrow, hrefOf }: Options,
): { data: Data[]; layout: Partial<Layout> } => {
  const bars = barsOf(results, log)
  const [first, last] = [results.find(({ to_ms }) => to_ms > 0), results.at(-1)]
  const ticks = first && last ? roundValues(first.from_ms, last.to_ms, narrow ? 4 : 9) : []
  const hasZeros = results[0]?.to_ms === 0
  const marks = (['p50', 'p95', 'p99'] as const).flatMap((name) => {
    const ms = meta[name]
    return ms === null ? [] : [{ name, ms, at: log ? Math.log10(Math.max(ms, first?.from_ms ?? ms)) : ms }]
  })
  return {
    data: [
      {
        type: 'bar',
        name: 'responses',
        x: bars.map(({ at }) => at),
        width: bars.map(({ width }) => width * 0.94),
        y: results.map(({ count }) => count),
        // Plotly's own labels of bars would cover them.
        textposition: 'none',
        text: results.map((bucket) => `${bucketWords(bucket)}: ${formats.count(bucket.count)}`),
        hovertemplate: '%{text}<extra></extra>',
        ...(hrefOf && { customdata: results.map(hrefOf) }),
        marker: { color: theme.series[0] ?? '' },
      },
    ],
    layout: {
      hovermode: 'closest',
      xaxis: {
        fixedrange: true,
        ...(log && {
          tickvals: [...(hasZeros ? [bars[0]?.at ?? 0] : []), ...ticks.map((ms) => Math.log10(ms))],
          ticktext: [...(hasZeros ? ['0'] : []), ...ticks.map(fineLatency)],
        }),
        ...(!log && {
          ticksuffix: ' ms',
          tickformat: ',d',
          nticks: narrow ? 4 : 9,
          rangemode: 'tozero' as const,
        }),
      },
      yaxis: { fixedrange: true, nticks: 5, tickformat: ',d', rangemode: 'tozero' },
      shapes: marks.map(({ at }) => ({
        type: 'line' as const,
        yref: 'paper' as const,
        ...{ x0: at, x1: at, y0: 0, y1: 1 },
        line: { color: theme.limit, width: 1, dash: 'dot' as const },
      })),
      // Each name has a line of its own, so that quantiles close to one another stay legible.
      annotations: marks.map(({ name, ms, at }, index) => ({
        yref: 'paper' as const,
        ...{ x: at, y: 1, text: `${name} ${fineLatency(ms)}`, showarrow: false },
        xanchor: 'left' as const,
        yanchor: 'bottom' as const,
        xshift: 3,
        yshift: (marks.length - 1 - index) * LABEL_PX,
        font: { size: 11 },
      })),
      margin: { l: 56, r: narrow ? 24 : 72, t: 12 + marks.length * LABEL_PX, b: 36 },
    },
  }
}

/** Text alternative of a histogram: its quantiles, and the bucket with the most responses. */
export const histogramFinding = ({ meta: { count, p50, p95, p99 }, results }: Histogram): string => {
  if (count === 0 || p50 === null || p95 === null || p99 === null) return 'No responses in this range.'
  const most = results.reduce((a, b) => (b.count > a.count ? b : a))
  const share = formats.rate(most.count / count)
  const slowest = results.findLast((bucket) => bucket.count > 0) ?? most
  return `Of ${formats.count(count)} responses the median is ${fineLatency(p50)}, p95 ${fineLatency(p95)}, p99 ${fineLatency(p99)}; the slowest took ${bucketWords(slowest)}. The most frequent latency, ${bucketWords(most)}, has ${share} of them.`
}
