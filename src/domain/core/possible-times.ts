import { DAY_MS } from './periods.ts'

/** Nothing was recorded before 1970, and nothing further ahead than this is looked for. */
const AHEAD_MS = 365 * DAY_MS

/** The nearest time, in milliseconds, at which something may be recorded: from 1970 until a year from now. */
export const possibleTime = (ms: number, now: number): number => Math.min(Math.max(0, ms), now + AHEAD_MS)

/** The part of a window in which something may be recorded. It is empty for a window that lies outside. */
export const possibleWindow = ({ from, to }: { readonly from: number; readonly to: number }, now: number) => ({
  from: possibleTime(from, now),
  to: possibleTime(to, now),
})
