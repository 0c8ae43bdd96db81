import { formats } from '../parts/text/format.ts'
import type { ChartPeriod } from './chart-period.ts'

/** Window that the figures of an answer cover, in wire format. */
type Covered = { readonly start: string; readonly end: string }

/** A sentence where figures cover less than the range that was asked for; null where they cover all of it. */
export const coverageNote = (period: ChartPeriod, covered: Covered | undefined): string | null => {
  if (!covered) return null
  const [from, to] = [Date.parse(covered.start), Date.parse(covered.end)]
  if (to <= from) return 'Results of this range are no longer stored.'
  return from > period.fromMs ? `From ${formats.minute(from)}: earlier results are no longer stored.` : null
}
