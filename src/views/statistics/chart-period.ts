import { DAY_MS } from '../../domain/core/periods.ts'
import { formatTime, parseTime } from '../../domain/core/wire-time.ts'
import { latest } from '../../domain/statistics/windows.ts'

/** Preset ranges of charts with their lengths and labels. */
export const RANGES = {
  '24h': { label: '24 h', ms: DAY_MS, words: 'last 24 hours', before: 'than the 24 hours before' },
  '7d': { label: '7 d', ms: 7 * DAY_MS, words: 'last 7 days', before: 'than the 7 days before' },
  '30d': { label: '30 d', ms: 30 * DAY_MS, words: 'last 30 days', before: 'than the 30 days before' },
  '1y': { label: '1 y', ms: 365 * DAY_MS, words: 'last year', before: 'than the year before' },
} as const

export type RangeName = keyof typeof RANGES | 'custom'

/** Range of a chart: `from` inclusive, `to` exclusive, in milliseconds, and both in wire format. */
export type ChartPeriod = {
  readonly range: RangeName
  readonly fromMs: number
  readonly toMs: number
  readonly start: string
  readonly end: string
  /** "last 24 hours", or "1 Nov to 8 Nov". */
  readonly words: string
}

const isRange = (text: string): text is keyof typeof RANGES => Object.hasOwn(RANGES, text)

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

const period = (range: RangeName, fromMs: number, toMs: number, words: string): ChartPeriod => ({
  range,
  fromMs,
  toMs,
  start: formatTime(fromMs),
  end: formatTime(toMs),
  words,
})

/**
 * Range named by an address. It ends with the current hour: rollups are hourly, so the range before it shares
 * no hour with it, and rendering again requests the same range.
 */
export const chartPeriod = (search: Readonly<Record<string, string>>, nowMs: number): ChartPeriod => {
  const { range = '24h', from = '', to = '' } = search
  const custom = range === 'custom' || from !== '' ? customPeriod(from, to, nowMs) : null
  if (custom) return custom
  const name = isRange(range) ? range : '24h'
  const { from: fromMs, to: toMs } = latest(RANGES[name].ms, nowMs)
  return period(name, fromMs, toMs, RANGES[name].words)
}

const customPeriod = (from: string, to: string, nowMs: number): ChartPeriod | null => {
  const fromMs = parseTime(from)
  const last = to === '' ? nowMs : parseTime(to)
  if (fromMs === null || last === null) return null
  // A date without a time means the whole day.
  const toMs = /^\d{4}-\d\d-\d\d$/.test(to) ? last + DAY_MS : last
  if (toMs <= fromMs) return null
  const words = `${dayFormat.format(fromMs)} to ${dayFormat.format(toMs - 1)}`
  return period('custom', fromMs, toMs, words)
}

/** The range of the same length right before, for comparison. */
export const periodBefore = (shown: ChartPeriod): ChartPeriod =>
  period(shown.range, 2 * shown.fromMs - shown.toMs, shown.fromMs, 'the period before')
