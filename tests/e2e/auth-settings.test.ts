import { afterAll, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { OAUTH_CLIENT, OAUTH_SECRET, type OAuthProvider, openOAuthProvider } from '../support/oauth-provider.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld(() => ({ SONDE_ALLOW_PRIVATE: '127.0.0.1' }))
const LONG_MS = 240_000

let provider: OAuthProvider | undefined
afterAll(() => provider?.close())

test(
  'a token is obtained by signing in at the provider, used by a monitor, and refreshed',
  async () => {
    const { api } = world.installation
    const { page, complaints } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const keys = keyboardOf(page)
    const main = page.getByRole('main')
    provider = await openOAuthProvider({ callback: `${world.url}/tokens/callback` })
    const sample = `http://127.0.0.1:${Number(new URL(world.url).port) + 1}`

    // The setting.
    await signIn(page, '/services/')
    await expect(main.getByText('No auth settings yet')).toBeVisible()
    await keys.press('n')
    await main.getByRole('link', { name: /^OAuth 2 Access tokens/ }).click()
    await expect(main.getByText('Enter the token URL to see the callback address')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Partner')
    await page.getByLabel('Authorization URL').fill(`${provider.url}/auth`)
    await page.getByLabel('Token URL').fill('not a URL')
    await page.getByLabel('Client ID').fill(OAUTH_CLIENT)
    await page.getByLabel('Client secret').fill(OAUTH_SECRET)
    await page.getByRole('textbox', { name: /^Scopes/ }).fill('openid offline_access orders')
    await page.getByRole('button', { name: 'Create auth setting' }).click()
    await expect(main.getByText(/Token URL must be a URL such as/).first()).toBeVisible()
    await expect(main.getByText(/This field must list where credentials may be sent/).first()).toBeVisible()
    await page.getByLabel('Token URL').fill(`${provider.url}/token`)
    await page.getByLabel('Allowed origins').fill(sample)
    await page.getByRole('button', { name: 'Create auth setting' }).click()

    // The token: four steps, the provider, and back.
    await expect(main.getByText('No tokens yet')).toBeVisible()
    await main.getByRole('button', { name: 'Get a token' }).last().click()
    await page.getByLabel('Name', { exact: true }).fill('Production')
    await main.getByRole('button', { name: 'Continue' }).click()
    await expect(main.getByText('Sign in with the browser')).toBeVisible()
    await main.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('textbox', { name: /^Scopes/ })).toHaveValue('openid offline_access orders')
    await main.getByRole('button', { name: 'Continue' }).click()
    await main.getByRole('button', { name: 'Authenticate' }).click()
    await expect(heading(page, 'Production')).toBeVisible()
    await expect(main.getByText('Valid').first()).toBeVisible()
    await expect(main.getByText('Sign in with the browser')).toBeVisible()
    await main.getByRole('button', { name: /^Refresh now/ }).click()
    await expect(page.getByText('“Production” refreshed')).toBeVisible()

    // Nothing was started with this state.
    complaints.expect(/410 \(Gone\)/)
    await page.goto('/tokens/callback?code=x&state=y')
    await expect(main.getByText(/This authorization is not known/)).toBeVisible()
    await page.goto('/tokens/callback?error=access_denied&error_description=You+said+no&state=y')
    await expect(main.getByText(/This authorization is not known/)).toBeVisible()

    // The monitor.
    const { id } = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Orders' },
      request: { method: 'GET', url: `${sample}/json` },
    })
    await page.goto(`/tests/test/${id}/edit`)
    await page.getByRole('combobox', { name: /^Auth setting/ }).selectOption({ label: 'Partner' })
    await page.getByRole('combobox', { name: /^Token/ }).selectOption({ label: 'Production (valid)' })
    await keys.press('Control+s')
    await expect(page.getByText('“Orders” saved')).toBeVisible()
    const saved = await api.get<{ request: { auth_id: string; token_id: string } }>(`/api/3/monitors/${id}`)
    expect(saved.request.token_id).toBeTruthy()
    const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})
    const result = await eventually(async () => {
      const read = await api.get<{ result_category: string }>(`/api/2/results/${result_id}/?mode=full`)
      return read.result_category !== 'QUEUED' && JSON.stringify(read)
    })
    expect(result).toContain('"Authorization"')
    expect(result).not.toMatch(/Bearer [A-Za-z0-9_-]{20}/)
    await page.goto(`/services/${saved.request.auth_id}/used-by`)
    await expect(page.getByRole('row', { name: /Orders/ })).toContainText('Production')
  },
  LONG_MS,
)
