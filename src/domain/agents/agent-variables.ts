/** Reads a number of things that may be done at a time. @throws Error with one sentence for the operator. */
export const countOf = (name: string, text: string | null | undefined, usual: number, most: number): number => {
  if (!text) return usual
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= most) return count
  throw new Error(`${name} must be a whole number from 1 to ${most}, but is “${text}”.`)
}

/** Runs of browser tests at a time: each one takes a few hundred megabytes. */
const BROWSERS = { usual: 2, most: 50 }

/** Reads `SONDE_BROWSER_CONCURRENCY`, for the agent and for the server that passes it on. @throws Error with one sentence for the operator. */
export const browserConcurrencyOf = (text: string | null | undefined): number =>
  countOf('SONDE_BROWSER_CONCURRENCY', text, BROWSERS.usual, BROWSERS.most)
