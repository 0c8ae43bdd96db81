/** Maximum buckets kept; the least recently used one is evicted, as if it were full. */
const MOST_BUCKETS = 50_000
const MINUTE_MS = 60_000

/** `tokens` is the count at the time `at` (ms). */
type Bucket = { tokens: number; at: number }

export type Buckets = {
  /**
   * Takes a token from the named bucket, which holds at most `perMinute` tokens and refills within a minute. Returns the wait for the
   * next token (ms), or 0 if one was taken.
   */
  take(name: string, perMinute: number): number
}

/** Token buckets in the memory of one server. `clock`: milliseconds of a monotonic clock. */
export const openBuckets = (clock: () => number): Buckets => {
  const buckets = new Map<string, Bucket>()
  return {
    take(name, perMinute) {
      const now = clock()
      const known = buckets.get(name) ?? { tokens: perMinute, at: now }
      const gained = (Math.max(0, now - known.at) * perMinute) / MINUTE_MS
      const tokens = Math.min(perMinute, known.tokens + gained)
      // Deleting first moves it to the end: the map is ordered by use.
      buckets.delete(name)
      buckets.set(name, { tokens: tokens < 1 ? tokens : tokens - 1, at: now })
      if (buckets.size > MOST_BUCKETS) for (const [oldest] of buckets) if (buckets.delete(oldest)) break
      return tokens < 1 ? Math.ceil(((1 - tokens) * MINUTE_MS) / perMinute) : 0
    },
  }
}
