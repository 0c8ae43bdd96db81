import { test } from 'vitest'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000

test(
  'a variable is made, read by a monitor and run; renamed, it is missing there and the form says so; then it is set and deleted',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const keys = keyboardOf(page)
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const { api } = world.installation
    const row = (name: string | RegExp) => page.getByRole('row', { name })
    const sample = `http://127.0.0.1:${Number(new URL(world.url).port) + 1}`

    // By keyboard, from the empty list.
    await signIn(page, '/account-settings/variables/global')
    await expect(heading(page, 'Environments')).toBeVisible()
    await expect(page).toHaveURL(/\/environments\/global/)
    await keys.press('n')
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await keys.type('1BASE')
    await keys.press('Enter')
    await expect(dialog.getByText(/must begin with a letter or an underscore/)).toBeVisible()
    await dialog.getByLabel('Name').fill('BASE')
    await dialog.getByLabel('Value').fill(sample)
    await keys.press('Enter')
    await expect(row(/BASE/)).toContainText(sample)
    await expect(row(/BASE/)).toContainText('nothing')

    // Somebody else is faster: the form says so before it replaces what they saved, and keeps what was typed.
    await row(/BASE/)
      .getByRole('button', { name: /^More actions/ })
      .click()
    await page.getByRole('menuitem', { name: /^Edit/ }).click()
    await dialog.getByLabel('Value').fill('typed in')
    await api.post('/api/2/environment/global/BASE', { value: 'saved meanwhile' })
    await expect(dialog.getByText('This variable was changed elsewhere')).toBeVisible()
    await expect(dialog.getByText('saved meanwhile')).toBeVisible()
    await expect(dialog.getByLabel('Value')).toHaveValue('typed in')
    await dialog.getByLabel('Value').fill(sample)
    await keys.press('Enter')
    await expect(row(/BASE/)).toContainText(sample)

    // An environment of its own, and a secret that is never shown.
    await keys.line('create environment staging')
    await expect(page).toHaveURL(/\/environments\/staging/)
    await keys.press('n')
    await dialog.getByLabel('Name').fill('SIGNING_KEY')
    await expect(dialog.getByLabel('Kind')).toHaveValue('secret')
    await dialog.getByLabel('Name').fill('HOST')
    await expect(dialog.getByLabel('Kind')).toHaveValue('plain')
    await dialog.getByLabel('Kind').selectOption('secret')
    await dialog.getByLabel('Kind').selectOption('plain')
    await dialog.getByLabel('Name').fill('TOKEN')
    await expect(dialog.getByLabel('Kind'), 'the chosen kind stays').toHaveValue('plain')
    await dialog.getByLabel('Kind').selectOption('secret')
    await dialog.getByLabel('Value').fill('CANARY-typed-in')
    await keys.press('Enter')
    await expect(dialog.getByText(/must list where TOKEN may be sent/)).toBeVisible()
    await dialog.getByLabel('Allowed origins').fill(sample)
    await dialog.getByLabel('Allowed origins').press('Enter')
    await expect(row(/TOKEN/)).toContainText(`only to ${sample}`)

    // A monitor that reads both, and one that nobody sets.
    const { id } = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Reader', workspace: 'staging' },
      request: {
        url: '{{BASE}}/json',
        headers: [{ key: 'X-Key', value: '{{TOKEN}} {{NOWHERE}}' }],
        unset_variables: 'send',
      },
    })
    await page.goto(`/tests/test/${id}/edit`)
    const chip = (name: string) => page.locator(`[data-variable="${name}"]`)
    await expect(chip('BASE')).toContainText('global')
    await expect(chip('TOKEN')).toContainText('staging')
    await expect(chip('NOWHERE')).toContainText('not set')
    await page.getByLabel('Address', { exact: true }).fill('{{BASE}}/json?at={{UNIXTIME}}')
    await expect(chip('UNIXTIME')).toContainText('system')
    await page.getByLabel('Address', { exact: true }).fill('{{BASE}}/json')

    // Its result shows the address that was called, and what had no value.
    const run = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})
    await page.goto('/tests/results/')
    await expect(row(/Reader/)).toContainText(`${new URL(sample).host}/json`, { timeout: 30_000 })
    await page.goto(`/tests/result/${run.result_id}/`)
    await expect(main.getByText('variable NOWHERE not set').first()).toBeVisible()
    await expect(page.locator('body')).not.toContainText('CANARY')

    // The chip leads to the row, which leads back to the monitor.
    await page.goto(`/tests/test/${id}/edit`)
    await chip('BASE').getByRole('link', { name: 'global' }).click()
    await expect(row(/BASE/).getByRole('link', { name: 'Reader' })).toBeVisible()

    // Renamed, it is missing where the old name stands.
    await page.goto('/environments/global')
    await expect(row(/BASE/)).toBeVisible()
    await keys.line('rename variable base HOST')
    await expect(row(/HOST/)).toContainText('nothing')
    await page.goto(`/tests/test/${id}/edit`)
    await expect(chip('BASE')).toContainText('not set')
    await chip('BASE').getByRole('button', { name: 'Set it' }).click()
    await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
    await keys.type(sample)
    await keys.press('Enter')
    await expect(chip('BASE')).toContainText('staging')

    // Deleted by its row, after its readers were named.
    await page.goto('/environments/staging')
    await row(/BASE/).hover()
    await page.getByRole('button', { name: 'Delete BASE' }).click()
    await expect(page.getByRole('dialog')).toContainText('Reader')
    await keys.type('base')
    await keys.press('Enter')
    await expect(row(/BASE/)).toHaveCount(0)
    await expect(row(/TOKEN/)).toBeVisible()
  },
  LONG_MS,
)
