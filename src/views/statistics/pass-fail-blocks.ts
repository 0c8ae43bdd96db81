import { DAY_MS, HOUR_MS } from '../../domain/core/periods.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import { type Counts, passRate } from '../../domain/statistics/statistics.ts'
import type { Block } from '../parts/chart/Blocks.tsx'
import { formats } from '../parts/text/format.ts'
import type { ChartPeriod } from './chart-period.ts'

/** Results of one hour or day. */
export type PassFailRow = Counts & { readonly time: string; readonly total: number }

/** Blocks with the names of their rows and columns. */
export type Grid = {
  readonly columns: { readonly name: string; readonly shown?: string }[]
  readonly rows: { readonly name: string; readonly blocks: (Block | null)[] }[]
}

/** Longest range shown by hour. */
export const LONGEST_BY_HOUR_MS = 14 * DAY_MS

/** Whether a range is shown by hour or by day. */
export const blockInterval = ({ fromMs, toMs }: ChartPeriod): 'HOUR' | 'DAY' =>
  toMs - fromMs <= LONGEST_BY_HOUR_MS + DAY_MS ? 'HOUR' : 'DAY'

const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  return (ms: number) => made.format(ms).replace(',', '').replace('Sept', 'Sep')
}
const dayName = format({ weekday: 'short', day: 'numeric' })
const fullDay = format({ weekday: 'short', day: 'numeric', month: 'short' })
const weekday = format({ weekday: 'short' })
const monthDay = format({ day: 'numeric', month: 'short' })
const two = (number: number): string => String(number).padStart(2, '0')

/** Results that blocks lead to: those of a monitor, at one location or at all (null). */
type Of = { readonly callId: string; readonly location: string | null }

/** Counts of a block as words: "58 passed, 1 slow, 1 failed". Categories without results are left out. */
export const countWords = ({ pass, slow, warning, fail }: Counts): string =>
  [
    [pass, 'passed'],
    [slow, 'slow'],
    [warning, warning === 1 ? 'warning' : 'warnings'],
    [fail, 'failed'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${formats.count(Number(count))} ${word}`)
    .join(', ')

const block = (
  row: PassFailRow | undefined,
  name: string,
  fromMs: number,
  lengthMs: number,
  { callId, location }: Of,
): Block => ({
  rate: row ? passRate(row) : null,
  name,
  ...(row &&
    row.total > 0 && {
      detail: countWords(row),
      place: {
        to: 'monitor-results',
        params: { callId },
        search: {
          from: formatTime(fromMs),
          // The end of a filter is inclusive.
          to: formatTime(fromMs + lengthMs - 1),
          // Where runs failed, they are what a reader looks for.
          category: row.fail > 0 ? 'FAIL' : null,
          location,
        },
      },
    }),
})

const byStart = (rows: readonly PassFailRow[]): Map<number, PassFailRow> =>
  new Map(rows.map((row) => [Date.parse(row.time), row]))

/** One row per day, one block per hour. Hours outside the range and future hours have none. */
const hourBlocks = (results: readonly PassFailRow[], { fromMs, toMs }: ChartPeriod, of: Of): Grid => {
  const known = byStart(results)
  const days: number[] = []
  for (let day = Math.floor(fromMs / DAY_MS) * DAY_MS; day < toMs; day += DAY_MS) days.push(day)
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  return {
    columns: hours.map((hour) => ({ name: `${two(hour)}:00`, ...(hour % 6 === 0 && { shown: two(hour) }) })),
    rows: days.map((day) => ({
      name: dayName(day),
      blocks: hours.map((hour) => {
        const start = day + hour * HOUR_MS
        if (start < Math.floor(fromMs / HOUR_MS) * HOUR_MS || start >= toMs) return null
        return block(known.get(start), `${fullDay(day)} ${two(hour)}:00`, start, HOUR_MS, of)
      }),
    })),
  }
}

/** One row per weekday, one column per week, like a calendar heat map. */
const dayBlocks = (results: readonly PassFailRow[], { fromMs, toMs }: ChartPeriod, of: Of): Grid => {
  const known = byStart(results)
  const first = Math.floor(fromMs / DAY_MS) * DAY_MS
  const weekdayOf = (ms: number) => (new Date(ms).getUTCDay() + 6) % 7
  const monday = first - weekdayOf(first) * DAY_MS
  const weeks: number[] = []
  for (let week = monday; week < toMs; week += 7 * DAY_MS) weeks.push(week)
  const every = Math.max(1, Math.ceil(weeks.length / 8))
  return {
    columns: weeks.map((week, index) => ({
      name: `Week of ${monthDay(week)}`,
      ...(index % every === 0 && { shown: monthDay(week) }),
    })),
    rows: Array.from({ length: 7 }, (_, day) => ({
      name: weekday(monday + day * DAY_MS),
      blocks: weeks.map((week) => {
        const start = week + day * DAY_MS
        if (start < first || start >= toMs) return null
        return block(known.get(start), fullDay(start), start, DAY_MS, of)
      }),
    })),
  }
}

/** Blocks of a range: by hour for short ranges, otherwise by day. */
export const passFailBlocks = (results: readonly PassFailRow[], period: ChartPeriod, of: Of): Grid =>
  blockInterval(period) === 'HOUR' ? hourBlocks(results, period, of) : dayBlocks(results, period, of)

/** Summary of the blocks as a sentence. */
export const passFailFinding = (results: readonly PassFailRow[], interval: 'HOUR' | 'DAY'): string => {
  const withRuns = results.filter(({ total }) => total > 0)
  if (withRuns.length === 0) return 'No runs in this range.'
  const one = interval === 'HOUR' ? 'hour' : 'day'
  const failing = withRuns.filter(({ fail }) => fail > 0)
  if (failing.length === 0)
    return `Nothing failed in ${withRuns.length === 1 ? `the one ${one}` : `any of the ${withRuns.length} ${one}s`} with runs.`
  const worst = failing.toSorted((a, b) => (passRate(a) ?? 1) - (passRate(b) ?? 1))[0]
  const when = worst
    ? interval === 'HOUR'
      ? `${fullDay(Date.parse(worst.time))} ${worst.time.slice(11, 16)}`
      : fullDay(Date.parse(worst.time))
    : ''
  return `Runs failed in ${failing.length} of ${withRuns.length} ${one}${withRuns.length === 1 ? '' : 's'} with runs; ${when} UTC was the worst, with ${worst?.fail} of ${worst?.total} failed.`
}
