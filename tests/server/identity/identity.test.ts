import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import { eventually } from '../../support/eventually.ts'
import { authorizeAt, exchangeTokens, openBrowser, openSignIn, signIn, typePassword } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

const ADA = 'ada@example.com'

let running: TestServer
let url: string
let lateMs = 0
beforeAll(async () => {
  running = await startServer({ clock: () => Date.now() + lateMs })
  url = running.server.url
})
afterAll(() => running.stop())

const signInAda = () => signIn(running.server, ADA, ADMIN_PASSWORD)
const status = async (token: string): Promise<number> =>
  (await running.api.as(token).call('GET', '/api/2/account/projects')).status
const refresh = (token: string) =>
  exchangeTokens(url, openBrowser(), { grant_type: 'refresh_token', refresh_token: token })

test('a person signs in by code and PKCE, and calls the API with the access token', async () => {
  const ada = await signInAda()
  expect(decodeProtectedHeader(ada.accessToken)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
  const { iat = 0, exp, ...claims } = decodeJwt(ada.accessToken)
  expect(claims).toMatchObject({ iss: `${url}/`, aud: `${url}/api`, client_id: 'sonde-web' })
  expect(exp).toBe(iat + 3600)
  expect(decodeJwt(ada.idToken)).toMatchObject({
    email: ADA,
    email_verified: true,
    name: 'ada',
    [`${url}/permissions`]: ['site_admin'],
  })
  expect(await status(ada.accessToken)).toBe(200)
  const cookies = ada.browser.lines.filter((line) => /^sonde_(session|device)=/.test(line))
  expect(cookies.length).toBeGreaterThan(1)
  for (const line of cookies) expect(line).toMatch(/;\s*httponly/i)
  for (const line of cookies) expect(line).toMatch(/;\s*samesite=lax/i)
})

test('an access token is valid for one hour; a changed one or an ID token is not', async () => {
  const { accessToken, idToken } = await signInAda()
  const [head, body, signature = ''] = accessToken.split('.')
  const forged = Buffer.from(JSON.stringify({ ...decodeJwt(accessToken), sub: 'x' })).toString('base64url')
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
  for (const bad of [
    idToken,
    `${head}.${forged}.${signature}`,
    `${none}.${body}.`,
    `${head}.${body}.${signature.slice(2)}AA`,
  ])
    expect(await status(bad)).toBe(401)
  lateMs = 3601_000
  expect(await status(accessToken)).toBe(401)
  lateMs = 0
})

test('a second tab and a silent renewal need no password, and work only for our own page', async () => {
  const { browser } = await signInAda()
  const { address } = authorizeAt(url, { prompt: 'none', response_mode: 'web_message' })
  const answer = await browser.ask(address)
  const page = await answer.text()
  expect(answer.status).toBe(200)
  expect(page).toContain('"code":"')
  expect(page).toContain(`"redirect_uri":"${url}"`)
  expect(answer.headers.get('x-frame-options')).toBeNull()
  expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
  const stranger = await openBrowser().ask(address)
  expect(await stranger.text()).toContain('login_required')
})

test('a refresh token works once; a repeat within seconds is answered, a later one ends the sign-in', async () => {
  const ada = await signInAda()
  const first = await refresh(ada.refreshToken)
  expect(first.status).toBe(200)
  expect((await refresh(ada.refreshToken)).status).toBe(200)
  lateMs = 11_000
  const stolen = await refresh(ada.refreshToken)
  expect(stolen).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(stolen.body.error_description).toContain('invalid refresh token')
  expect((await refresh(first.body.refresh_token ?? '')).status).toBe(400)
  expect(await status(first.body.access_token ?? '')).toBe(401)
  lateMs = 0
})

test('every way of signing out ends the session and its tokens immediately', async () => {
  const ways = [
    ({ browser, idToken }: Awaited<ReturnType<typeof signInAda>>) =>
      browser.ask(`${url}/v2/logout?client_id=sonde-web&returnTo=${encodeURIComponent(url)}&id_token_hint=${idToken}`),
    ({ accessToken }: Awaited<ReturnType<typeof signInAda>>) =>
      fetch(`${url}/api/2/logout`, { headers: { authorization: `Bearer ${accessToken}` } }),
    async ({ browser }: Awaited<ReturnType<typeof signInAda>>) => {
      const page = await (await browser.ask(`${url}/oidc/logout`)).text()
      expect(page).toContain('Sign out of Sonde?')
      const xsrf = /name="xsrf" value="([\w-]+)"/.exec(page)?.[1] ?? ''
      return browser.ask(`${url}/oidc/logout/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ xsrf, logout: 'yes' }),
      })
    },
  ]
  for (const way of ways) {
    const ada = await signInAda()
    expect([204, 302, 303]).toContain((await way(ada)).status)
    expect(await status(ada.accessToken)).toBe(401)
    expect((await refresh(ada.refreshToken)).status).toBe(400)
    const again = await ada.browser.ask(authorizeAt(url).address)
    expect(again.headers.get('location')).toContain('/interaction/')
  }
})

test('neither sign-in nor sign-out redirects to another site', async () => {
  const { browser } = await signInAda()
  for (const evil of ['https://evil.example', `${url}.evil.example`, `${url}/elsewhere`, `${url}@evil.example`]) {
    const out = await browser.ask(`${url}/v2/logout?client_id=sonde-web&returnTo=${encodeURIComponent(evil)}`)
    expect(out.status).toBe(400)
    expect(out.headers.get('location')).toBeNull()
    const back = await browser.ask(authorizeAt(url, { redirect_uri: evil }).address)
    expect(back.status).toBe(400)
    expect(back.headers.get('location')).toBeNull()
  }
  const unnamed = await browser.ask(`${url}/v2/logout?returnTo=${encodeURIComponent(url)}`)
  expect(unnamed.status).toBe(400)
})

test('a link signs nobody out: without the person’s ID token a page asks first', async () => {
  const ada = await signInAda()
  const bob = await addAccount(running, 'bob-signs-out@example.com')
  const others = await signIn(running.server, bob.email, PASSWORD)
  const back = encodeURIComponent(`${url}/logout/`)
  const [head, , signature] = ada.idToken.split('.')
  const forged = Buffer.from(JSON.stringify({ ...decodeJwt(ada.idToken), aud: 'sonde-cli' })).toString('base64url')
  for (const query of [
    '',
    `?client_id=sonde-web&returnTo=${back}`,
    `?client_id=sonde-web&returnTo=${back}&id_token_hint=${others.idToken}`,
    `?client_id=sonde-web&returnTo=${back}&id_token_hint=${head}.${forged}.${signature}`,
    `?client_id=sonde-web&returnTo=${back}&id_token_hint=${ada.accessToken}`,
    `?returnTo=&id_token_hint=${ada.idToken}`,
    `?client_id=sonde-cli&id_token_hint=${ada.idToken}`,
    `?client_id=sonde-web&id_token_hint=x&id_token_hint=${ada.idToken}`,
  ]) {
    const answer = await ada.browser.ask(`${url}/v2/logout${query}`)
    if (answer.status !== 400) expect(answer.headers.get('location'), query).toMatch(/^\/oidc\/logout\?/)
    expect(await status(ada.accessToken), query).toBe(200)
  }
  const asked = await ada.browser.ask(`${url}/v2/logout?client_id=sonde-web&returnTo=${back}`)
  const page = await (await ada.browser.ask(url + asked.headers.get('location'))).text()
  expect(page).toContain('Sign out of Sonde?')
  const xsrf = /name="xsrf" value="([\w-]+)"/.exec(page)?.[1] ?? ''
  const forms = [{ logout: 'yes' }, { xsrf: 'x'.repeat(xsrf.length), logout: 'yes' }] as Record<string, string>[]
  for (const form of forms) {
    await ada.browser.ask(`${url}/oidc/logout/confirm`, { method: 'POST', body: new URLSearchParams(form) })
    expect(await status(ada.accessToken)).toBe(200)
  }
  const done = await ada.browser.ask(`${url}/oidc/logout/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  })
  expect(done.headers.get('location')).toBe(`${url}/logout/`)
  expect(await status(ada.accessToken)).toBe(401)
})

test('pushed authorization requests are neither accepted nor advertised', async () => {
  const told = await (await fetch(`${url}/.well-known/openid-configuration`)).text()
  expect(told).not.toContain('pushed')
  for (const path of ['/request', '/oauth/par', '/par']) {
    const body = new URLSearchParams({ client_id: 'sonde-web' })
    expect((await fetch(url + path, { method: 'POST', body })).status, path).toBe(404)
  }
})

test('the provider’s pages run only the provider’s scripts', async () => {
  for (const path of ['/authorize?client_id=nobody', '/activate', '/oidc/logout/success', '/activate?user_code=x']) {
    const answer = await fetch(url + path, { headers: { accept: 'text/html' } })
    const page = await answer.text()
    expect(answer.headers.get('content-security-policy'), path).toContain("default-src 'none'")
    expect(page, path).not.toMatch(/https?:\/\/(?!localhost)|onfocus/)
  }
  const odd = await fetch(`${url}/authorize?client_id=%3Cscript%3E`, { headers: { accept: 'text/html' } })
  expect(await odd.text()).not.toContain('<script>')
})

test('the sign-in form requires its browser, our own page, and the right password', async () => {
  const browser = openBrowser()
  const { page } = await openSignIn(url, browser, { login_hint: 'ada@example.com' })
  const details = await browser.ask(`${url}${page}/details`)
  expect(await details.json()).toEqual({
    client: { id: 'sonde-web', name: 'Sonde' },
    login_hint: 'ada@example.com',
    prompt: 'login',
    second_step: null,
    providers: [],
  })
  expect((await openBrowser().ask(`${url}${page}/details`)).status).toBe(410)
  const elsewhere = await browser.ask(`${url}${page}/login`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: 'https://evil.example' },
    body: JSON.stringify({ email: ADA, password: ADMIN_PASSWORD }),
  })
  expect(elsewhere.status).toBe(403)
  const wrong = await typePassword(url, browser, page, ADA, 'not the password')
  const nobody = await typePassword(url, browser, page, 'nobody@example.com', 'not the password')
  expect(wrong.status).toBe(401)
  expect(await wrong.text()).toBe(await nobody.text())
  expect((await typePassword(url, browser, page, '  Ada@Example.COM ', ADMIN_PASSWORD)).status).toBe(200)
  const other = await openSignIn(url, openBrowser())
  expect((await typePassword(url, browser, other.page, ADA, ADMIN_PASSWORD)).status).toBe(410)
})

