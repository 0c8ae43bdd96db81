import { useMemo, useState } from 'react'
import { DAY_MS, HOUR_MS } from '../../domain/core/periods.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import { useLocationName } from '../agents/use-location-name.ts'
import { usePlace } from '../core/use-place.ts'
import { useResource } from '../core/use-resource.ts'
import { useLinks } from '../parts/act/links.ts'
import { type ChartPeriod, chartPeriod, periodBefore } from './chart-period.ts'
import { type ChartSearch, chartSearch } from './chart-search.ts'
import type { FailMark } from './latency-figure.ts'
import { blockInterval } from './pass-fail-blocks.ts'
import type { SpanFigures } from './span-stats.ts'

/** Marks of single runs beyond this many would cover each other. */
const MOST_MARKS = 100

/** What the address asks the charts to show. */
export const useChartPlace = (): { period: ChartPeriod; shown: ChartSearch } => {
  const { search } = usePlace()
  // The time when it was opened: figures that move under the eye would say nothing new.
  const [openedMs] = useState(Date.now)
  const { range, from, to } = search
  const period = useMemo(() => {
    const given = { ...(range && { range }), ...(from && { from }), ...(to && { to }) }
    return chartPeriod(given, openedMs)
  }, [range, from, to, openedMs])
  const shown = useMemo(() => chartSearch(search), [search])
  return { period, shown }
}

/** A span and the one before it, at one location or at all. */
export const useSpanFigures = (callId: string, period: ChartPeriod, location: string | null) => {
  const before = useMemo(() => periodBefore(period), [period])
  const params = { id: callId }
  const now = useResource('statistics.locations', { params, query: { start: period.start, end: period.end } })
  const past = useResource('statistics.locations', { params, query: { start: before.start, end: before.end } })
  const figuresOf = (data: typeof now.data): SpanFigures | null =>
    data ? (location === null ? data.all : (data.results.find((row) => row.location_id === location) ?? EMPTY)) : null
  return { ...now, figures: figuresOf(now.data), before: figuresOf(past.data) }
}

const EMPTY: SpanFigures = { pass: 0, slow: 0, warning: 0, fail: 0, count: 0, pass_rate: null, median: null, p95: null }

const clock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/**
 * The failed runs of a span, to be marked on its charts: each by itself where they are few, else the hours or days in which some
 * failed. A mark leads to what it stands for.
 */
export const useFailMarks = (callId: string, period: ChartPeriod, location: string | null): readonly FailMark[] => {
  const links = useLinks()
  const locationName = useLocationName()
  const where = location === null ? {} : { location_id: location }
  const { data: single } = useResource('result.list-of-call', {
    params: { id: callId },
    query: { result_category: 'FAIL', from: period.start, time: period.end, limit: MOST_MARKS, ...where },
  })
  const interval = blockInterval(period)
  const { data: summed } = useResource(
    'statistics.passfail',
    single?.meta.more
      ? { params: { id: callId }, query: { start: period.start, end: period.end, interval, ...where } }
      : null,
  )
  return useMemo(() => {
    if (!single?.meta.more)
      return (single?.results ?? []).map(({ id, created, http_code, location_id }) => ({
        time: created,
        count: 1,
        href: links.href('result', { resultId: id }),
        words: `Failed ${clock.format(new Date(created))}, ${http_code ?? 'no answer'}, ${locationName(location_id)}`,
      }))
    const lengthMs = interval === 'HOUR' ? HOUR_MS : DAY_MS
    return (summed?.results ?? [])
      .filter(({ fail }) => fail > 0)
      .map(({ time, fail, total }) => {
        const search = { category: 'FAIL', from: time, to: formatTime(Date.parse(time) + lengthMs - 1), location }
        return {
          time: formatTime(Date.parse(time) + lengthMs / 2),
          count: fail,
          href: links.href('monitor-results', { callId }, search),
          words: `${fail} of ${total} failed from ${clock.format(new Date(time))}`,
        }
      })
  }, [single, summed, interval, links, locationName, callId, location])
}
