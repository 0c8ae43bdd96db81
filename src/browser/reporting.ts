/** Who is told what happens in the web app, where the operator named somebody. A report that fails is lost, and disturbs nobody. */
export type Reporting = {
  /** A screen was shown. `path` is the route's, without the values of its variables. */
  pageView(path: string, title: string): void
  /** Who works where; `trialExpires` only for whom the product's rule says so. */
  identify(facts: { account: string; email: string; project: string | null; trialExpires: string | null }): void
  /** Something threw that nobody caught. */
  error(error: unknown): void
}

const MOST_ERRORS = 20

/** Reports as JSON to `address`, by beacon, so that a report outlives the page; off where there is no address. */
export const openReporting = (options: {
  readonly address: string | null
  readonly version: string
  readonly environment: string | null
}): Reporting => {
  const { address, version, environment } = options
  let errors = 0
  const send = (kind: string, facts: object): void => {
    if (address === null) return
    try {
      const report = JSON.stringify({ kind, version, environment, at: new Date().toISOString(), ...facts })
      navigator.sendBeacon(address, new Blob([report], { type: 'application/json' }))
    } catch (cause) {
      console.warn('A report could not be sent.', cause)
    }
  }
  return {
    pageView: (path, title) => send('page-view', { path, title }),
    identify: (facts) => send('identity', facts),
    error(error) {
      errors += 1
      // A fault in a loop must not become a flood.
      if (errors > MOST_ERRORS) return
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
      send('error', { name, message, stack: stack ?? null })
    },
  }
}
