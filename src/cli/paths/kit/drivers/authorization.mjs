// @ts-check
import { refuse } from '../support/answers.mjs'
import { openSession } from '../support/person.mjs'
import { others, standIn } from '../support/stand-in.mjs'

/** @typedef {import('../support/driver.mjs').World} World */

const PROVIDER = {
  id: 'datadog',
  name: 'Datadog',
  domains: ['datadoghq.com', 'datadoghq.eu', 'us3.datadoghq.com'],
  scopes: [],
}
const ORGANIZATIONS = [
  { id: 'o', name: 'Acme' },
  { id: 'p', name: 'Umbrella' },
]
const BEGUN = {
  flow: 'f',
  authorize_url: 'https://app.datadoghq.com/oauth2/v1/authorize',
  client_id: 'c',
  scope: '',
  params: {},
  domain: 'datadoghq.com',
  expires: '2026-01-05T10:00:00Z',
}

/** What this tab stored before it left, as the path says. @param {World} world */
const storeSecrets = ({ page, steps }) => {
  const { verifier = null, state = null } =
    steps.find(({ event }) => event.type === 'xstate.done.actor.recall')?.event.output ?? {}
  return page.evaluate(
    (entries) => {
      for (const [name, value] of entries)
        if (value !== null) /** @type {any} */ (globalThis).sessionStorage.setItem(name, value)
    },
    [
      ['pkce_verifier', verifier],
      ['oauth_state', state],
    ],
  )
}

/** @param {World} world */
const addressOf = ({ input: { choice, returned } }) => {
  const { description, ...given } = returned ?? {}
  const search = {
    ...(choice.organization && { organization: choice.organization }),
    ...given,
    ...(description && { error_description: description }),
  }
  const said = Object.entries(search).filter(([, value]) => value)
  return `/onboarding/integration/datadog?${new URLSearchParams(/** @type {any} */ (said))}`
}

/** @param {World} world @param {string} name */
const button = ({ page }, name) => page.getByRole('button', { name })

/** Connecting an integration: to the provider's page, and back. @type {import('../support/driver.mjs').Driver} */
export const driver = {
  live: true,
  session: openSession,
  async open(world) {
    await storeSecrets(world)
    await world.page.goto(addressOf(world))
  },
  effects: {
    ...standIn(() => ({ organizations: ORGANIZATIONS, roles: { o: ['ADMIN'], p: ['ADMIN'] } })),
    providers: {
      url: /\/api\/3\/integrations\/(\?|$)/,
      always: (route) => route.fulfill({ json: { data: [PROVIDER] } }),
    },
    prepare: {
      url: /\/integrations\/(\?|$)/,
      requests: (request) => request.method() === 'POST',
      done: (route, _, { page }) =>
        route.fulfill({
          json: { ...BEGUN, redirect_uri: new URL('/onboarding/integration/datadog', page.url()).href },
        }),
      error: refuse,
    },
    finish: {
      url: /\/integrations\/datadog\/authenticate/,
      done: (route) => route.fulfill({ json: {} }),
      error: refuse,
    },
    /** The provider's page has nothing to show, so that the browser stays. */
    provider: { url: /^https:\/\/app\.datadoghq\.com\//, always: (route) => route.fulfill({ status: 204 }) },
    ...others,
  },
  events: {
    CHANGE: async ({ page }, { value }) => {
      await page.getByLabel('Domain').selectOption(value)
    },
    async CONNECT(world) {
      await button(world, world.kept.hasFailed ? 'Start again' : 'Continue to Datadog').click()
    },
    /** The store is read at once. */
    'xstate.done.actor.recall': () => {},
    /** Passes by itself. */
    patience: () => {},
  },
  states: {
    choosing: (world) => world.expect(button(world, 'Continue to Datadog')).toBeEnabled(),
    preparing: (world) => world.expect(button(world, 'Continue to Datadog')).toBeVisible(),
    leaving: (world) => world.expect(button(world, 'Continue to Datadog')).toBeVisible(),
    comparing: () => {},
    finishing: (world) => world.expect(button(world, 'Start again')).toHaveCount(0),
    failed(world) {
      world.kept.hasFailed = true
      return world.expect(button(world, 'Start again')).toBeVisible()
    },
    done: ({ page, expect }) => expect(page).toHaveURL(/\/complete/),
  },
  skip: ({ name }) =>
    name === 'comparing--recall-failed--to-failed'
      ? 'A browser that stores nothing has no secrets of this tab, which is another path.'
      : null,
}
