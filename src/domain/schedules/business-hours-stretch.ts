import { type BusinessHours, closedFrom } from './business-hours.ts'

/** Length of the shortest stretch of business hours that begins within a week, in milliseconds; null if they never close. */
const shortestStretch = (hours: BusinessHours, nowMs: number): number | null => {
  const gaps = closedGaps(hours, nowMs)
  const stretches = gaps.slice(1).map(({ startMs }, at) => startMs - (gaps[at]?.endMs ?? startMs))
  return stretches.length === 0 ? null : stretches.reduce((least, length) => Math.min(least, length))
}

/** The shortest stretch of business hours where it is shorter than the interval over which runs are spread, in milliseconds; else null. */
export const exceededStretch = (
  { business_hours: hours, frequency: seconds }: { business_hours: BusinessHours | null; frequency: number },
  nowMs: number,
): number | null => {
  const shortest = hours && shortestStretch(hours, nowMs)
  return shortest !== null && seconds * 1000 > shortest ? shortest : null
}

const WEEK_MS = 7 * 86_400_000
/** 20 windows on 7 days. */
const MOST_GAPS = 140

const closedGaps = (hours: BusinessHours, nowMs: number) => {
  const gaps = []
  for (let at = nowMs; gaps.length < MOST_GAPS; ) {
    const gap = closedFrom(hours, at)
    if (!gap) break
    gaps.push(gap)
    if (gap.startMs > nowMs + WEEK_MS) break
    at = gap.endMs
  }
  return gaps
}
