import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { PERIOD_OF } from '../../domain/statistics/step-durations.ts'
import { bandOf, VITAL_FACTS, type VitalName, vitalWords } from '../../domain/statistics/vitals.ts'
import { formats } from '../parts/text/format.ts'
import type { Interval, LatencyPoint } from './latency-series.ts'

type Performance = AnswerOf<ProductContract['statistics.browser-performance']>

/** Measures that a chart of a web vital shows. A page is rated by its p75. */
export const VITAL_LINES = { p75: 'p75', p50: 'p50', p95: 'p95' } as const
export const VITAL_MEASURES = ['p50', 'p75', 'p95'] as const

/** The interval of a query's answer, as charts call it. */
export const intervalOf = ({ meta }: Performance): Interval => PERIOD_OF[meta.interval]

/** Points of the chart of one vital; steps of time in which no page had it are left out. */
export const vitalPoints = ({ results }: Performance, name: VitalName): LatencyPoint[] =>
  results.flatMap(({ time, metrics }) => {
    const found = metrics.find(({ metric }) => metric === name)
    return found?.values ? [{ time, count: found.count, values: found.values }] : []
  })

/** A vital's value with its unit. */
export const vitalValue = (name: VitalName, value: number | null | undefined): string =>
  value === null || value === undefined
    ? '—'
    : VITAL_FACTS[name].unit === 'ms'
      ? formats.latency(value)
      : vitalWords(value)

const BAND_WORDS = { good: 'good', middling: 'in need of work', poor: 'poor' } as const

/** Text alternative of a chart of a vital: its range at p75, and how its latest value is rated. */
export const vitalFinding = (name: VitalName, points: readonly LatencyPoint[]): string => {
  const values = points.flatMap(({ values: { p75 } }) => p75 ?? [])
  const last = values.at(-1)
  if (last === undefined) return 'No measurements in this range.'
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const range =
    least === most
      ? `is ${vitalValue(name, least)}`
      : `lies between ${vitalValue(name, least)} and ${vitalValue(name, most)}`
  return `${name.toUpperCase()} at p75 ${range}. The latest value, ${vitalValue(name, last)}, is ${BAND_WORDS[bandOf(name, last)]}.`
}
