import { type Interval, type LatencyLine, linesOf } from '../statistics/latency-series.ts'

type SeriesRow = {
  readonly id: string
  readonly label: string
  readonly points: readonly { readonly time: string; readonly value: number | null; readonly count: number }[]
}

/** One line per monitor, with gaps where it has no results. */
export const groupLines = (rows: readonly SeriesRow[], interval: Interval): LatencyLine[] =>
  rows.flatMap(({ label, points }) => {
    const known = points.flatMap(({ time, value, count }) => (value === null ? [] : { time, count, values: { value } }))
    return linesOf(known, { [label]: 'value' }, interval)
  })

/** The finding of a chart of several monitors as a sentence: the fastest and the slowest one. */
export const groupFinding = (lines: readonly LatencyLine[]): string => {
  const means = lines
    .map(({ name, values }) => {
      const known = values.filter((value) => value !== null)
      return { name, middle: known.toSorted((a, b) => a - b)[known.length >> 1] ?? null }
    })
    .flatMap(({ name, middle }) => (middle === null ? [] : { name, middle }))
    .sort((a, b) => a.middle - b.middle)
  const [fastest, slowest] = [means[0], means.at(-1)]
  if (!fastest || !slowest) return 'No measurements in this period.'
  const said = (ms: number) => `${Math.round(ms).toLocaleString('en')} ms`
  if (means.length === 1) return `${fastest.name} is mostly near ${said(fastest.middle)}.`
  return `${fastest.name} is the fastest, mostly near ${said(fastest.middle)}; ${slowest.name} is the slowest, near ${said(slowest.middle)}.`
}
