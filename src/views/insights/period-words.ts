import type { ShownPeriod } from '../../commands/insights/shown-period.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayAndYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "9 Nov – 15 Nov 2026", "November 2026". */
export const periodWords = ({ period, range }: ShownPeriod): string =>
  period === 'month' ? month.format(range.from) : `${day.format(range.from)} – ${dayAndYear.format(range.to - 1)}`
