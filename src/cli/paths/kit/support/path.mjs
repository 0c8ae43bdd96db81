// @ts-check
import { test as base } from 'playwright/test'
import { openWalk } from './walk.mjs'

/**
 * @typedef {import('./driver.mjs').Driver} Driver
 * @typedef {(event: import('./driver.mjs').PathEvent, value: unknown) => Promise<void>} Step
 */

/** Most milliseconds of signing in, once for each worker. */
const SESSION_MS = 120_000

/** An app that a session was opened in: its browser context and page, the cookies right afterwards, and what the session told. @typedef {{ context: import('playwright/test').BrowserContext, page: import('playwright/test').Page, cookies: import('playwright/test').Cookie[], told: unknown }} Tab */
/** @typedef {(session: NonNullable<Driver['session']>) => Promise<Tab>} OpenTab */

/** Tests of apps with a session. All of them share the worker's browser, and each session is opened once. */
const signedIn = base.extend(
  /** @type {any} */ ({
    openTab: [
      /** @param {{ browser: import('playwright/test').Browser }} fixtures @param {(openTab: OpenTab) => Promise<void>} use */
      async ({ browser }, use) => {
        /** @type {Map<NonNullable<Driver['session']>, Promise<Tab>>} */
        const tabs = new Map()
        /** @param {NonNullable<Driver['session']>} session */
        const open = async (session) => {
          const context = await browser.newContext({ baseURL: process.env.BASE_URL })
          const page = await context.newPage()
          const told = await session(page)
          return { context, page, told, cookies: await context.cookies() }
        }
        await use((session) => {
          const tab = tabs.get(session) ?? open(session)
          tabs.set(session, tab)
          return tab
        })
        for (const tab of tabs.values()) await (await tab).context.close()
      },
      { scope: 'worker' },
    ],
  }),
)

/**
 * Fixtures of a session: the page in which it was opened, where the app is loaded already, so that the next load takes a fraction of the
 * time. Its cookies are renewed after each path.
 * @param {NonNullable<Driver['session']>} session
 */
const inSession = (session) => ({
  tab: [
    /** @param {{ openTab: OpenTab }} fixtures @param {(tab: Tab) => Promise<void>} use */
    async ({ openTab }, use) => {
      const tab = await openTab(session)
      await use(tab)
      await tab.context.clearCookies()
      await tab.context.addCookies(tab.cookies)
    },
    { timeout: SESSION_MS },
  ],
  /** @param {{ tab: Tab }} fixtures @param {(told: unknown) => Promise<void>} use */
  session: ({ tab }, use) => use(tab.told),
  /** @param {{ tab: Tab }} fixtures @param {(page: Tab['page']) => Promise<void>} use */
  page: ({ tab }, use) => use(tab.page),
})

/** @param {any} _ @param {(told: null) => Promise<void>} use */
// biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from it.
const noSession = ({}, use) => use(null)

/** Tests of a driver. @param {Driver} driver */
export const testsOf = ({ session }) =>
  session
    ? signedIn.extend(/** @type {any} */ (inSession(session)))
    : base.extend(/** @type {any} */ ({ session: noSession }))

/** A test of a path that is planned step by step, then taken: a driver can prepare the start for what comes. @param {{ chart: string, driver: Driver, input: unknown }} options @param {(walk: ReturnType<typeof openWalk>) => unknown} plan */
export const testOfPath =
  (options, plan) =>
  /** @param {any} fixtures */
  async ({ page, session }) => {
    const walk = openWalk({ ...options, page, session })
    await plan(walk)
    await walk.take()
  }

/** Makes tests of a chart's paths. @param {string} chart @param {Driver} driver */
export const pathsOf = (chart, driver) => {
  const test = testsOf(driver)
  /** @param {string} name @param {{ input: unknown }} options @param {(walk: { step: Step }) => Promise<void>} body */
  const path = (name, { input }, body) =>
    test(
      name,
      testOfPath({ chart, driver, input }, ({ plan }) =>
        body({ step: async (event, value) => void plan(event, value) }),
      ),
    )
  return Object.assign(path, {
    /** A path that no browser can take, and why. @param {string} name @param {string} reason */
    skip: (name, reason) => test.skip(name, { annotation: { type: 'skip', description: reason } }, () => {}),
  })
}