test('a session planted before the sign-in is replaced', async () => {
  const browser = openBrowser()
  await signIn(running.server, ADA, ADMIN_PASSWORD, browser)
  const planted = browser.cookies('/')
  const { page } = await openSignIn(url, browser, { prompt: 'login' })
  const { redirect_to } = (await (await typePassword(url, browser, page, ADA, ADMIN_PASSWORD)).json()) as {
    redirect_to: string
  }
  await browser.ask(redirect_to)
  expect(browser.cookies('/')).not.toBe(planted)
  const old = await fetch(authorizeAt(url).address, { headers: { cookie: planted }, redirect: 'manual' })
  expect(old.headers.get('location')).toContain('/interaction/')
})

const askProvider = (path: string, form: Record<string, string>) =>
  fetch(url + path, { method: 'POST', body: new URLSearchParams({ client_id: 'sonde-cli', ...form }) })

/** Signs a command line in by a device code that is confirmed in a browser; returns its tokens. */
const connectDevice = async ({ browser }: Awaited<ReturnType<typeof signInAda>>): Promise<Record<string, string>> => {
  const begun = await askProvider('/oauth/device/code', { scope: 'openid offline_access', audience: `${url}/api` })
  const device = (await begun.json()) as Record<string, string>
  const grantType = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: device.device_code ?? '',
  }
  expect(await (await askProvider('/oauth/token', grantType)).json()).toMatchObject({ error: 'authorization_pending' })
  const post = (form: Record<string, string>) =>
    browser.ask(`${url}/activate`, { method: 'POST', body: new URLSearchParams(form) })
  const page = await (await browser.ask(`${url}/activate`)).text()
  const xsrf = /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? ''
  const confirm = await (await post({ xsrf, user_code: device.user_code ?? '' })).text()
  expect(confirm).toContain('Connect Sonde command line?')
  const again = /name="xsrf" value="(\w+)"/.exec(confirm)?.[1] ?? ''
  const done = await post({ xsrf: again, user_code: device.user_code ?? '', confirm: 'yes' })
  expect(await done.text()).toContain('is signed in')
  const short = await fetch(`${url}/device?user_code=${device.user_code}`, { redirect: 'manual' })
  expect(short.headers.get('location')).toBe(`/activate?user_code=${device.user_code}`)
  return (await (await askProvider('/oauth/token', grantType)).json()) as Record<string, string>
}

