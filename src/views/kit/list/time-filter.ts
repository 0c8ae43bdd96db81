import { RANGE_DAYS, rangeOf, type TimeRange } from '../../../commands/core/time-range.ts'
import type { Filter } from './filter.ts'

const OPTIONS = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
]

/** Value of a range whose ends the address names. */
const CUSTOM = 'custom'

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
    return Object.hasOwn(RANGE_DAYS, range) ? [range] : []
  },
  asks: (search) => asks(rangeOf(search, inclusive, Date.now())),
})
