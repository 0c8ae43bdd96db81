import { decodeJwt } from 'jose'
import type { Granted } from './grants.ts'

/** A hundred years, in seconds: longer lifetimes lead to times that nothing can show or store. */
const LONGEST_LIFE = 100 * 365 * 86_400
/** Numbers from here on are Unix milliseconds: as seconds, they would be in the year 5138. */
const LEAST_MILLISECONDS = 1e11
const NUMERIC = /^\s*\d+(?:\.\d+)?\s*$/
const ZONED = /(?:z|[+-]\d\d:?\d\d|gmt|utc)\s*$/i

const numberIn = (value: unknown): number | null => {
  const number = typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null
}

/** Seconds that an answer names as a number or as a text; null where it names none. Zero means that it does not say. */
export const secondsIn = (value: unknown): number | null => {
  const seconds = numberIn(value)
  return seconds === null ? null : Math.min(seconds, LONGEST_LIFE)
}

/** Unix ms of a time that an answer names in Unix seconds, or as a date, which is of UTC where it names no zone. */
const timeIn = (value: unknown): number | null => {
  const number = numberIn(value)
  if (number !== null) return number < LEAST_MILLISECONDS ? number * 1000 : number
  if (typeof value !== 'string') return null
  const time = Date.parse(ZONED.test(value) ? value : `${value.trim()}Z`)
  return Number.isNaN(time) ? null : time
}

/** The end of a JWT by its own words. They are not verified, and only say when another token is due. */
const claimedEnd = (accessToken: string): unknown => {
  try {
    return decodeJwt(accessToken).exp
  } catch {
    return null
  }
}

/** When something expires that is valid for some seconds from `now` on, in whole milliseconds: providers answer fractions, too. */
export const expiryAfter = (now: number, seconds: number | null): number | null =>
  seconds === null ? null : Math.round(now + seconds * 1000)

/**
 * When a granted token expires; null where nothing says so. A lifetime comes before a time, which needs clocks that agree: one that is
 * over already says nothing.
 */
export const expiryOf = (
  { accessToken, answer }: Pick<Granted, 'accessToken' | 'answer'>,
  now: number,
): number | null => {
  const lifetime = secondsIn(answer.expires_in)
  if (lifetime !== null) return expiryAfter(now, lifetime)
  const times = [answer.expires_on, answer.expires_at, claimedEnd(accessToken)].map(timeIn)
  const end = times.find((time) => time !== null && time > now)
  return end == null ? null : expiryAfter(now, secondsIn((end - now) / 1000))
}
