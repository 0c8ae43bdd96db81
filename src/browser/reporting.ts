/** Receiver of analytics and error reports, if the operator configured one. A report that fails is dropped silently. */
export type Reporting = {
  /** Reports a shown screen. `path` is the route pattern, without the values of its variables. */
  pageView(path: string, title: string): void
  /** Reports user and project; `trialExpires` only if the product's rule allows it. */
  identify(facts: { account: string; email: string; project: string | null; trialExpires: string | null }): void
  /** Reports an uncaught error. */
  error(error: unknown): void
}

const MAX_ERRORS = 20

/** Sends reports as JSON to `address` by beacon, so that they survive leaving the page. Without an address, nothing is sent. */
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
      // An error in a loop must not flood the receiver.
      if (errors > MAX_ERRORS) return
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
      send('error', { name, message, stack: stack ?? null })
    },
  }
}
