import type { ShownPerformance } from '../../commands/home/shown-performance.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
const dayAndYear = format({ day: 'numeric', month: 'short', year: 'numeric' })
const day = format({ day: 'numeric', month: 'short' })
const month = format({ month: 'long', year: 'numeric' })

/** "17 Jun 2026", "15 Jun – 21 Jun 2026", "June 2026". */
export const spanWords = ({ period, from, to }: Pick<ShownPerformance, 'period' | 'from' | 'to'>): string => {
  if (period === 'month') return month.format(from)
  return period === 'day' ? dayAndYear.format(from) : `${day.format(from)} – ${dayAndYear.format(to - 1)}`
}
