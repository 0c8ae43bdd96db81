import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, test } from 'vitest'
import { type IntegrationProvider, openIntegrationProvider } from '../support/integration-provider.ts'
import type { OAuthProvider } from '../support/oauth-provider.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const LONG_MS = 240_000

let partner: IntegrationProvider
let oauth: OAuthProvider | undefined
/** Answers every request as a server in trouble; at a second address, so that only the exchange fails. */
let troubled: Server
const world = theWorld(async () => {
  partner = await openIntegrationProvider()
  troubled = createServer((_, response) => response.writeHead(502).end('<html>Bad gateway</html>'))
  await new Promise<void>((done) => troubled.listen(0, '127.0.0.1', done))
  const address = troubled.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const down = { ...partner.entry, id: 'down', name: 'Down', token_url: `http://127.0.0.1:${port}/token` }
  return {
    SONDE_ALLOW_PRIVATE: '127.0.0.0/8',
    SONDE_INTEGRATIONS: JSON.stringify([
      { ...partner.entry, domains: [partner.host, 'eu.partner.example'] },
      down,
      { id: 'datadog', client_id: 'c', client_secret: 's' },
    ]),
  }
})
const provider = async (): Promise<OAuthProvider> => {
  oauth ??= await partner.serve(world.url)
  return oauth
}
afterEach(() => oauth?.refuse(false))
afterAll(async () => {
  await partner.close()
  troubled.close()
})

/** Names of session storage that an authorization uses, with their values. */
const stored = () => ({
  verifier: sessionStorage.getItem('pkce_verifier'),
  state: sessionStorage.getItem('oauth_state'),
})

test(
  'an account is connected through the provider’s page, renamed, tested and disconnected; a denial is said and can be repeated',
  async () => {
    const oauth = await provider()
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const keys = keyboardOf(page)
    const main = page.getByRole('main')
    await signIn(page, '/collections')
    await page
      .getByRole('link', { name: /^Overview of / })
      .first()
      .click()
    await main.getByRole('link', { name: 'Integrations' }).click()
    await expect(heading(page, /^Integrations of /)).toBeVisible()
    const listed = page.url()
    await main.getByRole('button', { name: 'Connect Partner' }).click()
    await expect(heading(page, 'Connect Partner')).toBeVisible()
    await page.getByLabel('Name').fill('Ours ü')

    // Denied: the provider's words, and nothing is left in the tab.
    oauth.refuse(true)
    await main.getByRole('button', { name: 'Continue to Partner' }).click()
    await expect(heading(page, 'Access was denied at the provider. “Ada said no”')).toBeVisible()
    expect(await page.evaluate(stored)).toEqual({ verifier: null, state: null })
    oauth.refuse(false)

    // Again: the choice is still there.
    await main.getByRole('button', { name: 'Start again' }).click()
    await expect(page.getByLabel('Name')).toHaveValue('Ours ü')
    expect(new URL(page.url()).searchParams.has('state')).toBe(false)
    let asked = new URLSearchParams()
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/auth') asked = url.searchParams
    })
    await main.getByRole('button', { name: 'Continue to Partner' }).click()
    await expect(main.getByRole('heading', { name: 'Partner is connected' })).toBeVisible()
    await expect(main.getByText('You can close this tab.')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/onboarding/integration/partner/complete')
    expect(await page.evaluate(stored)).toEqual({ verifier: null, state: null })
    expect(asked.get('response_type')).toBe('code')
    expect(asked.get('code_challenge_method')).toBe('S256')
    const state = JSON.parse(Buffer.from(asked.get('state') ?? '', 'base64url').toString('utf8'))
    expect(state).toMatchObject({ name: 'Ours ü', provider: 'partner', csrfToken: expect.any(String) })

    await main.getByRole('link', { name: 'Integrations' }).click()
    expect(page.url()).toBe(listed)
    const card = main.getByRole('region', { name: /^Ours ü/ })
    await expect(card).toContainText('Connected')
    await expect(card).toContainText('ada')
    await card.getByRole('button', { name: 'Test Ours ü' }).click()
    await expect(page.getByText('Partner answered: “Ours ü” works')).toBeVisible()
    await card.getByRole('button', { name: 'Rename Ours ü' }).click()
    await card.getByRole('textbox', { name: 'Name' }).fill('Theirs')
    await page.keyboard.press('Enter')
    await expect(main.getByRole('region', { name: /^Theirs/ })).toBeVisible()
    await main.getByRole('button', { name: 'Disconnect Theirs' }).click()
    await expect(page.getByRole('form', { name: 'Disconnect “Theirs”?' })).toBeVisible()
    await keys.type('theirs')
    await keys.press('Enter')
    await expect(page.getByText('“Theirs” disconnected, and its tokens revoked')).toBeVisible()
    await expect(main.getByRole('region', { name: /^Theirs/ })).toHaveCount(0)
  },
  LONG_MS,
)

