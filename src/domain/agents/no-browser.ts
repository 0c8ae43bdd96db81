/** Why a browser test can run nowhere. */
export const NO_BROWSER =
  'No agent that is online has a browser, so browser tests cannot run: see docs/browser-tests.md for how to install one.'

/** Why nothing can run at a location whose last agent was revoked. */
export const noAgentAt = (location: string): string =>
  `${location} has no agent: its last one was revoked. Choose another location, or let an agent join there.`

/** Why a browser test cannot run at a location. */
export const noBrowserAt = (location: string): string => `No agent at ${location} has a browser.`
