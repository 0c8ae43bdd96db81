import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { DAY_MS, HOUR_MS } from '../../domain/core/periods.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import { type Step, stepEnd, stepStart } from '../../domain/statistics/windows.ts'
import { formats } from '../parts/text/format.ts'
import type { ChartPeriod } from './chart-period.ts'
import { bucketWords } from './histogram-figure.ts'

export type Heat = AnswerOf<ProductContract['statistics.latencies']>
export type HeatForm = 'sequential' | 'cumulative'

/** One step of time or hour of the day. `from`, `to`: in milliseconds; null for an hour of the day, which has no place in time. */
export type HeatColumn = {
  readonly hour: string
  /** "Wed 18 Nov", "14:00 to 15:00 UTC" */
  readonly name: string
  /** Short name below the chart. */
  readonly short: string
  readonly from: number | null
  readonly to: number | null
  /** Counts by bucket, lowest latency first. */
  readonly counts: readonly number[]
  readonly count: number
}

/** A cell with responses, as the table has it. */
export type HeatCell = {
  readonly column: HeatColumn
  readonly bucket: Heat['meta']['buckets'][number]
  readonly count: number
}

/** Longest ranges that each step divides: the columns must fit on a screen, or on a phone. */
const LONGEST: Readonly<Record<'wide' | 'narrow', readonly (readonly [Step, number])[]>> = {
  wide: [
    ['PT1M', 2 * HOUR_MS],
    ['PT5M', 12 * HOUR_MS],
    ['HOUR', 8 * DAY_MS],
    ['DAY', 100 * DAY_MS],
    ['WEEK', 750 * DAY_MS],
  ],
  narrow: [
    ['PT5M', 4 * HOUR_MS],
    ['HOUR', 2 * DAY_MS],
    ['DAY', 45 * DAY_MS],
    ['WEEK', 370 * DAY_MS],
  ],
}

/** The step of a range: at most about 200 columns, on a phone about 50. */
export const heatInterval = ({ fromMs, toMs }: Pick<ChartPeriod, 'fromMs' | 'toMs'>, narrow: boolean): Step =>
  LONGEST[narrow ? 'narrow' : 'wide'].find(([, ms]) => toMs - fromMs <= ms)?.[0] ?? 'MONTH'

const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  return (ms: number) => made.format(ms).replace(',', '').replace('Sept', 'Sep')
}
const fullDay = format({ weekday: 'short', day: 'numeric', month: 'short' })
const monthDay = format({ day: 'numeric', month: 'short' })
const month = format({ month: 'long', year: 'numeric' })
const shortMonth = format({ month: 'short' })
const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

const moment = (ms: number): string => `${fullDay(ms)} ${clock(ms)} UTC`

const NAMES: Readonly<Record<Step, (ms: number) => string>> = {
  PT1M: moment,
  PT5M: moment,
  HOUR: moment,
  DAY: fullDay,
  WEEK: (ms) => `week of ${monthDay(ms)}`,
  MONTH: month,
}
const SHORT: Readonly<Record<Step, (ms: number) => string>> = {
  PT1M: clock,
  PT5M: clock,
  HOUR: (ms) => (ms % DAY_MS === 0 ? monthDay(ms) : clock(ms)),
  DAY: monthDay,
  WEEK: monthDay,
  MONTH: shortMonth,
}

