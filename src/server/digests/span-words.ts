import { instantOf, localTime } from '../../domain/core/zone-time.ts'
import type { DigestOption, Span } from '../../domain/mail/digest-times.ts'

const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...options })

/** Names a digest's span: "Monday, 8 June 2026", "8 June 2026 to 14 June 2026" or "June 2026", with the time zone. */
export const spanWords = (option: DigestOption, span: Span, timeZone: string, isAskedFor: boolean): string => {
  if (isAskedFor) return { daily: 'the last 24 hours', weekly: 'the last 7 days', monthly: 'the last 30 days' }[option]
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const zone = ` (${timeZone})`
  if (option === 'daily') return format(timeZone, { weekday: 'long', ...day }).format(span.from) + zone
  if (option === 'monthly') return format(timeZone, { month: 'long', year: 'numeric' }).format(span.from) + zone
  const wall = localTime(span.to, timeZone)
  const lastDay = instantOf({ ...wall, day: wall.day - 1 }, timeZone)
  const days = format(timeZone, day)
  return `${days.format(span.from)} to ${days.format(lastDay)}${zone}`
}
