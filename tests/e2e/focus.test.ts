import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000

const open = async (path: string) => {
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  await signIn(page, path)
  return { page, palette: page.getByRole('dialog', { name: 'Command palette' }) }
}

test(
  'a dialog that shows a secret keeps the keys: no console opens over it',
  async () => {
    const { page, palette } = await open('/tests/')
    const keys = keyboardOf(page)
    await keys.line(`create alert webhook http://127.0.0.1:9/ --name third`)
    const dialog = page.getByRole('dialog', { name: 'Signing secret of “third”' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('n')
    await expect(page.locator('dialog :focus')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(palette).toHaveCount(0)
    await expect(heading(page, 'third')).toBeVisible()
  },
  LONG_MS,
)

test(
  'the console that is opened as soon as a dialog is closed keeps the keys',
  async () => {
    const { page, palette } = await open('/tests/')
    await keyboardOf(page).line('create alert webhook http://127.0.0.1:9/ --name fourth')
    const dialog = page.getByRole('dialog', { name: 'Signing secret of “fourth”' })
    await expect(dialog).toBeVisible()
    // Both in one turn of the browser: it tells of the closing of a dialog in a later one.
    await dialog.getByRole('button', { name: 'I have stored it' }).evaluate((button) => {
      new MutationObserver((_, observer) => {
        observer.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
      }).observe(document, { subtree: true, childList: true })
      if (button instanceof HTMLElement) button.click()
    })
    await expect(palette).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.querySelector('main')?.closest('[inert]') !== null)).toBe(true)
    await expect(palette.getByRole('combobox')).toBeFocused()
  },
  LONG_MS,
)

test(
  'a new record takes the focus to its first field, and the last row of a list leaves it to the page',
  async () => {
    const { page, palette } = await open('/schedules/downtimes/')
    const keys = keyboardOf(page)
    const name = page.getByLabel('Name', { exact: true })
    await expect(heading(page, 'Downtimes')).toBeVisible()
    await page.goto(linkTo('schedules', {}))
    await page.getByRole('button', { name: 'New schedule' }).first().click()
    await expect(name).toBeFocused()
    await keys.line('new downtime')
    await expect(heading(page, 'New downtime')).toBeVisible()
    await expect(name).toBeFocused()
    await keys.type('Weekly')
    await keys.press('Control+s')
    const row = page.getByRole('row', { name: /Weekly/ })
    await expect(row).toBeVisible()
    await keys.line('delete downtime weekly --confirm weekly')
    await expect(row).toHaveCount(0)
    await expect(palette).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
  },
  LONG_MS,
)
