const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Time to redeem a code. */
export const CODE_MS = MINUTE_MS
export const ACCESS_MS = HOUR_MS
/** A refresh token that is not used for so long ends, and its connection with it. */
export const REFRESH_MS = 30 * DAY_MS

export const daysToMs = (days: number): number => days * DAY_MS
