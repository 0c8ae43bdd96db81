import { isTimeZone } from '../../domain/core/zone-time.ts'
import { isPercentile, type Percentile, SHOWN_PERCENTILES } from './latency-series.ts'

/** Latencies a chart can show. */
export const METRICS = {
  total: 'Total',
  dns: 'DNS',
  connect: 'Connect',
  tls: 'TLS',
  ttfb: 'First byte',
  response: 'Download',
  lag: 'Schedule lag',
} as const
export type Metric = keyof typeof METRICS

const isMetric = (text: string): text is Metric => Object.hasOwn(METRICS, text)

/** Chart settings in the address, besides the range. */
export type ChartSearch = {
  readonly metric: Metric
  /** Null: all locations. */
  readonly location: string | null
  readonly percentiles: readonly Percentile[]
  readonly log: boolean
  readonly table: boolean
  /** Lines of percentiles, or stacked means of the phases. */
  readonly lines: 'percentiles' | 'phases'
  /** Colours of single results; null: none are shown. */
  readonly dots: DotsBy | null
  /** Null: all IP addresses. */
  readonly ip: string | null
  /** Whether the period before is drawn too. */
  readonly compare: boolean
}

const DOTS = ['category', 'location', 'address'] as const
export type DotsBy = (typeof DOTS)[number]

export const chartSearch = (search: Readonly<Record<string, string>>): ChartSearch => {
  const { metric = 'total', location = '', quantile = '', scale, view, lines, dots, ip = '', compare } = search
  const chosen = quantile === '' ? null : `p${Math.round(Number(quantile) * 100)}`
  return {
    metric: isMetric(metric) ? metric : 'total',
    location: location === '' ? null : location,
    percentiles: chosen !== null && isPercentile(chosen) ? [chosen] : SHOWN_PERCENTILES,
    log: scale === 'log',
    table: view === 'table',
    lines: lines === 'phases' ? 'phases' : 'percentiles',
    dots: dots === 'none' ? null : (DOTS.find((name) => name === dots) ?? 'category'),
    ip: ip === '' ? null : ip,
    compare: compare === '1',
  }
}

/** Settings of charts whose values are known, with their words and what is shown instead of another value. */
const KNOWN = [
  { name: 'metric', words: 'latency', values: Object.keys(METRICS), instead: 'The total' },
  { name: 'dots', words: 'kind of dots', values: [...DOTS, 'none'], instead: 'The usual one' },
  { name: 'lines', words: 'kind of lines', values: ['percentiles', 'phases'], instead: 'The usual one' },
  { name: 'scale', words: 'scale', values: ['linear', 'log'], instead: 'The usual one' },
] as const

/** Settings in an address that do not exist, a sentence each with what is shown instead. */
export const searchProblems = (search: Readonly<Record<string, string>>): string[] => {
  const { quantile = '', zone = '' } = search
  return [
    ...KNOWN.flatMap(({ name, words, values, instead }) => {
      const asked = search[name] ?? ''
      return asked === '' || values.some((value) => value === asked)
        ? []
        : [`The link asks for the ${words} “${asked}”, which does not exist. ${instead} is shown.`]
    }),
    ...(quantile === '' || isPercentile(`p${Math.round(Number(quantile) * 100)}`)
      ? []
      : [`The link asks for the quantile “${quantile}”, which charts do not show. The usual ones are shown.`]),
    ...(zone === '' || isTimeZone(zone)
      ? []
      : [`The link asks for the time zone “${zone}”, which does not exist. Your time zone is used.`]),
  ]
}

/** Search parameters that all statistics tabs share. */
const SHARED = ['range', 'from', 'to', 'zone', 'location', 'compare', 'view'] as const

/** The part of an address that stays from tab to tab. */
export const sharedSearch = (search: Readonly<Record<string, string>>): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(SHARED.map((each) => [each, search[each]]))
