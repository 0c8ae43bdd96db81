import type { LastDay } from '../../../machines/monitors/last-days.ts'

const HOURS = 24
const HOUR_MS = 3_600_000

/** A sparkline of a day: the median of each hour that has one, and which hours had a failed run. */
export const sparkOf = (day: LastDay, nowMs: number): { values: (number | null)[]; failed: number[] } => {
  const first = Math.floor(nowMs / HOUR_MS) - HOURS + 1
  const values: (number | null)[] = Array.from({ length: HOURS }, () => null)
  const failed: number[] = []
  for (const { time, median, fail } of day.hours) {
    const place = Math.floor(Date.parse(time) / HOUR_MS) - first
    if (place < 0 || place >= HOURS) continue
    values[place] = median
    if (fail > 0) failed.push(place)
  }
  return { values, failed }
}
