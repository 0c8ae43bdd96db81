import { formats } from '../parts/text/format.ts'

/** One line of a latency chart, in milliseconds; null values leave a gap. */
export type LatencyLine = {
  readonly name: string
  readonly times: readonly string[]
  readonly values: readonly (number | null)[]
  /** Addresses of the results behind each point; absent where points lead nowhere. */
  readonly links?: readonly (string | null)[]
}

export type LatencyPoint = {
  readonly time: string
  readonly count: number
  readonly values: Readonly<Record<string, number>>
}

export type Interval = 'PT1M' | 'PT5M' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'

/** Lengths of steps, in milliseconds. */
export const STEP_MS: Readonly<Record<Interval, number>> = {
  PT1M: 60_000,
  PT5M: 300_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
  WEEK: 7 * 86_400_000,
  // A missing month leaves at least this gap between its neighbours.
  MONTH: 31 * 86_400_000,
}

/** A step in words: "per hour". */
export const STEP_WORDS: Readonly<Record<Interval, string>> = {
  PT1M: 'minute',
  PT5M: '5 minutes',
  HOUR: 'hour',
  DAY: 'day',
  WEEK: 'week',
  MONTH: 'month',
}

/** Default percentiles of a chart, and all available ones. */
export const PERCENTILES = { p50: '0.5', p90: '0.9', p95: '0.95', p99: '0.99' } as const
export type Percentile = keyof typeof PERCENTILES
export const isPercentile = (text: string): text is Percentile => Object.hasOwn(PERCENTILES, text)
export const SHOWN_PERCENTILES: readonly Percentile[] = ['p50', 'p90', 'p99']

/** One line per name, with gaps at intervals without results. `keys` are the points' keys of the values of each name. */
export const linesOf = (
  points: readonly LatencyPoint[],
  keys: Readonly<Record<string, string>>,
  interval: Interval,
): LatencyLine[] => {
  const times: string[] = []
  const kept: (LatencyPoint | null)[] = []
  let before = Number.NaN
  for (const point of points) {
    const ms = Date.parse(point.time)
    if (ms - before > STEP_MS[interval] * 1.5) {
      times.push(new Date(before + STEP_MS[interval]).toISOString())
      kept.push(null)
    }
    times.push(point.time)
    kept.push(point)
    before = ms
  }
  return Object.entries(keys).map(([name, key]) => ({
    name,
    times,
    values: kept.map((point) => point?.values[key] ?? null),
  }))
}

/** One line per percentile, with gaps at intervals without results. */
export const latencyLines = (
  points: readonly LatencyPoint[],
  names: readonly Percentile[],
  interval: Interval,
): LatencyLine[] => linesOf(points, Object.fromEntries(names.map((name) => [name, PERCENTILES[name]])), interval)

const numbers = (line: LatencyLine | undefined): number[] =>
  (line?.values ?? []).filter((value): value is number => value !== null)

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

const said = (ms: number): string => `${Math.round(ms).toLocaleString('en')} ms`

/** Text alternative of a latency chart: the range of the middle line and the maximum of the top one. */
export const latencyFinding = (lines: readonly LatencyLine[], fails: number): string => {
  const [first] = lines
  const lowest = numbers(first)
  if (lowest.length === 0) return 'No measurements in this range.'
  const top = lines.at(-1)
  const peak = Math.max(...numbers(top))
  const at = top?.times[top.values.indexOf(peak)]
  const about = middle(lowest)
  const [least, most] = [Math.min(...lowest), Math.max(...lowest)]
  const steady = most <= about * 1.25 && least >= about * 0.75
  const line = first?.name === 'p50' ? 'The median' : (first?.name ?? 'The line')
  const where = steady ? `stays near ${said(about)}` : `lies between ${said(least)} and ${said(most)}`
  const peaks = top && at ? ` ${top.name} peaks at ${said(peak)} on ${formats.minute(Date.parse(at))}.` : ''
  const failed = fails === 0 ? ' No run failed.' : ` ${fails === 1 ? 'One run' : `${fails} runs`} failed.`
  return `${line} ${where}.${peaks}${failed}`
}
