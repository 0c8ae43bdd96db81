import { type BrowserContext, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../../support/axe.ts'
import { browserProgram } from '../../support/browser.ts'
import { eventually } from '../../support/eventually.ts'
import { type SignedIn, signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

// A page of another site says “hold Enter” and opens ours. Whoever holds the key must not connect anything by it.

const EMAIL = 'ada@example.com'
const PRESSES = 20

let running: TestServer
let url: string
let ada: SignedIn
let context: BrowserContext
beforeAll(async () => {
  running = await startServer()
  url = running.server.url
  ada = await signIn(running.server, EMAIL, ADMIN_PASSWORD)
  const browser = await chromium.launch({ executablePath: browserProgram(), args: ['--no-sandbox'] })
  context = await browser.newContext()
  for (const pair of ada.cookies.split('; ')) {
    const at = pair.indexOf('=')
    await context.addCookies([
      { name: pair.slice(0, at), value: pair.slice(at + 1), url, httpOnly: true, sameSite: 'Lax' },
    ])
  }
})
afterAll(async () => {
  await context?.browser()?.close()
  await running?.stop()
})

const form = async (path: string, more: Record<string, string>) => {
  const body = new URLSearchParams({ client_id: 'sonde-cli', ...more })
  // Checked by the tests that read it.
  return (await (await fetch(url + path, { method: 'POST', body })).json()) as Record<string, string>
}
const askCode = () => form('/oauth/device/code', { scope: 'openid offline_access', audience: `${url}/api` })
const poll = (asked: Record<string, string>) =>
  form('/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: asked.device_code ?? '',
  })

const holdEnter = async (page: Page) => {
  for (let press = 0; press < PRESSES; press++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
}

/** The page of the link that comes with a code. */
const openLink = async (asked: Record<string, string>): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(asked.verification_uri_complete ?? '')
  await page.getByRole('heading', { name: 'Connect Sonde command line?' }).waitFor()
  return page
}

test('a held Enter connects nothing on the page of a link', async () => {
  const asked = await askCode()
  const page = await openLink(asked)
  await holdEnter(page)
  expect(await page.title()).toContain('Connect Sonde command line?')
  expect(await poll(asked)).toMatchObject({ error: 'authorization_pending' })
})

test('the page says who is connected, when and from where, and asks for the letters that the device shows', async () => {
  const asked = await askCode()
  const page = await openLink(asked)
  const text = await page.getByRole('main').textContent()
  expect(text).toContain(EMAIL)
  expect(text).toMatch(/Less than a minute ago, from 127\.0\.0\.1, the address of this browser/)
  expect(text).not.toContain(asked.user_code)
  expect((await violationsOf(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  const letters = page.getByRole('textbox', { name: 'Last 4 letters of the code on the device' })
  await letters.fill('BBBB')
  await page.keyboard.press('Enter')
  expect(await poll(asked)).toMatchObject({ error: 'authorization_pending' })
  // By the keyboard alone.
  await letters.fill('')
  await page.keyboard.type((asked.user_code ?? '').slice(-4).toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  await eventually(async () => 'access_token' in (await poll(asked)))
})

test('a code that was typed is not asked for again, and a held Enter does not connect it', async () => {
  const asked = await askCode()
  const page = await context.newPage()
  await page.goto(`${url}/activate`)
  // The field has the focus on arrival, a moment after the page is there.
  await page.locator('input[name=user_code]:focus').waitFor()
  await page.keyboard.type(asked.user_code ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Connect Sonde command line?' }).waitFor()
  expect(await page.getByRole('main').textContent()).toContain(asked.user_code)
  await holdEnter(page)
  expect(await poll(asked)).toMatchObject({ error: 'authorization_pending' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
})

test('Cancel needs no letters', async () => {
  const asked = await askCode()
  const page = await openLink(asked)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await poll(asked)).toMatchObject({ error: 'access_denied' })
})
