import { formats } from '../parts/text/format.ts'
import type { ChartPeriod } from './chart-period.ts'
import type { ChartSearch } from './chart-search.ts'
import { coverageNote } from './coverage-note.ts'
import { latencyChange } from './span-stats.ts'

type Values = Readonly<Record<string, number>>

/** "Compared with the 24 hours before: p50 3 ms faster, p99 88 ms slower." Null without a common percentile. */
export const changeWords = (
  { present, earlier }: { readonly present: Values; readonly earlier: Values },
  { percentiles }: Pick<ChartSearch, 'percentiles'>,
  period: Pick<ChartPeriod, 'before'>,
): string | null => {
  const said = percentiles.flatMap((name) => {
    const change = latencyChange(present[name] ?? null, earlier[name] ?? null)
    return change ? [`${name} ${change.words}`] : []
  })
  return said.length === 0 ? null : `Compared with ${period.before}: ${said.join(', ')}.`
}

type Noted = {
  readonly period: ChartPeriod
  /** Window that the figures cover. */
  readonly covered: { readonly start: string; readonly end: string } | undefined
  readonly isStacked: boolean
  /** Single results: shown, and all that were read. */
  readonly dots: { readonly shown: number; readonly count: number } | undefined
  readonly changes: string | null
}

/** Most results that the server reads for dots. */
const MOST_DOTS = 20_000

/** A sentence where not every result has a dot; null where each has. */
const dotsNote = ({ shown, count }: { readonly shown: number; readonly count: number }): string | null => {
  if (shown >= count) return null
  const of = count >= MOST_DOTS ? `the newest ${formats.count(count)}` : formats.count(count)
  return `${formats.count(shown)} dots of ${of} results: the fastest and slowest of each moment.`
}

/** Sentences above a latency chart; undefined if there is nothing to say. */
export const latencyNotes = ({ period, covered, isStacked, dots, changes }: Noted): string | undefined => {
  const notes = [
    coverageNote(period, covered),
    isStacked ? 'Means of the phases add up to the mean of the total. Percentiles of phases would not.' : null,
    dots && dotsNote(dots),
    changes,
  ].filter((note) => note !== null && note !== undefined)
  return notes.length === 0 ? undefined : notes.join(' ')
}
