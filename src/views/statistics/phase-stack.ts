import type { Data } from 'plotly.js'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { ChartTheme } from '../kit/chart/chart-theme.ts'
import { shownAt } from './chart-marks.ts'
import { type Interval, type LatencyPoint, STEP_MS } from './latency-series.ts'

type Performance = AnswerOf<ProductContract['statistics.performance']>

/** Phases in wire order with their labels. `rest`: redirects before the last hop, which the total includes. */
export const PHASE_WORDS = {
  dns: 'DNS',
  connect: 'Connect',
  tls: 'TLS',
  upload: 'Upload',
  ttfb: 'First byte',
  response: 'Download',
  rest: 'Redirects',
} as const
export type PhaseName = keyof typeof PHASE_WORDS
export const PHASE_NAMES = Object.keys(PHASE_WORDS) as readonly PhaseName[]

/** Metrics that the stack is requested with. */
export const STACK_METRICS = ['total', 'dns', 'connect', 'tls', 'upload', 'ttfb', 'response'] as const

/** Smaller remainders are rounding. */
const LEAST_REST_MS = 0.05

/** Mean of the total and of each phase by step, in milliseconds. The phases add up to the total. */
export const phasePoints = ({ results }: Performance): LatencyPoint[] =>
  results.flatMap(({ time, metrics }) => {
    const means = Object.fromEntries(metrics.map(({ metric, values }) => [metric, values?.mean ?? 0]))
    const { total = 0, ...phases } = means
    const rest = total - Object.values(phases).reduce((sum, ms) => sum + ms, 0)
    const count = metrics[0]?.count ?? 0
    if (time === undefined || count === 0) return []
    return [{ time, count, values: { total, ...phases, rest: rest < LEAST_REST_MS ? 0 : rest } }]
  })

/** Phases that some step has. */
export const shownPhases = (points: readonly LatencyPoint[]): readonly PhaseName[] =>
  PHASE_NAMES.filter((name) => points.some(({ values }) => (values[name] ?? 0) > 0))

/** Stacked bars, one of each phase for each step; a step without results has none. */
export const phaseTraces = (
  points: readonly LatencyPoint[],
  { interval, theme, href }: { interval: Interval; theme: ChartTheme; href: (point: LatencyPoint) => string },
): Data[] =>
  shownPhases(points).map((name) => ({
    type: 'bar',
    name: PHASE_WORDS[name],
    x: points.map(({ time }) => shownAt(time)),
    y: points.map(({ values }) => values[name] ?? 0),
    // Bars begin where their step begins.
    offset: 0,
    width: STEP_MS[interval],
    customdata: points.map(href),
    marker: { color: theme.series[PHASE_NAMES.indexOf(name)] ?? '' },
    hovertemplate: '%{y:,.1f} ms',
  }))

/** Text alternative of the stack: its largest phase. */
export const stackFinding = (points: readonly LatencyPoint[]): string => {
  const runs = points.reduce((sum, { count }) => sum + count, 0)
  if (runs === 0) return 'No measurements in this range.'
  const meanOf = (name: string) =>
    points.reduce((sum, { values, count }) => sum + (values[name] ?? 0) * count, 0) / runs
  const [first = 'ttfb'] = [...PHASE_NAMES].sort((a, b) => meanOf(b) - meanOf(a))
  const said = (ms: number) => `${Math.round(ms).toLocaleString('en')} ms`
  return `A run takes ${said(meanOf('total'))} on average; most of it, ${said(meanOf(first))}, is ${PHASE_WORDS[first]}.`
}
