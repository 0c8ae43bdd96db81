import type { Page } from 'playwright'
import { beforeAll, test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { faultsInBothThemes, faultsOf } from './support/audit.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** The height that an on-screen keyboard leaves of a phone. */
const ABOVE_KEYBOARD_PX = 420
const LEAST_TARGET_PX = 44

beforeAll(async () => {
  const { api } = world.installation
  for (const path of ['orders', 'stock'])
    await api.post('/api/2/calls/', {
      meta: { name: 'Shop', tags: [path] },
      request: { method: 'GET', url: `https://shop.example.com/${path}` },
    })
})

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })

test(
  'a shortcut is recorded, its conflict is named, and it holds after a reload',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    await signIn(page, linkTo('keyboard'))
    await expect(heading(page, 'Keyboard')).toBeVisible()
    const row = (words: string) => page.getByRole('listitem').filter({ has: page.locator(`code:text-is("${words}")`) })
    const recorder = page.getByRole('dialog', { name: /New shortcut/ })

    // Two shortcuts of a command do not look like a sequence of keys.
    await expect(row('cursor down').getByText('or', { exact: true })).toBeVisible()
    await expect(row('open schedules').getByText('or', { exact: true })).toHaveCount(0)
    await row('open schedules')
      .getByRole('button', { name: /^Change/ })
      .click()
    await expect(recorder.getByText('Press a key')).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await expect(recorder.getByRole('alert')).toContainText('g m is the shortcut of “Monitors” (open monitors).')
    expect(await faultsInBothThemes(page)).toEqual([])
    await recorder.getByRole('button', { name: 'Unbind that and use it here' }).click()
    await expect(recorder).toHaveCount(0)
    await expect(row('open monitors')).toContainText('No shortcut')
    await expect(page.getByRole('status').getByText('“Schedules” has the shortcut g m')).toBeVisible()
    await page.keyboard.press('z')
    await expect(row('open monitors')).toContainText('g m')
    await page.keyboard.press('Shift+Z')
    await expect(row('open monitors')).toContainText('No shortcut')

    await page.reload()
    await expect(row('open schedules').getByText('g m')).toHaveCount(1)
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })

    // Esc changes nothing.
    await row('open results')
      .getByRole('button', { name: /^Change/ })
      .click()
    await page.keyboard.press('Escape')
    await expect(recorder).toHaveCount(0)

    // The key acts, and the console's row and the list of shortcuts show it.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('?')
    await expect(paletteOf(page).getByRole('region', { name: 'Keyboard shortcuts' })).toContainText('g m')
    await page.keyboard.press('Escape')
    await heading(page, 'Keyboard').click()
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await expect(heading(page, 'Schedules')).toBeVisible()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('reset keys')
    await expect(paletteOf(page).getByRole('option', { name: /Reset/ }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('All shortcuts are the usual ones')).toBeVisible()
    await heading(page, 'Schedules').click()
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await expect(heading(page, 'Monitors')).toBeVisible()

    // Asked for on another screen and cancelled, the recording does not begin again with the next visit of the address.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('rebind key "open results"')
    await page.keyboard.press('Enter')
    await expect(recorder.getByText('Press a key')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(recorder).toHaveCount(0)
    await page.reload()
    await expect(heading(page, 'Keyboard')).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await expect(heading(page, 'Monitors')).toBeVisible()
  },
  LONG_MS,
)

test(
  'on a phone the console opens from the bar, stands above the keyboard, and has targets for a finger',
  async () => {
    const { page } = await world.visit(PHONE)
    await signIn(page, linkTo('schedules'))
    const opener = page.getByRole('banner').getByRole('button', { name: /Search or run a command/ })
    const opened = await opener.boundingBox()
    expect(Math.min(opened?.width ?? 0, opened?.height ?? 0)).toBeGreaterThanOrEqual(LEAST_TARGET_PX)
    await opener.tap()
    const palette = paletteOf(page)
    const field = palette.getByRole('combobox')
    await expect(field).toBeFocused()
    await page.setViewportSize({ width: PHONE.viewport.width, height: ABOVE_KEYBOARD_PX })
    await field.pressSequentially('shop')
    const options = palette.getByRole('option')
    // Two monitors of one name are told apart.
    await expect(options.filter({ hasText: 'GET shop.example.com/orders' })).toHaveCount(1)
    await expect(options.filter({ hasText: 'GET shop.example.com/stock' })).toHaveCount(1)
    const box = await palette.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(ABOVE_KEYBOARD_PX)
    const heights = await options.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    expect(heights.filter((height) => height < LEAST_TARGET_PX)).toEqual([])
    expect(await faultsInBothThemes(page)).toEqual([])

    await options.filter({ hasText: 'shop.example.com/stock' }).tap()
    await expect(heading(page, 'Shop')).toBeVisible()
    await opener.tap()
    await palette.getByRole('button', { name: 'Close' }).tap()
    await expect(palette).toHaveCount(0)
  },
  LONG_MS,
)
