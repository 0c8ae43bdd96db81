import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, apiWith } from '../../support/api.ts'
import { addProvider, signInWith } from '../../support/federation.ts'
import { type OpenIdProvider, openOpenIdProvider } from '../../support/openid-provider.ts'
import { authorizeAt, exchangeTokens, signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

// Whoever has no password proves to be the owner by signing in anew. New tokens of an old session are no proof.

const MINUTE_MS = 60_000

let running: TestServer
let openid: OpenIdProvider
let grace: Awaited<ReturnType<typeof signInWith>>
let aheadMs = 0
const url = () => running.server.url

beforeAll(async () => {
  running = await startServer({
    env: { SONDE_ALLOW_PRIVATE: '127.0.0.0/8' },
    clock: () => Date.now() + aheadMs,
  })
  openid = await openOpenIdProvider({ site: url() })
  const admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  const provider = await addProvider(admin, openid, { admits: true })
  openid.person = { subject: 'grace', email: 'grace@partner.example', email_verified: true, name: 'Grace' }
  grace = await signInWith(url(), openid, provider)
  aheadMs = 50 * MINUTE_MS
})
afterAll(async () => {
  await openid?.close()
  await running?.stop()
})

/** What asks for a fresh sign-in of an account without a password, the harmless first. */
const sensitive: readonly ((api: Api) => Promise<{ status: number; body: unknown }>)[] = [
  (api) => api.call('POST', '/api/2/account/factors/totp', {}),
  (api) => api.call('POST', '/api/2/account/address', { email: 'mallory@evil.example' }),
  (api) => api.call('DELETE', '/api/2/account/', { email: 'grace@partner.example' }),
]

const expectStale = async (api: Api) => {
  for (const ask of sensitive) expect(await ask(api)).toMatchObject({ status: 403, body: { error: 'session_expired' } })
}

test('an old sign-in changes nothing that asks for a fresh one', () => expectStale(grace.api()))

test('a terminal that an old session connects brings no fresh sign-in', async () => {
  const form = async (path: string, more: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: 'sonde-cli', ...more })
    // Checked by what is done with it.
    return (await (await fetch(url() + path, { method: 'POST', body })).json()) as Record<string, string>
  }
  const xsrfOf = async (page: Response) => /name="xsrf" value="(\w+)"/.exec(await page.text())?.[1] ?? ''
  const post = (more: Record<string, string>) =>
    grace.browser.ask(`${url()}/activate`, { method: 'POST', body: new URLSearchParams(more) })
  const { user_code = '', device_code = '' } = await form('/oauth/device/code', {
    scope: 'openid offline_access',
    audience: `${url()}/api`,
  })
  const entered = await post({ xsrf: await xsrfOf(await grace.browser.ask(`${url()}/activate`)), user_code })
  await post({ xsrf: await xsrfOf(entered), user_code, confirm: 'yes' })
  const tokens = await form('/oauth/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code })
  await expectStale(apiWith(url(), tokens.access_token ?? ''))
})

test('a silent sign-in after its tokens were revoked is no fresh one', async () => {
  await fetch(`${url()}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'sonde-web', token: grace.refreshToken }),
  })
  const { address, verifier } = authorizeAt(url(), { prompt: 'none' })
  const back = await grace.browser.ask(address)
  const code = new URL(back.headers.get('location') ?? '', url()).searchParams.get('code') ?? ''
  const tokens = await exchangeTokens(url(), grace.browser, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: url(),
  })
  await expectStale(apiWith(url(), tokens.body.access_token ?? ''))
})
