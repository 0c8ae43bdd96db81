import { useMemo } from 'react'
import { chartStep } from '../../domain/statistics/chart-step.ts'
import { durationOf, PERIOD_OF } from '../../domain/statistics/step-durations.ts'
import type { MinuteStep } from '../../domain/statistics/windows.ts'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { type ChartPeriod, minuteStep, periodBefore, showsSingleResults } from './chart-period.ts'
import type { ChartSearch } from './chart-search.ts'
import { type Interval, type LatencyLine, type LatencyPoint, latencyLines, PERCENTILES } from './latency-series.ts'
import { phasePoints, STACK_METRICS } from './phase-stack.ts'

type Asked = {
  readonly callId: string
  readonly period: ChartPeriod
  readonly shown: ChartSearch
  /** Id of the monitor's newest result: the figures follow it. */
  readonly newest: string | undefined
}

const metricsOf = (
  { callId, period, shown: { metric, location, percentiles, ip } }: Asked,
  step: MinuteStep | 'HOUR' | undefined,
) => {
  return {
    params: { id: callId, loc: location ?? 'all' },
    query: {
      start: period.start,
      end: period.end,
      metric,
      quantiles: percentiles.map((name) => PERCENTILES[name]).join(','),
      ...(ip !== null && { dest_ip: ip }),
      ...(step && { interval: step }),
    },
  }
}

/**
 * Percentiles by step. A short range is read by the minute first; where its steps have few results, by a longer one. Nothing is loaded
 * while phases are shown.
 */
export const usePercentiles = (asked: Asked) => {
  const isShown = asked.shown.lines !== 'phases'
  const finest = minuteStep(asked.period)
  const fine = useResource('statistics.metrics', isShown ? metricsOf(asked, finest) : null)
  useFollowed(asked.newest, fine.refetch)
  const counts = fine.data?.results
  const step = useMemo(() => (finest && counts ? chartStep(counts, finest) : finest), [finest, counts])
  const isFine = step === finest
  const coarse = useResource('statistics.metrics', isShown && !isFine ? metricsOf(asked, step) : null)
  useFollowed(asked.newest, coarse.refetch)
  return { ...(isFine ? fine : coarse), step }
}

/** Means of the phases by step. Nothing is loaded while percentiles are shown. */
export const usePhases = ({ callId, period, shown, newest }: Asked) => {
  const step = minuteStep(period)
  const state = useResource(
    'statistics.performance',
    shown.lines === 'phases'
      ? {
          body: {
            monitors: [callId],
            from: period.start,
            to: period.end,
            metrics: [...STACK_METRICS],
            measures: ['mean' as const],
            group_by: ['interval' as const],
            ...(step && { interval: durationOf(step) }),
            ...(shown.location !== null && { locations: [shown.location] }),
          },
        }
      : null,
  )
  useFollowed(newest, state.refetch)
  const { data } = state
  const points = useMemo(() => data && phasePoints(data), [data])
  const interval: Interval = data?.meta.interval ? PERIOD_OF[data.meta.interval] : 'HOUR'
  return { ...state, points, interval }
}

/** At most `most` single results of a short range; null or the address: none are wanted. */
export const useDots = ({ callId, period, shown, newest }: Asked, most: number | null) => {
  const { metric, location, ip, dots, lines } = shown
  const known = metric === 'lag' ? null : metric
  const isShown =
    most !== null && known !== null && dots !== null && lines === 'percentiles' && showsSingleResults(period)
  const state = useResource(
    'statistics.points',
    isShown
      ? {
          params: { id: callId },
          query: {
            start: period.start,
            end: period.end,
            metric: known,
            most,
            ...(location !== null && { location_id: location }),
            ...(ip !== null && { dest_ip: ip }),
          },
        }
      : null,
  )
  useFollowed(newest, state.refetch)
  return isShown ? state.data : undefined
}

/** The first line of the period before, moved to the shown one; null unless it is wanted and loaded. */
export const useLineBefore = (
  asked: Asked,
  { isWanted, step }: { isWanted: boolean; step: MinuteStep | 'HOUR' | undefined },
): LatencyLine | null => {
  const { period, shown } = asked
  const before = useMemo(() => periodBefore(period), [period])
  const isShown = isWanted && shown.compare && shown.lines === 'percentiles'
  const { data } = useResource('statistics.metrics', isShown ? metricsOf({ ...asked, period: before }, step) : null)
  return useMemo(() => {
    const [first] = shown.percentiles
    if (!isShown || !data || !first) return null
    const movedMs = period.fromMs - before.fromMs
    const moved = data.results.map((point): LatencyPoint => {
      return { ...point, time: new Date(Date.parse(point.time) + movedMs).toISOString() }
    })
    const [line] = latencyLines(moved, [first], data.meta.interval)
    return line ? { ...line, name: `${first}, ${period.before}` } : null
  }, [isShown, data, shown.percentiles, period, before])
}

/** Quantiles of a whole range and of the one before it, in milliseconds; null until both are loaded, or without results. */
export const useChanges = ({ callId, period, shown }: Asked, isWanted: boolean) => {
  const before = useMemo(() => periodBefore(period), [period])
  const known = shown.metric === 'lag' || shown.ip !== null ? null : shown.metric
  const of = ({ start, end }: ChartPeriod) =>
    isWanted && shown.compare && known !== null
      ? {
          body: {
            monitors: [callId],
            from: start,
            to: end,
            metrics: [known],
            measures: [...shown.percentiles],
            ...(shown.location !== null && { locations: [shown.location] }),
          },
        }
      : null
  const now = useResource('statistics.performance', of(period)).data?.results[0]
  const past = useResource('statistics.performance', of(before)).data?.results[0]
  const [present, earlier] = [now?.metrics[0]?.values, past?.metrics[0]?.values]
  return present && earlier ? { present, earlier } : null
}
