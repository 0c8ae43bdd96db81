import type { auditEntry } from '../../contract/audits.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { QueryOf, Shape } from '../../contract/endpoint.ts'
import { DAY_MS, HOUR_MS } from '../../domain/periods.ts'
import { formatTime, parseTime } from '../../domain/wire-time.ts'

export type Entry = Shape<typeof auditEntry>
export type AuditQuery = QueryOf<ProductContract['audit.list']>

/** How many entries are read at once. */
const PAGE = 100

const RANGE_MS: Readonly<Record<string, number>> = { '24h': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS }

export const RANGE_OPTIONS = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
]

/** The end of a day that is written as a date alone. */
const endOf = (text: string): number | null => {
  const ms = parseTime(text)
  return ms !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? ms + DAY_MS : ms
}

/** What an address asks for of the log. A span that ends now begins at a whole hour, so that it stays the same question for a while. */
export const auditQuery = (search: Readonly<Record<string, string>>, nowMs: number): AuditQuery => {
  const { actor = '', action = '', type = '', range = '', from = '', to = '' } = search
  const spanMs = RANGE_MS[range]
  const fromMs = parseTime(from) ?? (spanMs === undefined ? null : Math.floor((nowMs - spanMs) / HOUR_MS) * HOUR_MS)
  const toMs = endOf(to)
  return {
    limit: PAGE,
    ...(actor !== '' && { actor }),
    ...(action !== '' && { action }),
    ...(type !== '' && { type }),
    ...(fromMs !== null && { from: formatTime(fromMs) }),
    ...(toMs !== null && { to: formatTime(toMs) }),
  }
}

/** Whether an address narrows the log at all. */
export const isNarrowed = ({ actor, action, type, range, from, to }: Readonly<Record<string, string>>): boolean =>
  [actor, action, type, range, from, to].some((part) => part !== undefined && part !== '')

/** Newest first; of two at one moment, the one that was written later. */
const newestFirst = (a: Entry, b: Entry): number => (a.time === b.time ? b.number - a.number : a.time < b.time ? 1 : -1)

/**
 * The entries of which the first page is read again while older ones are kept. Where the new first page does not reach down to
 * what was kept, what was kept is let go, rather than shown with a gap.
 */
export const joined = (kept: readonly Entry[], firstPage: readonly Entry[], firstIsAll: boolean): readonly Entry[] => {
  if (kept.length === 0 || firstIsAll) return firstPage
  const known = new Set(kept.map(({ id }) => id))
  if (!firstPage.some(({ id }) => known.has(id))) return firstPage
  const fresh = new Set(firstPage.map(({ id }) => id))
  return [...firstPage, ...kept.filter(({ id }) => !fresh.has(id))].sort(newestFirst)
}
