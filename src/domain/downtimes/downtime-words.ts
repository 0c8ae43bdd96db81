import { wallClockAt } from '../core/zone-time.ts'
import type { Downtime } from './downtime-windows.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A downtime's local times: "Every Sunday 02:00–04:00 Europe/Berlin", "22 Nov 2026 02:00–04:00 UTC". */
export const downtimeWords = ({ startMs, endMs, everyDays, timeZone }: Downtime): string => {
  const wall = (ms: number) => new Date(wallClockAt(ms, timeZone))
  const [start, end] = [wall(startMs), wall(endMs)]
  const isOneDay = start.toISOString().slice(0, 10) === end.toISOString().slice(0, 10)
  if (everyDays === 1) return `Every day ${clock(start)}–${clock(end)} ${timeZone}`
  const day = everyDays === 7 ? weekday : date
  const range = isOneDay
    ? `${day(start)} ${clock(start)}–${clock(end)}`
    : `${day(start)} ${clock(start)} – ${day(end)} ${clock(end)}`
  return `${everyDays === 7 ? 'Every ' : ''}${range} ${timeZone}`
}

const clock = (wall: Date): string => wall.toISOString().slice(11, 16)
const weekday = (wall: Date): string => WEEKDAYS[wall.getUTCDay()] ?? ''
const date = (wall: Date): string => `${wall.getUTCDate()} ${MONTHS[wall.getUTCMonth()]} ${wall.getUTCFullYear()}`
