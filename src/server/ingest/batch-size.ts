/** Duration of a transaction above which the next one is smaller, if that makes it shorter. */
const LONG_MS = 500
/** Duration above which none becomes larger. */
const LONGEST_MS = 5_000
/** A result in a larger transaction is cheaper by this factor if most of the time is that of the transaction itself; at most it is 2. */
const WORTH = 1.5

/** Size of transactions. */
export type BatchSize = {
  readonly size: number
  /** Notes how long a transaction of so many results took. */
  took(ms: number, results: number): void
}

/**
 * Adapts the size of transactions to their duration: with many alerts for each monitor a result costs twenty times as much as without, and a
 * long transaction holds up messages, memory and everyone else on the event loop. Where the time is that of the transaction itself, as with
 * a database that is far away or busy, smaller ones would only store less: results are compared by what they cost at each size.
 */
export const openBatchSize = (limits: { readonly least: number; readonly most: number }): BatchSize => {
  // The first one tells what the alerts cost.
  let size = Math.min(limits.most, 4 * limits.least)
  /** Milliseconds for each result of the newest transaction of a size. */
  const costs = new Map<number, number>()
  const isWorth = (large: number, small: number): boolean =>
    (costs.get(large) ?? Number.NaN) * WORTH < (costs.get(small) ?? Number.NaN)

  const sizeAfter = (ms: number): number => {
    const half = Math.max(limits.least, Math.floor(size / 2))
    const twice = Math.min(limits.most, size * 2)
    if (ms < LONG_MS / 2) return twice
    if (isWorth(size, half)) return ms < LONGEST_MS && (!costs.has(twice) || isWorth(twice, size)) ? twice : size
    if (ms > LONG_MS) return isWorth(twice, size) ? twice : half
    return size
  }
  return {
    get size() {
      return size
    },
    took(ms, results) {
      // One that had room for more says nothing about the size.
      if (results < size) return
      costs.set(size, ms / results)
      size = sizeAfter(ms)
    },
  }
}