test('a command line signs in by a confirmed device code, and stays signed in when the browser signs out', async () => {
  const ada = await signInAda()
  const tokens = await connectDevice(ada)
  await eventually(async () =>
    JSON.stringify(await ada.api().get('/api/3/audits/installation?action=session.sign-in')).includes(
      'Sonde command line',
    ),
  )
  expect(await status(tokens.access_token ?? '')).toBe(200)
  await ada.browser.ask(`${url}/v2/logout?client_id=sonde-web&id_token_hint=${ada.idToken}`)
  expect(await status(ada.accessToken)).toBe(401)
  expect(await status(tokens.access_token ?? '')).toBe(200)
  const renewed = await askProvider('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token ?? '',
  })
  expect(renewed.status).toBe(200)
  const ended = await running.api.as(tokens.access_token ?? '').call('GET', '/api/2/logout')
  expect(ended.status).toBe(204)
  expect(await status(tokens.access_token ?? '')).toBe(401)
})

test('a device that a person refuses is not signed in, and the browser asks for no other code', async () => {
  const { browser } = await signInAda()
  const begun = await askProvider('/oauth/device/code', { scope: 'openid offline_access', audience: `${url}/api` })
  const device = (await begun.json()) as Record<string, string>
  const post = (form: Record<string, string>) =>
    browser.ask(`${url}/activate`, { method: 'POST', body: new URLSearchParams(form) })
  const page = await (await browser.ask(`${url}/activate`)).text()
  const xsrf = /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? ''
  const confirm = await (await post({ xsrf, user_code: device.user_code ?? '' })).text()
  const again = /name="xsrf" value="(\w+)"/.exec(confirm)?.[1] ?? ''
  const refused = await (await post({ xsrf: again, user_code: device.user_code ?? '', abort: 'yes' })).text()
  expect(refused).toContain('The device is not signed in.')
  expect(refused).not.toContain('user_code')
  const answer = await askProvider('/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: device.device_code ?? '',
  })
  expect(await answer.json()).toMatchObject({ error: 'access_denied' })
})