test(
  'a return with another state, or of another tab, is aborted before the server is asked',
  async () => {
    const oauth = await provider()
    const tab = await world.visit()
    const { page } = tab
    const main = page.getByRole('main')
    await signIn(page, '/onboarding/integration/partner')
    await expect(heading(page, 'Connect Partner')).toBeVisible()
    let finished = 0
    page.on('request', (request) => {
      if (request.url().includes('/authenticate')) finished++
    })
    const mismatch = heading(page, 'state mismatch, aborting auth flow')
    // Nothing was begun in this tab.
    await page.goto('/onboarding/integration/partner?code=planted&state=planted')
    await expect(mismatch).toBeVisible()
    // Something else was.
    await main.getByRole('button', { name: 'Start again' }).click()
    await page.route(`${partner.url}/auth*`, (route) => {
      const asked = new URL(route.request().url()).searchParams
      return route.fulfill({
        status: 302,
        headers: { location: `${asked.get('redirect_uri')}?code=planted&state=${asked.get('state')}x` },
      })
    })
    await main.getByRole('button', { name: 'Continue to Partner' }).click()
    await expect(mismatch).toBeVisible()
    await page.unroute(`${partner.url}/auth*`)
    expect(finished).toBe(0)
    // Alone, and signed in at the provider from then on.
    await main.getByRole('button', { name: 'Start again' }).click()
    await main.getByRole('button', { name: 'Continue to Partner' }).click()
    await expect(page.getByText('You can close this tab.')).toBeVisible()
    // Two tabs, each with an authorization of its own.
    const other = await world.another(tab)
    for (const each of [page, other.page]) await each.goto('/onboarding/integration/partner')
    await other.page.getByLabel('Name').fill('Second tab')
    await main.getByRole('button', { name: 'Continue to Partner' }).click()
    await other.page.getByRole('button', { name: 'Continue to Partner' }).click()
    for (const each of [page, other.page]) await expect(each.getByText('You can close this tab.')).toBeVisible()
    expect(oauth.asked.length).toBeGreaterThan(1)
  },
  LONG_MS,
)

test(
  'a provider that is down is said so, and an unknown one as well',
  async () => {
    const { page, complaints } = await world.visit({ viewport: { width: 390, height: 844 } })
    complaints.expect(/status of 422/)
    await provider()
    await signIn(page, '/onboarding/integration/unheard-of')
    await expect(page.getByText('This provider is not configured')).toBeVisible()
    await page.goto('/onboarding/integration/down')
    await page.route(`${partner.url}/auth*`, (route) => {
      const asked = new URL(route.request().url()).searchParams
      return route.fulfill({
        status: 302,
        headers: { location: `${asked.get('redirect_uri')}?code=c&state=${asked.get('state')}` },
      })
    })
    await page.getByRole('button', { name: 'Continue to Down' }).click()
    await expect(heading(page, /answered 502 with an HTML page/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible()
    // Datadog's tile names the site that the person is at.
    await page.goto('/onboarding/integration/datadog?site=https%3A%2F%2Fapp.datadoghq.eu')
    await expect(page.getByLabel('Domain')).toHaveValue('datadoghq.eu')
  },
  LONG_MS,
)
