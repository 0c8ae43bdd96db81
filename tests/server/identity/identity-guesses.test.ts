import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPasswordAttempt } from '../../../src/server/access/password-attempts.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { type Browser, openBrowser, openSignIn, signIn, typePassword } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let url: string
/** The server's clock, which a test sets: no wait ends before a test has seen it, and none lies so far ahead that the server brings it back. */
let nowMs = Date.now()
beforeAll(async () => {
  running = await startServer({ clock: () => nowMs, env: { SONDE_TRUST_PROXY: '127.0.0.1, ::1' } })
  url = running.server.url
})
afterAll(() => running.stop())

/** Counts a wrong attempt; returns the wait (s), 0 if it may be made. */
const count = async (email: string, ip: string, afterMs = 0): Promise<number> =>
  (await countPasswordAttempt(running.server.services.database.db, { email, ip, device: null }, nowMs + afterMs))
    .waitMs / 1000

test('after five wrong passwords waits start, double up to 15 minutes, and are forgotten after a day', async () => {
  const waits: number[] = []
  for (let n = 0; n < 16; n++) {
    expect(await count('a@example.com', `192.0.2.${n}`)).toBe(0)
    const waitSeconds = n < 5 ? 0 : await count(' A@Example.com', '192.0.2.99')
    waits.push(waitSeconds)
    nowMs += waitSeconds * 1000
  }
  expect(waits).toEqual([0, 0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900])
  nowMs += 25 * 3_600_000
  for (let n = 0; n < 5; n++) expect(await count('a@example.com', '192.0.2.1')).toBe(0)
})

test('concurrent attempts are all counted', async () => {
  const waits = await Promise.all(Array.from({ length: 30 }, (_, n) => count('crowd@example.com', `198.51.100.${n}`)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(6)
})

test('an address that tries many accounts is delayed, its neighbour is not; IPv6 counts by network', async () => {
  for (let n = 0; n < 21; n++) expect(await count(`many${n}@example.com`, `2001:db8:1:2::${n.toString(16)}`)).toBe(0)
  expect(await count('another@example.com', '2001:db8:1:2:ffff::1')).toBeGreaterThan(0)
  expect(await count('another@example.com', '2001:db8:1:3::1')).toBe(0)
})

test('the right password clears its own attempts, not those of others at the same address', async () => {
  const { db } = running.server.services.database
  for (let n = 0; n < 20; n++) await count(`neighbour${n}@example.com`, '192.0.2.250')
  for (let n = 0; n < 5; n++) {
    const right = await countPasswordAttempt(
      db,
      { email: 'me@example.com', ip: '192.0.2.250', device: null },
      nowMs + n * 6_000,
    )
    expect(right.waitMs).toBe(0)
    await right.wasRight()
  }
  expect(await count('x@example.com', '192.0.2.250', 60_000)).toBe(0)
  expect(await count('y@example.com', '192.0.2.250', 60_000)).toBeGreaterThan(0)
})

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
  for (let n = 0; n < 20; n++) await count(`liar${n}@example.com`, '203.0.113.200')
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

test('the server logged no error', () => {
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})
