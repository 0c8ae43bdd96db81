import { afterAll, test } from 'vitest'
import { UNTRUSTED_NAME } from '../support/browser.ts'
import { openTlsProxy, type TlsProxy } from '../support/tls-proxy.ts'
import { typeSignIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

let proxy: TlsProxy | undefined
const portBehind = (): number => Number(new URL(world.installation.api.base).port)
// An installation that nobody has set up, behind a proxy.
const world = theWorld(async () => {
  proxy = await openTlsProxy(UNTRUSTED_NAME, portBehind)
  return {
    SONDE_URL: proxy.url,
    SONDE_TRUST_PROXY: '127.0.0.1',
    SONDE_ADMIN_EMAIL: '',
    SONDE_ADMIN_PASSWORD: '',
    SONDE_ADMIN_API_KEY: '',
  }
})
afterAll(() => proxy?.close())

const ADA = { email: 'ada.byron@example.com', password: 'analytical engine no 1' }

test('behind a TLS proxy an installation is set up by the link that it printed, and its first person signs in', async () => {
  const { page, context } = await world.visit({ ignoreHTTPSErrors: true })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Set up Sonde' })).toBeVisible()
  const link = /https:\S+\/setup\/\S+/.exec(world.installation.output())?.[0] ?? ''
  await page.goto(link)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Email').fill(ADA.email)
  await page.getByLabel('Password', { exact: true }).fill(ADA.password)
  await page.getByLabel(/^Organization/).fill('Acme')
  await page.getByLabel(/^Project/).fill('Payments')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByText('It is shown only once')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(ADA.email)
  await typeSignIn(page, ADA)
  await expect(page.getByRole('heading', { level: 1, name: 'My info' })).toBeVisible()
  await page.goto('/collections')
  await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Payments')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
  // The session and what goes with it travel over TLS alone.
  for (const { name, secure } of await context.cookies()) expect(secure, name).toBe(true)

  const { page: late } = await world.visit({ ignoreHTTPSErrors: true })
  await late.goto(link)
  await expect(late.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
})
