import { useMemo, useState } from 'react'
import { DAY_MS, HOUR_MS } from '../../domain/core/periods.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import { useLocationName, useLocations } from '../agents/use-location-name.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { useLinks } from '../parts/act/links.ts'
import { browsersZone } from '../parts/form/time-zones.ts'
import { formats } from '../parts/text/format.ts'
import { shownZone } from '../parts/text/time-zone.ts'
import { type ChartPeriod, chartPeriod, periodBefore } from './chart-period.ts'
import { type ChartSearch, chartSearch } from './chart-search.ts'
import type { FailMark } from './latency-figure.ts'
import { blockInterval } from './pass-fail-blocks.ts'
import type { SpanFigures } from './span-stats.ts'

/** Maximum number of marked runs: more would overlap. */
const MOST_MARKS = 100

/** Chart range and location from the address. */
export const useChartLocation = (): { period: ChartPeriod; shown: ChartSearch } => {
  const { search } = useCurrentRoute()
  // Fixed when the screen opens, so that the figures do not move while they are read.
  const [openedMs] = useState(Date.now)
  const { range, from, to } = search
  // The words of a range are in it.
  const zone = shownZone() ?? browsersZone()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the zone is what its words are made with
  const period = useMemo(() => {
    const given = { ...(range && { range }), ...(from && { from }), ...(to && { to }) }
    return chartPeriod(given, openedMs)
  }, [range, from, to, openedMs, zone])
  const locations = useLocations()
  const shown = useMemo(() => {
    const asked = chartSearch(search)
    // Until the locations are loaded, the one that a link names is taken to exist.
    const isKnown = locations.length === 0 || locations.some(({ id }) => id === asked.location)
    return isKnown ? asked : { ...asked, location: null }
  }, [search, locations])
  return { period, shown }
}

/** A range and the range before it, for one location or all. The figures follow `newest`, the monitor's newest result. */
export const useSpanFigures = (
  callId: string,
  period: ChartPeriod,
  { location, newest }: { location: string | null; newest: string | undefined },
) => {
  const before = useMemo(() => periodBefore(period), [period])
  const params = { id: callId }
  const now = useResource('statistics.locations', { params, query: { start: period.start, end: period.end } })
  const past = useResource('statistics.locations', { params, query: { start: before.start, end: before.end } })
  useFollowed(newest, now.refetch)
  const figuresOf = (data: typeof now.data): SpanFigures | null =>
    data ? (location === null ? data.all : (data.results.find((row) => row.location_id === location) ?? EMPTY)) : null
  return { ...now, figures: figuresOf(now.data), before: figuresOf(past.data) }
}

const EMPTY: SpanFigures = { pass: 0, slow: 0, warning: 0, fail: 0, count: 0, pass_rate: null, median: null, p95: null }

/**
 * Failed runs of a range as chart marks: single runs if they are few, otherwise the hours or days that contain
 * failures. A mark links to its results.
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
        resultId: id,
        href: links.href('result', { resultId: id }),
        words: `Failed ${formats.minute(Date.parse(created))}, ${http_code ?? 'no answer'}, ${locationName(location_id)}`,
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
          words: `${fail} of ${total} failed from ${formats.minute(Date.parse(time))}`,
        }
      })
  }, [single, summed, interval, links, locationName, callId, location])
}
