import { FREQUENCY_SECONDS } from '../../contract/schedules/schedules.ts'

/** Due times of a target at a location: `startMs + offsetMs + k·frequencyMs` for k = 0, 1, 2 … */
export type DueTimes = { readonly startMs: number; readonly offsetMs: number; readonly frequencyMs: number }

/** Frequencies offered in forms, in seconds: from a minute to a day. */
export const FREQUENCY_PRESETS: readonly number[] = [
  60, 120, 180, 240, 300, 360, 600, 720, 900, 1200, 1800, 3600, 7200, 10800, 14400, 21600, 28800, 43200, 86400,
]

const WORDS = new Map([
  ['hourly', 3600],
  ['daily', 86400],
])

/** Parses a frequency to seconds: a whole number of seconds up to a year, or `hourly` or `daily`; null for anything else. */
export const frequencySeconds = (input: number | string): number | null => {
  const seconds = typeof input === 'number' ? input : (WORDS.get(input) ?? Number.NaN)
  return Number.isInteger(seconds) && seconds >= FREQUENCY_SECONDS.least && seconds <= FREQUENCY_SECONDS.most
    ? seconds
    : null
}

/** 32-bit hash: FNV-1a over the UTF-16 units of a text, then MurmurHash3's final mix, because similar ids would give similar hashes. */
const hash32 = (text: string, seed: number): number => {
  let hash = seed
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Offset of a target's due time within each interval at a location, in milliseconds from 0 up to the frequency. It depends only on
 * the three ids, so the runs of a schedule are spread over the interval and stay the same after a restart.
 */
export const offsetMs = (scheduleId: string, targetId: string, locationId: string, frequencyMs: number): number => {
  const text = `${scheduleId}\u0000${targetId}\u0000${locationId}`
  // 53 bits, because a frequency may be longer than 2^32 ms (49 days).
  return ((hash32(text, 0x2f0b4c47) & 0x1fffff) * 2 ** 32 + hash32(text, 0x811c9dc5)) % frequencyMs
}

/** When run number `k`, counted from 0, is due, in milliseconds since 1970. */
export const dueTime = ({ startMs, offsetMs, frequencyMs }: DueTimes, k: number): number =>
  startMs + offsetMs + k * frequencyMs

/** Number of the first run due at or after an instant. */
const firstFrom = (times: DueTimes, fromMs: number): number =>
  Math.max(0, Math.ceil((fromMs - times.startMs - times.offsetMs) / times.frequencyMs))

/** The first due time after an instant (exclusive), in milliseconds since 1970. */
export const nextDue = (times: DueTimes, afterMs: number): number => {
  const sinceFirst = afterMs - times.startMs - times.offsetMs
  return dueTime(times, sinceFirst < 0 ? 0 : Math.floor(sinceFirst / times.frequencyMs) + 1)
}

/** Number of runs due from `fromMs` (inclusive) to `toMs` (exclusive); those that did not happen were missed. */
export const missedBetween = (times: DueTimes, fromMs: number, toMs: number): number =>
  Math.max(0, firstFrom(times, toMs) - firstFrom(times, fromMs))

/** The interval of a new schedule, in a form or by a line. */
export const RECOMMENDED_SECONDS = 600
