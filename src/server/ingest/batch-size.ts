/** Duration of a transaction above which the next one is smaller. */
const LONG_MS = 500

/** Size of transactions. */
export type BatchSize = {
  readonly size: number
  /** Notes how long a transaction took. */
  took(ms: number): void
}

/**
 * Adapts the size of transactions to their duration: with many alerts for each monitor a result costs twenty times as much as without, and a
 * long transaction holds up messages, memory and everyone else on the event loop.
 */
export const openBatchSize = (limits: { readonly least: number; readonly most: number }): BatchSize => {
  // The first one tells what the alerts cost.
  let size = Math.min(limits.most, 4 * limits.least)
  return {
    get size() {
      return size
    },
    took(ms) {
      if (ms > LONG_MS) size = Math.max(limits.least, Math.floor(size / 2))
      else if (ms < LONG_MS / 2) size = Math.min(limits.most, size * 2)
    },
  }
}
