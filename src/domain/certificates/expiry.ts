import { DAY_MS } from '../core/periods.ts'

/** Days before its end at which people are warned of a certificate. */
export const WARNED_AT_DAYS = [30, 14, 7, 1] as const

/** The least of the thresholds that a certificate has passed; null while none has. An expired one has passed 0. */
export const thresholdOf = (notAfter: number, now: number): number | null => {
  if (notAfter <= now) return 0
  const days = (notAfter - now) / DAY_MS
  return WARNED_AT_DAYS.filter((threshold) => days <= threshold).at(-1) ?? null
}

/** State of a certificate, for its color: fine, to be renewed, urgent, expired. */
export const expiryState = (notAfter: number, now: number): 'fine' | 'soon' | 'urgent' | 'expired' => {
  const threshold = thresholdOf(notAfter, now)
  if (threshold === null) return 'fine'
  if (threshold === 0) return 'expired'
  return threshold <= 7 ? 'urgent' : 'soon'
}

const YEAR_DAYS = 365

const daysWords = (days: number): string => {
  if (days >= 2 * YEAR_DAYS) return `${Math.floor(days / YEAR_DAYS)} years`
  return days === 1 ? '1 day' : `${days} days`
}

/** "Expires in 12 days", "Expired 3 days ago". */
export const expiryWords = (notAfter: number, now: number): string => {
  const days = Math.floor(Math.abs(notAfter - now) / DAY_MS)
  if (notAfter <= now) return days === 0 ? 'Expired today' : `Expired ${daysWords(days)} ago`
  return days === 0 ? 'Expires within a day' : `Expires in ${daysWords(days)}`
}
