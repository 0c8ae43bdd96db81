/** Time for which a value is served without a look at the store (ms). */
export const FRESH_MS = 5_000
/** Time for which an older value is served while it is renewed. After it, the visitor waits for a new one. */
const STALE_MS = 30_000
/** Time for which an old value is served where it cannot be renewed, as while the store is away. */
const KEPT_MS = 600_000

type Entry<Value> = { value: Value; at: number }

export type Renewed<Value> = {
  /** The value if it is fresh, or may be served while it is renewed; undefined if a visitor must wait. */
  now(): Value | undefined
  /** Waits for a value that is not too old. */
  wait(): Promise<Value>
  /** The next visitor waits for a new value. */
  invalidate(): void
}

/**
 * Keeps a value that many visitors ask for: it is renewed at most every five seconds, by one of them, in the background. `make` gets the
 * earlier value.
 */
export const openRenewed = <Value>(options: {
  make: (before: Value | undefined) => Promise<Value>
  /** Milliseconds that never go back. */
  clock: () => number
  log: (cause: unknown) => void
}): Renewed<Value> => {
  const { make, clock, log } = options
  let entry: Entry<Value> | null = null
  let making: Promise<Value> | null = null
  let version = 0
  let triedAt = Number.NEGATIVE_INFINITY
  /** Whether the kept value may still be served: it was not invalidated. */
  let isValid = false

  const renew = (): Promise<Value> => {
    if (making) return making
    const begun = version
    triedAt = clock()
    const made = make(entry?.value).then((value) => {
      entry = { value, at: clock() }
      isValid = begun === version
      return value
    })
    making = made.finally(() => {
      making = null
    })
    return making
  }

  return {
    now() {
      if (!entry || !isValid) return undefined
      const age = clock() - entry.at
      if (age < FRESH_MS) return entry.value
      if (clock() - triedAt >= FRESH_MS) renew().catch(log)
      return age < STALE_MS ? entry.value : undefined
    },
    async wait() {
      try {
        const value = await renew()
        // Not valid: it was invalidated while it was made.
        return isValid ? value : await renew()
      } catch (cause) {
        if (entry && isValid && clock() - entry.at < KEPT_MS) return entry.value
        throw cause
      }
    },
    invalidate() {
      version++
      isValid = false
    },
  }
}
