import { formatTime } from '../../domain/core/wire-time.ts'
import type { LinkTarget } from '../parts/act/links.ts'
import { type Interval, type LatencyPoint, STEP_MS } from './latency-series.ts'

/** The results behind a step of a chart. The end of a list's filter is inclusive. */
export const resultsOf = (
  callId: string,
  { time }: Pick<LatencyPoint, 'time'>,
  { interval, location, category }: { interval: Interval; location: string | null; category?: string },
): LinkTarget => ({
  to: 'monitor-results',
  params: { callId },
  search: {
    from: time,
    to: formatTime(Date.parse(time) + STEP_MS[interval] - 1),
    ...(location !== null && { location }),
    ...(category !== undefined && { category }),
  },
})
