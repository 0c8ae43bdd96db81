import { DAY_MS } from '../../domain/core/periods.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import {
  type ChartRange,
  chartRange,
  isPreset,
  type PresetName,
  RANGE_MS,
  type RangeName,
} from '../../domain/statistics/chart-ranges.ts'
import type { MinuteStep } from '../../domain/statistics/windows.ts'
import { formats } from '../parts/text/format.ts'

/** Labels of preset ranges, and how sentences name them. */
export const RANGES: Readonly<Record<PresetName, { label: string; words: string; before: string }>> = {
  '1h': { label: '1 h', words: 'last hour', before: 'the hour before' },
  '6h': { label: '6 h', words: 'last 6 hours', before: 'the 6 hours before' },
  '24h': { label: '24 h', words: 'last 24 hours', before: 'the 24 hours before' },
  '7d': { label: '7 d', words: 'last 7 days', before: 'the 7 days before' },
  '30d': { label: '30 d', words: 'last 30 days', before: 'the 30 days before' },
  '90d': { label: '90 d', words: 'last 90 days', before: 'the 90 days before' },
  '1y': { label: '1 y', words: 'last year', before: 'the year before' },
}

/** Range of a chart: `from` inclusive, `to` exclusive, in milliseconds, and both in wire format. */
export type ChartPeriod = {
  readonly range: RangeName
  readonly fromMs: number
  readonly toMs: number
  readonly start: string
  readonly end: string
  /** "last 24 hours", or "1 Nov to 8 Nov". */
  readonly words: string
  /** The range before it in a sentence: "the 24 hours before". */
  readonly before: string
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayWords = (ms: number): string => dayFormat.format(ms).replace('Sept', 'Sep')

/** A window in words: whole days of UTC by their days, other ranges by moments on the reader's clock. */
export const windowWords = (fromMs: number, toMs: number): string => {
  if (fromMs % DAY_MS === 0 && toMs % DAY_MS === 0) {
    const [first, last] = [dayWords(fromMs), dayWords(toMs - 1)]
    return first === last ? `${first} UTC` : `${first} to ${last} UTC`
  }
  const [first, last, end] = [formats.minute(fromMs), formats.minute(toMs), formats.minute(toMs).split(', ')]
  const zone = formats.zone(fromMs)
  const begin = zone === formats.zone(toMs) ? first.replace(` ${zone}`, '') : first
  return first.split(', ')[0] === end[0] ? `${begin} to ${end[1]}` : `${begin} to ${last}`
}

const periodOf = ({ range, from, to }: ChartRange): ChartPeriod => ({
  range,
  fromMs: from,
  toMs: to,
  start: formatTime(from),
  end: formatTime(to),
  words: range === 'custom' ? windowWords(from, to) : RANGES[range].words,
  before: range === 'custom' ? 'the period before' : RANGES[range].before,
})

/** The words of a range with the zone of a chart's axis: a range of days or moments names its own. */
export const zonedWords = ({ range, words }: ChartPeriod, zone: string): string =>
  range === 'custom' ? words : `${words}, ${zone}`

/** Range named by an address. A preset ends with the current hour; those of at most 6 hours end with the current minute. */
export const chartPeriod = (search: Readonly<Record<string, string>>, nowMs: number): ChartPeriod =>
  periodOf(chartRange(search, nowMs))

/** A sentence where an address names no range, with the range that is shown instead; null if it is shown. */
export const rangeProblem = (search: Readonly<Record<string, string>>, nowMs: number): string | null => {
  const { range = '', from = '', to = '' } = search
  const shown = chartRange(search, nowMs)
  if (shown.range === 'custom') return null
  const instead = `The ${RANGES[shown.range].words} ${/\d/.test(RANGES[shown.range].words) ? 'are' : 'is'} shown.`
  if (range === 'custom' || from !== '') {
    const ends = [from === '' ? 'without a beginning' : `from ${from}`, ...(to === '' ? [] : [`to ${to}`])].join(' ')
    return `The link asks for a range ${ends}, which is no range of time. ${instead}`
  }
  return range === '' || isPreset(range)
    ? null
    : `The link asks for the range “${range}”, which does not exist. ${instead}`
}

/** The moments of a range for a picture, which is still looked at when “last 24 hours” are others; null where its words have them. */
export const pictureWindow = ({ range, fromMs, toMs }: ChartPeriod): string | null =>
  range === 'custom' ? null : windowWords(fromMs, toMs)

/** The range of the same length right before, for comparison. */
export const periodBefore = ({ range, fromMs, toMs }: ChartPeriod): ChartPeriod => ({
  ...periodOf({ range, from: 2 * fromMs - toMs, to: fromMs }),
  words: 'the period before',
})

/** Whether a range is short enough to show its single results. */
export const showsSingleResults = ({ fromMs, toMs }: ChartPeriod): boolean => toMs - fromMs <= RANGE_MS['24h']

/** Step of minutes that a short range is drawn with; undefined where the server chooses a longer one. */
export const minuteStep = ({ fromMs, toMs }: ChartPeriod): MinuteStep | undefined =>
  toMs - fromMs <= 2 * RANGE_MS['1h'] ? 'PT1M' : toMs - fromMs <= 2 * RANGE_MS['6h'] ? 'PT5M' : undefined
