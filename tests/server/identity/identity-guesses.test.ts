import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPasswordAttempt } from '../../../src/server/access/password-attempts.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { type Browser, openBrowser, openSignIn, signIn, typePassword } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let url: string
/** The server's clock stands still, so that no wait ends before a test has seen it. */
const nowMs = Date.now()
beforeAll(async () => {
  running = await startServer({ clock: () => nowMs, env: { SONDE_TRUST_PROXY: '127.0.0.1, ::1' } })
  url = running.server.url
})
afterAll(() => running.stop())

/** A browser at another address, according to the proxy. */
const browserAt = (ip: string): Browser =>
  openBrowser((address, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-forwarded-for', ip)
    return fetch(address, { ...init, headers })
  })

const guess = async (browser: Browser, email: string, password = 'wrong wrong wrong') => {
  const { page } = await openSignIn(url, browser)
  return typePassword(url, browser, page, email, password)
}

test('the sixth wrong password makes everyone wait, with or without an account, except an owner’s known browser', async () => {
  const owner = await addAccount(running, 'owner@example.com')
  const browser = browserAt('203.0.113.1')
  const { idToken } = await signIn(running.server, owner.email, PASSWORD, browser)
  await browser.ask(`${url}/v2/logout?client_id=sonde-web&id_token_hint=${idToken}`)
  for (const email of [owner.email, 'nobody@example.com']) {
    for (let n = 0; n < 6; n++) expect((await guess(browserAt(`203.0.113.${n + 10}`), email)).status).toBe(401)
    const refused = await guess(browserAt('203.0.113.30'), email, PASSWORD)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ error_msg: expect.stringMatching(/in \d+ seconds?\.$/) })
  }
  expect((await guess(browser, owner.email, PASSWORD)).status).toBe(200)
})

test('entries that a client adds before the proxy’s are not trusted', async () => {
  const { db } = running.server.services.database
  for (let n = 0; n < 20; n++)
    await countPasswordAttempt(db, { email: `liar${n}@example.com`, ip: '203.0.113.200', device: null }, nowMs)
  expect((await guess(browserAt('198.18.0.1, 203.0.113.200'), 'liar@example.com')).status).toBe(401)
  expect((await guess(browserAt('198.18.0.2, 203.0.113.200'), 'liar@example.com')).status).toBe(429)
})

test('attempts at device codes are limited', async () => {
  const browser = browserAt('203.0.113.77')
  const post = () =>
    browser.ask(`${url}/activate`, { method: 'POST', body: new URLSearchParams({ user_code: 'BBBB-BBBB' }) })
  expect((await post()).headers.get('location')).toContain('/activate')
  await browser.ask(`${url}/activate`)
  for (let n = 0; n < 21; n++) expect((await post()).status).not.toBe(429)
  const refused = await post()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
})

test('right device codes use up no attempts, neither as they are entered nor as they are confirmed', async () => {
  const browser = browserAt('203.0.113.78')
  await signIn(running.server, (await addAccount(running, 'many@example.com')).email, PASSWORD, browser)
  const post = (form: Record<string, string>) =>
    browser.ask(`${url}/activate`, { method: 'POST', body: new URLSearchParams(form) })
  for (let n = 0; n < 15; n++) {
    const begun = await fetch(`${url}/oauth/device/code`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'sonde-cli', scope: 'openid', audience: `${url}/api` }),
    })
    const { user_code = '' } = (await begun.json()) as { user_code?: string }
    let page = await (await browser.ask(`${url}/activate`)).text()
    for (const confirm of [null, 'yes']) {
      const xsrf = /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? ''
      const answer = await post({ xsrf, user_code, ...(confirm && { confirm }) })
      expect([n, answer.status]).toEqual([n, 200])
      page = await answer.text()
    }
    expect(page).toContain('is signed in')
  }
})

test('the server logged no error', () => {
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})
