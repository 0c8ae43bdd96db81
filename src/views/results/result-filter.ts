import type { ProductContract } from '../../contract/contract.ts'
import type { QueryOf } from '../../contract/core/endpoint.ts'
import { CATEGORIES } from '../../contract/results/results.ts'
import { DAY_MS, HOUR_MS } from '../../domain/core/periods.ts'
import { formatTime, parseTime } from '../../domain/core/wire-time.ts'
import { RANGE_MS } from '../kit/list/time-ranges.ts'

export type ResultQuery = QueryOf<ProductContract['result.list']>

/** How many results are read at once. */
const PAGE = 100

type Category = (typeof CATEGORIES)[number]

/** The end of a day that is written as a date alone. */
const endOf = (text: string): string | undefined => {
  const ms = parseTime(text)
  if (ms === null) return undefined
  return formatTime(/^\d{4}-\d\d-\d\d$/.test(text) ? ms + DAY_MS - 1 : ms)
}

/** What an address asks for of the results. A span that ends now begins at a whole hour, so that it stays the same question for a while. */
export const resultQuery = (search: Readonly<Record<string, string>>, nowMs: number): ResultQuery => {
  const { category = '', location = '', range = '', from = '', to = '' } = search
  const wanted = CATEGORIES.find((one): one is Category => one === category.toUpperCase())
  const spanMs = RANGE_MS[range]
  const fromMs = parseTime(from) ?? (spanMs === undefined ? null : Math.floor((nowMs - spanMs) / HOUR_MS) * HOUR_MS)
  const time = endOf(to)
  return {
    limit: PAGE,
    ...(wanted && { result_category: wanted }),
    ...(location !== '' && { location_id: location }),
    ...(fromMs !== null && { from: formatTime(fromMs) }),
    ...(time !== undefined && { time }),
  }
}

/** Whether an address narrows the results at all. */
export const isNarrowed = ({ category, location, range, from, to }: Readonly<Record<string, string>>): boolean =>
  [category, location, range, from, to].some((part) => part !== undefined && part !== '')
