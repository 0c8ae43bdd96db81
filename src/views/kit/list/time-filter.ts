import { DAY_MS, HOUR_MS } from '../../../domain/core/periods.ts'
import { formatTime, parseTime } from '../../../domain/core/wire-time.ts'
import type { Filter, Search } from './filter.ts'

const DAYS: Readonly<Record<string, number>> = { '24h': 1, '7d': 7, '30d': 30 }
const OPTIONS = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
]

/** Value of a range whose ends the address names. */
const CUSTOM = 'custom'

/** Ends of a range as the wire writes them; absent where it is open. */
export type TimeRange = { readonly from?: string; readonly to?: string }

/** The end of a range. A date alone means its whole day: up to its last millisecond, or up to the next day. */
const endOf = (text: string, inclusive: boolean): number | null => {
  const ms = parseTime(text)
  if (ms === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return ms
  return ms + DAY_MS - (inclusive ? 1 : 0)
}

/** The range of an address. One that ends now begins at a whole hour, so that the query stays the same for a while. */
const rangeOf = ({ range = '', from = '', to = '' }: Search, inclusive: boolean, now: number): TimeRange => {
  const days = DAYS[range]
  const fromMs = parseTime(from) ?? (days === undefined ? null : Math.floor((now - days * DAY_MS) / HOUR_MS) * HOUR_MS)
  const toMs = endOf(to, inclusive)
  return {
    ...(fromMs !== null && { from: formatTime(fromMs) }),
    ...(toMs !== null && { to: formatTime(toMs) }),
  }
}

type TimeOptions<Query> = {
  /** Label of a range whose ends the address names. */
  readonly words: (from: string, to: string) => string
  readonly asks: (range: TimeRange) => Partial<Query>
  /** The end of the range belongs to it. */
  readonly inclusive?: boolean
}

/** Filters by time: the last day, week or month, or the range between `from` and `to` of the address. */
export const timeRange = <Query>({ words, asks, inclusive = false }: TimeOptions<Query>): Filter<unknown, Query> => ({
  name: 'range',
  label: 'Time',
  control: 'one',
  replaces: ['from', 'to'],
  options: (_, { from = '', to = '' }) =>
    from === '' && to === '' ? OPTIONS : [{ value: CUSTOM, label: words(from, to) }, ...OPTIONS],
  chosen: ({ range = '', from = '', to = '' }) => {
    if (from !== '' || to !== '') return [CUSTOM]
    return Object.hasOwn(DAYS, range) ? [range] : []
  },
  asks: (search) => asks(rangeOf(search, inclusive, Date.now())),
})
