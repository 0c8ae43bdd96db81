/** Buckets that are kept; beyond, the one that was used longest ago goes, as if it were full. */
const MOST_BUCKETS = 50_000
const MINUTE_MS = 60_000

/** `tokens` as they were at `at` (ms of the clock). */
type Bucket = { tokens: number; at: number }

export type Buckets = {
  /**
   * Takes one token out of the bucket of that name, which holds `perMinute` at most and fills up within a minute. Answers how long
   * to wait for the next (ms); 0 where there was one.
   */
  take(name: string, perMinute: number): number
}

/** Token buckets in memory, for one server. `clock`: milliseconds, of a clock that nobody sets. */
export const openBuckets = (clock: () => number): Buckets => {
  const buckets = new Map<string, Bucket>()
  return {
    take(name, perMinute) {
      const now = clock()
      const known = buckets.get(name) ?? { tokens: perMinute, at: now }
      const gained = (Math.max(0, now - known.at) * perMinute) / MINUTE_MS
      const tokens = Math.min(perMinute, known.tokens + gained)
      // Put at the end: the map is in the order of use.
      buckets.delete(name)
      buckets.set(name, { tokens: tokens < 1 ? tokens : tokens - 1, at: now })
      if (buckets.size > MOST_BUCKETS) for (const [oldest] of buckets) if (buckets.delete(oldest)) break
      return tokens < 1 ? Math.ceil(((1 - tokens) * MINUTE_MS) / perMinute) : 0
    },
  }
}
