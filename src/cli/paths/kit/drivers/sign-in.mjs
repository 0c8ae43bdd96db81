// @ts-check
import { runLine } from '../support/lines.mjs'
import { openSession } from '../support/person.mjs'

/**
 * @typedef {import('../support/driver.mjs').World} World
 * @typedef {import('../support/route.mjs').HeldRequest} Request
 */

/** @param {World} world @param {string} type */
const comes = ({ steps }, type) => steps.some(({ event }) => event.type === type)

/** @param {Request} request @param {string} name */
const asks = (request, name) => new URL(request.url()).searchParams.get(name)

/** The code of a redirect is exchanged; that of a silent answer is a part of reading the session. @param {Request} request @param {World} world */
const exchangesCode = (request, { input }) =>
  input.cameBack && (request.postData() ?? '').includes('authorization_code')

/** A browser without cryptography, in which the identity client cannot begin. @param {World} world */
const withoutCryptography = ({ prepare }) =>
  prepare(() =>
    Object.defineProperty(/** @type {any} */ (globalThis).Crypto.prototype, 'subtle', { get: () => undefined }),
  )

/** The cookie by which the identity client knows that somebody signed in here. */
const KNOWN = /is\.authenticated/

/** Comes back from the provider, which still knows the person. @param {World} world */
const comeBack = async ({ page, context }) => {
  await context.clearCookies({ name: KNOWN })
  await page.goto('/')
  await page.waitForURL(/[?&]code=/)
}

/** The browser stores nothing, so that the identity client cannot leave for the provider. @param {World} world */
const blockStorage = ({ page }) =>
  page.evaluate(() => {
    const refuse = () => {
      throw new Error('The browser stores nothing.')
    }
    const { Storage, document } = /** @type {any} */ (globalThis)
    Storage.prototype.setItem = refuse
    Object.defineProperty(document, 'cookie', { set: refuse, get: () => '' })
  })

/** Acts, after the storage is blocked where the path says that leaving fails. @param {(world: World) => Promise<unknown>} act */
const leaving = (act) => async (/** @type {World} */ world) => {
  if (world.next()?.type === 'xstate.error.actor.leave') await blockStorage(world)
  await act(world)
}

const REASONS = {
  'xstate.done.actor.leave': 'The browser leaves the page before signing out ends, so the page never hears of it.',
}

/** The person's session. @type {import('../support/driver.mjs').Driver} */
export const driver = {
  live: true,
  session: openSession,
  async open(world) {
    const { page, context, input, prepare } = world
    if (!input.secure) await prepare(() => Object.defineProperty(globalThis, 'isSecureContext', { get: () => false }))
    if (comes(world, 'xstate.error.actor.read')) await withoutCryptography(world)
    if (input.cameBack) return comeBack(world)
    const isNobody = world.steps.some(
      ({ event }) => event.type === 'xstate.done.actor.read' && event.output.user === null,
    )
    // The provider forgets the person; the identity client still asks it.
    if (isNobody) await context.clearCookies({ name: /^(?!.*is\.authenticated)/ })
    // The frame in which the session is read is part of the page: its request is held, and with it the event `load`.
    await page.goto('/debug/', { waitUntil: 'commit' })
  },
  effects: {
    read: {
      url: /\/authorize\?/,
      requests: (request, { input }) => !input.cameBack && asks(request, 'prompt') === 'none',
      done: (route) => route.continue(),
    },
    complete: {
      url: /\/oauth\/token$/,
      requests: exchangesCode,
      done: (route) => route.continue(),
      error: (route) => route.fulfill({ status: 403, json: { error: 'invalid_grant', error_description: 'Expired.' } }),
    },
    /** The provider's pages have nothing to show, so that the browser stays where it is while it is leaving. */
    provider: {
      url: /\/(authorize|oidc\/logout|v2\/logout)\?/,
      requests: (request, { input }) => !input.cameBack && request.isNavigation() && asks(request, 'prompt') !== 'none',
      always: (route) => route.fulfill({ status: 204 }),
    },
    api: {
      url: /\/api\/[23]\//,
      requests: (_, { kept }) => kept.hasExpired === true,
      always: (route) => route.fulfill({ status: 401, json: { detail: 'The token expired.' } }),
    },
  },
  events: {
    SIGN_OUT: leaving(({ page }) => runLine(page, 'sign out --confirm yes')),
    SIGN_IN: leaving(async ({ page, kept }) =>
      kept.hasExpired ? page.getByRole('button', { name: 'Sign in' }).click() : runLine(page, 'sign in'),
    ),
    SIGN_IN_AGAIN: leaving(({ page }) => runLine(page, 'sign in-again')),
    RETRY: ({ page }) => runLine(page, 'retry sign-in'),
    async EXPIRED({ page, kept }) {
      kept.hasExpired = true
      await page
        .getByRole('link', { name: /^Schedules/ })
        .first()
        .click()
    },
    /** Both fail by themselves. */
    'xstate.error.actor.read': () => {},
    'xstate.error.actor.leave': () => {},
  },
  states: {
    reading: () => {},
    completing: () => {},
    leaving: () => {},
    signedIn: ({ page, expect }) => expect(page.getByRole('button', { name: /^Account/ })).toBeVisible(),
    signedOut: ({ page, expect }) => expect(page.getByRole('button', { name: /^Account/ })).toHaveCount(0),
    expired: ({ page, expect }) => expect(page.getByText('You were signed out.').first()).toBeVisible(),
    insecure: ({ page, expect }) => expect(page.getByText('nobody')).toBeVisible(),
  },
  skip: ({ name, steps }) => {
    const reason = steps.map(({ event }) => REASONS[/** @type {keyof typeof REASONS} */ (event.type)]).find(Boolean)
    if (reason) return reason
    if (name === 'expired--sign-out--to-leaving') return 'Signing out is not offered once the session has ended.'
    if (name === 'leaving--retry--to-reading') return 'While the browser signs out, no control of the page tries again.'
    return null
  },
}