test('two command lines that one browser approved are two sign-ins: ending one leaves the other and the browser', async () => {
  const ada = await signInAda()
  const [first, second] = [await connectDevice(ada), await connectDevice(ada)]
  const grants = [first, second].map(({ access_token }) => decodeJwt(access_token ?? '').grant)
  expect(new Set(grants).size).toBe(2)
  expect((await running.api.as(first.access_token ?? '').call('GET', '/api/2/logout')).status).toBe(204)
  expect(await status(first.access_token ?? '')).toBe(401)
  expect(await status(second.access_token ?? '')).toBe(200)
  expect(await status(ada.accessToken)).toBe(200)
  const renewed = await askProvider('/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: second.refresh_token ?? '',
  })
  expect(renewed.status).toBe(200)
})

test('a revoked right, a blocked account and a deleted account take effect immediately for the same token', async () => {
  const { db } = running.server.services.database
  const person = await addAccount(running, 'bob@example.com')
  const project = await db.selectFrom('project').selectAll().orderBy('key').executeTakeFirstOrThrow()
  await grant(running, person, project.key, 'EDITOR')
  const bob = await signIn(running.server, person.email, PASSWORD)
  const ask = async () => (await bob.api(project.id).call('GET', '/api/3/monitors/')).status
  expect(await ask()).toBe(200)
  await db.deleteFrom('project_access').where('account_id', '=', person.id).execute()
  expect(await ask()).toBe(403)
  await db.updateTable('account').set({ blocked: 1 }).where('id', '=', person.id).execute()
  expect(await status(bob.accessToken)).toBe(401)
  expect((await refresh(bob.refreshToken)).status).toBe(400)
  await expect(signIn(running.server, person.email, PASSWORD)).rejects.toThrow('This account is blocked')
  await db.updateTable('account').set({ blocked: null }).where('id', '=', person.id).execute()
  expect(await status(bob.accessToken)).toBe(200)
  await db.deleteFrom('account').where('id', '=', person.id).execute()
  expect(await status(bob.accessToken)).toBe(401)
})

test('sign-ins and sign-outs are audited', async () => {
  const { db } = running.server.services.database
  const before = await db.selectFrom('audit').select('id').where('action', 'like', 'session.%').execute()
  const ada = await signInAda()
  await ada.api().call('GET', '/api/2/logout')
  const entries = await db.selectFrom('audit').selectAll().where('action', 'like', 'session.%').orderBy('key').execute()
  const own = decodeJwt(ada.accessToken).sub
  expect(entries.slice(before.length)).toMatchObject([
    { action: 'session.sign-in', actor: { kind: 'account', id: own }, resource: { name: ADA } },
    { action: 'session.end', actor: { kind: 'account', id: own } },
  ])
})

test('no error of the server, and no token in its log', () => {
  expect(running.log.filter((line) => /error|eyJ|oidc-provider/.test(line))).toEqual([])
})
