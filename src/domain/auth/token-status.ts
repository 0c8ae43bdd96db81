import type { TOKEN_STATUSES } from '../../contract/auth/tokens.ts'

export type TokenStatus = (typeof TOKEN_STATUSES)[number]

/** Times of a token in Unix ms; null where there is none. */
type TokenTimes = {
  readonly issued: number | null
  readonly expires: number | null
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const SHARE = 0.1
const LEAST_AHEAD_MS = 5 * MINUTE_MS

/**
 * When a token is refreshed: before it expires by 5 minutes or a tenth of its lifetime, whichever is longer; by half of a lifetime that
 * is shorter than that. Null if it does not expire.
 */
export const refreshTime = ({ issued, expires }: TokenTimes, now: number): number | null => {
  if (expires === null) return null
  const from = issued ?? now
  const lifetime = Math.max(0, expires - from)
  return expires - Math.min(Math.max(LEAST_AHEAD_MS, lifetime * SHARE), lifetime / 2)
}

/** Tries of one refresh before it counts as failed. */
export const REFRESH_TRIES = 3

/** Delay before the next try of a refresh, after so many failed ones. */
export const retryDelayMs = (failed: number): number => 30_000 * 4 ** Math.max(0, failed - 1)

/** State of a token at `now`. A token that is refreshed automatically is valid until it expires. */
export const tokenStatusOf = (
  { expires, problem, refreshes }: { expires: number | null; problem: string | null; refreshes: boolean },
  now: number,
): TokenStatus => {
  if (problem !== null) return 'error'
  if (expires === null) return 'no_expiry'
  if (expires <= now) return 'expired'
  return !refreshes && expires - now < DAY_MS ? 'expiring' : 'valid'
}

/** Words for each state. */
export const TOKEN_STATUS_WORDS: Readonly<Record<TokenStatus, string>> = {
  valid: 'Valid',
  expiring: 'Expires soon',
  expired: 'Expired',
  no_expiry: 'No expiry',
  error: 'Error',
}
