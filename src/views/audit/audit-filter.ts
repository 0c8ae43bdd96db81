import type { auditEntry } from '../../contract/audit/audits.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { QueryOf, Shape } from '../../contract/core/endpoint.ts'
import { DAY_MS, HOUR_MS } from '../../domain/core/periods.ts'
import { formatTime, parseTime } from '../../domain/core/wire-time.ts'
import { joinedBy } from '../core/joined-pages.ts'
import { RANGE_MS } from '../kit/list/time-ranges.ts'

export type Entry = Shape<typeof auditEntry>
export type AuditQuery = QueryOf<ProductContract['audit.list']>

/** How many entries are read at once. */
const PAGE = 100

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

/** The entries of a list: the newest page above what is kept of older ones. */
export const joined = joinedBy(newestFirst)