/** Columns of a heat map in the order of time, also those without responses. */
export const heatColumns = ({ meta, results }: Heat): HeatColumn[] => {
  const places = new Map(meta.buckets.map(({ from_ms }, index) => [from_ms, index]))
  const cells = new Map<string, number[]>()
  for (const { hour, bucket_ms, count } of results) {
    const counts = cells.get(hour) ?? meta.buckets.map(() => 0)
    cells.set(hour, counts)
    counts[places.get(bucket_ms) ?? 0] = count
  }
  const column = (hour: string, names: Pick<HeatColumn, 'name' | 'short' | 'from' | 'to'>): HeatColumn => {
    const counts = cells.get(hour) ?? meta.buckets.map(() => 0)
    return { hour, ...names, counts, count: counts.reduce((sum, count) => sum + count, 0) }
  }
  if (meta.interval === null)
    return Array.from({ length: 24 }, (_, hour) => {
      const [from, to] = [hour, (hour + 1) % 24].map((each) => `${String(each).padStart(2, '0')}:00`)
      const names = { name: `${from} to ${to} UTC`, short: from ?? '', from: null, to: null }
      return column(String(hour).padStart(2, '0'), names)
    })
  const columns: HeatColumn[] = []
  const [from, to] = [Date.parse(meta.start), Date.parse(meta.end)]
  for (let start = stepStart(meta.interval, from); start < to; start = stepEnd(meta.interval, start)) {
    const names = { name: NAMES[meta.interval](start), short: SHORT[meta.interval](start) }
    const ends = { from: Math.max(from, start), to: Math.min(to, stepEnd(meta.interval, start)) }
    columns.push(column(formatTime(start), { ...names, ...ends }))
  }
  return columns
}

/** Cells with responses, for the table and the file. */
export const heatCells = (columns: readonly HeatColumn[], { meta: { buckets } }: Heat): HeatCell[] =>
  columns.flatMap((column) =>
    column.counts.flatMap((count, index) => {
      const bucket = buckets[index]
      return count > 0 && bucket ? { column, bucket, count } : []
    }),
  )

/** Number of colours for counts above 0. */
const CLASSES = 7

/** The least count of each colour, on a logarithmic scale, so that few responses are seen beside many. */
export const heatLimits = (columns: readonly HeatColumn[]): number[] => {
  const most = columns.reduce((sum, { counts }) => counts.reduce((a, b) => Math.max(a, b), sum), 0)
  const limits = Array.from({ length: CLASSES }, (_, index) => Math.ceil(most ** (index / CLASSES)))
  return most === 0 ? [] : [...new Set(limits)]
}

/** The colour of a count: 0 for none, otherwise from the palest that is used to 7. */
export const heatClass = (count: number, limits: readonly number[]): number => {
  if (count === 0) return 0
  const passed = limits.filter((limit) => count >= limit).length
  // With fewer limits than colours, the darkest ones are used.
  return passed + (CLASSES - limits.length)
}

/** A cell in words. */
export const cellWords = (column: HeatColumn, bucket: HeatCell['bucket'] | undefined, count: number): string =>
  `${column.name}, ${bucket ? bucketWords(bucket) : ''}: ${count === 0 ? 'no responses' : `${formats.count(count)} ${count === 1 ? 'response' : 'responses'}`}`

/** Place of the bucket that has the value at rank ⌊q · (n − 1)⌋; −1 without responses. */
const bucketAt = ({ counts, count }: HeatColumn, share: number): number => {
  let left = Math.floor(share * (count - 1))
  for (const [index, each] of counts.entries()) {
    if (left < each) return index
    left -= each
  }
  return -1
}

/** Text alternative of a heat map: where most responses are, and the slowest column. */
export const heatFinding = (columns: readonly HeatColumn[], { meta: { buckets, count } }: Heat): string => {
  if (count === 0) return 'No responses in this range.'
  const sums = buckets.map((_, index) => columns.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0))
  const most = sums.indexOf(sums.reduce((a, b) => Math.max(a, b), 0))
  const [bucket] = buckets.slice(most)
  const share = formats.rate((sums[most] ?? 0) / count)
  const where = bucket
    ? `The most frequent latency, ${bucketWords(bucket)}, has ${share} of ${formats.count(count)} responses.`
    : ''
  const places = columns.map((column) => bucketAt(column, 0.95))
  const highest = places.reduce((a, b) => Math.max(a, b))
  const [first, ...others] = columns.filter((_, index) => places[index] === highest)
  const p95 = buckets[highest]
  if (!first || !p95 || columns.filter((column) => column.count > 0).length === 1) return where
  return `${where} p95 peaks at ${bucketWords(p95)}, ${others.length === 0 ? '' : 'first '}${first.name}.`
}
