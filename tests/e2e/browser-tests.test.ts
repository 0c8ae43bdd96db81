import { test } from 'vitest'
import { ADA, heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

// The page that is tested is our own, on this machine.
const world = theWorld(() => ({ SONDE_ALLOW_PRIVATE: '127.0.0.1,::1' }))
const LONG_MS = 300_000

const SIGN_IN = [
  { kind: 'fill', locator: { label: 'Email' }, value: ADA.email },
  { kind: 'fill', locator: { label: 'Password', exact: true }, value: '{{ PASSWORD }}' },
  { kind: 'click', locator: { role: 'button', name: 'Sign in', exact: true } },
  { kind: 'expect', locator: { role: 'button', name: 'Account' }, expected: 'visible' },
]

test(
  'a browser test signs in to our own app, is tried before it is saved, and shows the step at which it breaks',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const { api } = world.installation
    const main = page.getByRole('main')
    await signIn(page, '/tests/')

    // A new one, from the list: what is wrong is said at its field, and the draft is kept.
    await page.keyboard.press('Escape')
    await page.goto('/calls/edit/new?type=browser')
    await expect(heading(page, 'New browser test')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).first().fill('Sign in')
    await page.getByLabel('Address', { exact: true }).fill('shop')
    await page.getByRole('button', { name: 'Create browser test' }).click()
    await expect(main.getByText(/must be a valid URL/).first()).toBeVisible()
    await page.getByLabel('Address', { exact: true }).fill(`${world.url}/`)
    await page.getByLabel('Window').selectOption({ label: 'Phone, 390 × 844' })
    await expect(page.getByLabel('Width, px')).toHaveValue('390')
    await page.getByRole('button', { name: 'Create browser test' }).click()
    await expect(heading(page, 'Sign in')).toBeVisible()
    const id = /test\/([^/]+)/.exec(page.url())?.[1] ?? ''
    await expect(main.getByText('Browser', { exact: true }).first()).toBeVisible()

    // The journey comes through the API; its order is changed with the keyboard.
    await api.call('PUT', `/api/3/monitors/browser/${id}`, {
      steps: SIGN_IN.toSpliced(0, 2, ...SIGN_IN.slice(0, 2).reverse()),
      variables: [{ key: 'PASSWORD', value: ADA.password, secret: true }],
      assertions: [{ kind: 'status_below', value: '400', outcome: 'warning' }],
    })
    await page.goto(`/tests/test/${id}/edit`)
    await page.getByRole('button', { name: /^Move step 2/ }).press('ArrowUp')
    await expect(page.getByText('Step 2 is now step 1')).toBeAttached()
    await expect(page.getByRole('button', { name: /^Move step 1: fill in field “Email”/ })).toBeFocused()

    // Tried as it is edited: its picture is shown, and nothing is stored.
    await page.getByRole('button', { name: 'Try it' }).click()
    const trial = page.getByRole('region', { name: 'Test run' })
    await expect(trial.getByRole('img', { name: 'The page at the end' })).toBeVisible({ timeout: 90_000 })
    await expect(trial).toContainText('Pass')
    await expect(trial).not.toContainText('not measured')
    await expect(trial).toContainText(/Title\s*Sonde|Title.*Sonde/)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('“Sign in” saved')).toBeVisible()

    // A run: vitals, screenshot, steps and files.
    const run = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})
    await page.goto(`/tests/result/${run.result_id}/`)
    await expect(page.getByRole('heading', { level: 2, name: /^Web vitals/ })).toBeVisible({ timeout: 90_000 })
    await expect(page.getByRole('img', { name: /at the end of the run/ })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: /4 of 4 steps passed/ })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Resources' }).getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy as curl' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Show the picture of step 2' }).click()
    await expect(page.getByRole('img', { name: /^The page after step 2/ })).toBeVisible()
    await expect(page.getByText(ADA.password)).toHaveCount(0)

    // It breaks: the step that failed comes first, with its picture.
    const wrong = { kind: 'expect', locator: { role: 'heading', name: 'Nobody' }, expected: 'visible' }
    await api.call('PUT', `/api/3/monitors/browser/${id}`, { steps: [...SIGN_IN, wrong], timeout_ms: 20_000 })
    const broken = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})
    await page.goto(`/tests/result/${broken.result_id}/`)
    await expect(page.getByRole('heading', { level: 2, name: /^Step 5 failed/ })).toBeVisible({ timeout: 90_000 })
    await expect(page.getByRole('img', { name: /when step 5 failed/ })).toBeVisible()
    await page.goto(`/tests/test/${id}/`)
    await expect(page.getByRole('heading', { level: 2, name: /^Last page step 5 failed/ })).toBeVisible()
  },
  LONG_MS,
)
