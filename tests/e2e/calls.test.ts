import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { MASK } from '../../src/domain/secrets/masking.ts'
import { faultsInBothThemes, faultsOf } from './support/audit.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000

/** As Chrome copies a request for cmd.exe. */
const FOR_CMD = String.raw`curl ^"https://shop.example.com/api/orders?page=1^&sort=^%^2Bprice^" ^
  -X ^"PUT^" ^
  -H ^"accept: application/json^" ^
  -H ^"authorization: Bearer CANARY^" ^
  -H ^"content-type: application/json^" ^
  --proxy ^"http://proxy.example:8080^" ^
  --data-raw ^"^{^\^"name^\^":^\^"100^% cotton^\^"^}^"`

test(
  'a dialog takes a command of several lines, says what it reads, and fills the form',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1024, height: 800 } })
    await signIn(page, linkTo('monitors', {}))
    await page
      .getByRole('button', { name: /Fill from curl|From curl/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Fill the form from curl' })
    const command = dialog.getByLabel('curl command')
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
    await command.fill('cur')
    await expect(command).not.toHaveAttribute('aria-invalid', 'true')
    await command.fill('wget https://example.com/')
    await expect(command).toHaveAccessibleDescription(/must be a curl command/)
    await dialog.getByRole('button', { name: 'Fill from curl' }).click()
    await expect(command).toBeFocused()
    await command.fill('curl https://example.com/a -x p:1 --json @- <<\'EOF\'\n{\n  "a": 1\n}\nEOF')
    await expect(dialog).toContainText('POST https://example.com/a')
    await expect(dialog).toContainText('--proxy is ignored')
    expect(await faultsInBothThemes(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Fill from curl' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue('https://example.com/a')
    await expect(page.getByRole('textbox', { name: 'JSON body' })).toHaveValue('{\n  "a": 1\n}\n')
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Fill from curl' }).click()
    await expect(dialog).toBeVisible()
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Discard' }).click()
  },
  LONG_MS,
)

test(
  'a curl command for cmd fills a new monitor, whose advanced tab shares it; a copy keeps the secret and shares nothing',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1280, height: 800 } })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, linkTo('new-monitor', { callId: 'new' }))
    await expect(heading(page, 'New monitor')).toBeVisible()

    const address = page.getByLabel('Address', { exact: true })
    await address.focus()
    await page.evaluate((text) => navigator.clipboard.writeText(text), FOR_CMD)
    await page.keyboard.press('Control+v')
    await expect(address).toHaveValue('https://shop.example.com/api/orders?page=1&sort=%2Bprice')
    await expect(page.getByRole('status').getByText('--proxy is ignored')).toBeVisible()
    await expect(page.getByLabel('Method', { exact: true })).toHaveValue('PUT')
    await expect(page.getByLabel('Header name 3')).toHaveValue('content-type')
    await expect(page.getByRole('textbox', { name: 'JSON body' })).toHaveValue('{"name":"100% cotton"}')
    await page.getByLabel('Name', { exact: true }).fill('Orders')
    await page.getByLabel('Tags').fill('shop, sys:timeout:5')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('alert').filter({ hasText: 'must not start with “sys:”' })).toBeVisible()
    await page.getByLabel('Tags').fill('shop')
    await page.keyboard.press('Control+s')
    await expect(heading(page, 'Orders')).toBeVisible()

    await page.getByRole('link', { name: 'Advanced', exact: true }).click()
    const about = page.getByRole('complementary', { name: 'About this monitor' })
    await expect(about).toContainText('shop.example.com')
    await expect(about).toContainText('application/json')
    await page.getByLabel('Share with the organization').check()
    await page.getByLabel('Time-out, seconds').fill('30')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('status').getByText('“Orders” saved')).toBeVisible()
    const advanced = new URL(page.url()).pathname
    await page.goto(advanced.replace(/advanced$/, 'sharing'))
    await expect(page).toHaveURL(new RegExp(`${advanced}$`))
    await expect(page.getByLabel('Share with the organization')).toBeChecked()
    await expect(page.getByLabel('Time-out, seconds')).toHaveValue('30')
    expect(await faultsOf(page)).toEqual([])

    await page.goto(`${linkTo('monitors', {})}?show=shared`)
    await expect(page.getByRole('row').filter({ hasText: 'Orders' })).toContainText('shop.example.com/api/orders')
    await expect(page.getByRole('row').filter({ hasText: 'Orders' })).not.toContainText('page=1')
    expect(await faultsOf(page)).toEqual([])

    await page.goto(advanced)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(heading(page, 'Orders (copy)')).toBeVisible()
    await expect(page.getByLabel('Value of header authorization')).toHaveValue(MASK)
    await page.getByRole('link', { name: 'Advanced', exact: true }).click()
    await expect(page.getByLabel('Share with the organization')).not.toBeChecked()
    await expect(page.getByLabel('Time-out, seconds')).toHaveValue('30')
  },
  LONG_MS,
)
