import { formatTime } from '../../domain/core/wire-time.ts'
import { errorRate } from '../../domain/statistics/statistics.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Stat } from '../parts/chart/StatStrip.tsx'
import { formats } from '../parts/text/format.ts'
import type { ChartPeriod } from './chart-period.ts'
import { extremesOf, MEDIAN } from './extreme-steps.ts'
import { type Interval, type LatencyPoint, STEP_MS, STEP_WORDS } from './latency-series.ts'
import { type SpanFigures, spanStats } from './span-stats.ts'

type Overview = {
  readonly callId: string
  readonly period: ChartPeriod
  readonly location: string | null
  readonly figures: SpanFigures | null
  readonly before: SpanFigures | null
  /** Medians by step. */
  readonly points: readonly LatencyPoint[]
  readonly interval: Interval
  /** The monitor's newest score; null if it has none. */
  readonly score: number | null
}

/** Cards of the overview: rates, the fastest and slowest step, and the score. Each leads to its tab. */
export const overviewStats = (of: Overview): Stat[] => {
  const { callId, period, location, figures, before, points, interval, score } = of
  const params = { callId }
  const where = location === null ? {} : { location }
  const range =
    period.range === 'custom' ? { range: 'custom', from: period.start, to: period.end } : { range: period.range }
  const [passRate] = spanStats(figures, before, null)
  const failure = figures && errorRate(figures)
  const extremes = extremesOf(points)
  const step = (label: string, point: LatencyPoint | undefined): Stat => ({
    label: `${label} ${STEP_WORDS[interval]}`,
    value: point ? (
      <Go
        to="monitor-latency"
        params={params}
        search={{
          ...where,
          range: 'custom',
          from: point.time,
          to: formatTime(Date.parse(point.time) + STEP_MS[interval]),
        }}
      >
        {formats.milliseconds(point.values[MEDIAN])}
      </Go>
    ) : (
      '—'
    ),
    ...(point && { unit: 'ms', change: { words: `median, ${formats.minute(Date.parse(point.time))}` } }),
  })
  return [
    {
      label: 'Pass rate',
      value: (
        <Go to="monitor-passfail" params={params} search={{ ...where, ...range }}>
          {formats.rate(figures?.pass_rate)}
        </Go>
      ),
      ...(passRate?.change && { change: passRate.change }),
    },
    {
      label: 'Failure rate',
      value: (
        <Go
          to="monitor-results"
          params={params}
          search={{ ...where, category: 'FAIL', from: period.start, to: formatTime(period.toMs - 1) }}
        >
          {formats.rate(failure)}
        </Go>
      ),
      ...(figures && {
        ...(figures.fail > 0 && { category: 'FAIL' as const }),
        change: { words: `${formats.count(figures.fail)} of ${formats.count(figures.count)} failed` },
      }),
    },
    step('Fastest', extremes?.fastest),
    step('Slowest', extremes?.slowest),
    {
      label: 'Newest score',
      value: (
        <Go to="monitor-insights" params={params}>
          {formats.score(score)}
        </Go>
      ),
    },
  ]
}
