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

/** The finding of a chart of several monitors as a sentence: the lowest and the highest one. */
export const groupFinding = (lines: readonly LatencyLine[], said: (value: number) => string): string => {
  const means = lines
    .map(({ name, values }) => {
      const known = values.filter((value) => value !== null)
      return { name, middle: known.toSorted((a, b) => a - b)[known.length >> 1] ?? null }
    })
    .flatMap(({ name, middle }) => (middle === null ? [] : { name, middle }))
    .sort((a, b) => a.middle - b.middle)
  const [lowest, highest] = [means[0], means.at(-1)]
  if (!lowest || !highest) return 'No measurements in this period.'
  if (means.length === 1) return `${lowest.name} is mostly near ${said(lowest.middle)}.`
  return `${lowest.name} has the lowest values, mostly near ${said(lowest.middle)}; ${highest.name} has the highest, near ${said(highest.middle)}.`
}
