import { DAY_MS } from '../../../domain/core/periods.ts'

/** The spans that lists are narrowed to by a word, each up to now. */
export const RANGE_MS: Readonly<Record<string, number>> = { '24h': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS }

export const RANGE_OPTIONS = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
]
