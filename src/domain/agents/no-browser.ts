/** Why a browser test can run nowhere. */
export const NO_BROWSER =
  'No agent that is online has a browser, so browser tests cannot run: see docs/browser-tests.md for how to install one.'

/** Why a browser test cannot run at a location. */
export const noBrowserAt = (location: string): string => `No agent at ${location} has a browser.`
