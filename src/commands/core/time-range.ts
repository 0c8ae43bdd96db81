import { DAY_MS, HOUR_MS } from '../../domain/core/periods.ts'
import { formatTime, parseTime } from '../../domain/core/wire-time.ts'

/** Ranges that an address names by their length, in days. */
export const RANGE_DAYS: Readonly<Record<string, number>> = { '24h': 1, '7d': 7, '30d': 30 }

/** Ends of a range as the wire writes them; absent where it is open. */
export type TimeRange = { readonly from?: string; readonly to?: string }

/** The end of a range. A date alone means its whole day: up to its last millisecond, or up to the next day. */
const endOf = (text: string, inclusive: boolean): number | null => {
  const ms = parseTime(text)
  if (ms === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return ms
  return ms + DAY_MS - (inclusive ? 1 : 0)
}

/** The range of an address. One that ends now begins at a whole hour, so that the query stays the same for a while. */
export const rangeOf = (
  { range, from, to }: Readonly<Record<string, string>>,
  inclusive: boolean,
  now: number,
): TimeRange => {
  const days = RANGE_DAYS[range ?? '']
  const fromMs =
    parseTime(from ?? '') ?? (days === undefined ? null : Math.floor((now - days * DAY_MS) / HOUR_MS) * HOUR_MS)
  const toMs = endOf(to ?? '', inclusive)
  return {
    ...(fromMs !== null && { from: formatTime(fromMs) }),
    ...(toMs !== null && { to: formatTime(toMs) }),
  }
}
