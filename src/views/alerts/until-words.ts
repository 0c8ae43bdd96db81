import { shownZone } from '../parts/text/time-zone.ts'

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const written = (options: Intl.DateTimeFormatOptions, at: number, zone: string | null): string =>
  new Intl.DateTimeFormat('en-GB', { ...options, ...(zone !== null && { timeZone: zone }) }).format(at)

/**
 * "until 14:30", with its weekday where that is another day; empty for no end. Both in Unix ms, in the zone in which times are shown.
 */
export const untilWords = (end: number | null, now: number, zone = shownZone()): string => {
  if (end === null) return ''
  const date = (at: number) => written({ day: 'numeric', month: 'numeric' }, at, zone)
  const clock = written(CLOCK, end, zone)
  return date(end) === date(now) ? `until ${clock}` : `until ${written({ weekday: 'short' }, end, zone)} ${clock}`
}
