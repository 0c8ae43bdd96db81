import { test } from 'vitest'
import { keyboardOf } from './support/keyboard.ts'
import { ADA, heading, tab } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const sample = () => `http://127.0.0.1:${Number(new URL(world.url).port) + 1}`
/** The whole of the work by keys takes longer than a test usually may. */
const LONG_MS = 240_000

test(
  'by keyboard alone: the same work through lines, steps and keys',
  async () => {
    const { page, complaints } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const keys = keyboardOf(page)
    const main = page.getByRole('main')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    const toast = (text: string | RegExp) => page.getByRole('status').getByText(text)
    const row = (name: string | RegExp) => page.getByRole('row', { name })

    await page.goto('/')
    await expect(page.getByLabel('Email')).toBeFocused()
    await keys.type(ADA.email)
    await keys.press('Tab')
    await keys.type(ADA.password)
    await keys.press('Enter')
    await expect(heading(page, 'Collections')).toBeVisible()

    // One line makes a monitor.
    await keys.line(`create monitor "New orders" ${sample()}/json`)
    await expect(heading(page, 'New orders')).toBeVisible()
    // On arrival the focus is in the page, so that the next Tab comes to its first control.
    await expect(main).toBeFocused()

    // Steps make another: each answer is asked for.
    await keys.press('Control+k')
    await keys.type('create monitor')
    await expect(palette.getByRole('option').first()).toHaveText(/create monitor/i)
    await keys.press('Enter')
    await keys.type('Slow orders')
    await keys.press('Enter')
    await keys.type(`${sample()}/slow?ms=300`)
    await keys.press('Enter')
    await expect(heading(page, 'Slow orders')).toBeVisible()

    // A line with a mistake says what is wrong, and Enter runs nothing; it is mended where it stands.
    await keys.press('Control+k')
    await keys.type('run monitor fast-orders --location local')
    await expect(palette).toContainText(/Nothing was run/)
    await keys.press('Enter')
    await expect(palette).toBeVisible()
    await keys.press('Control+a')
    await keys.type('run monitor slow-orders --location local')
    await keys.press('Enter')
    await expect(palette).toHaveCount(0)
    await expect(toast(/“Slow orders”(?! created)/).first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Latest results' })).toContainText('200')

    // From tab to tab, and to the editor and back.
    await keys.press(']')
    await expect(tab(page, 'Statistics')).toHaveAttribute('aria-current', 'page')
    await keys.press('[')
    await expect(tab(page, 'Summary')).toHaveAttribute('aria-current', 'page')
    await keys.press('e')
    const name = page.getByLabel('Name', { exact: true })
    await keys.tabTo(name)
    await keys.press('Control+a')
    await keys.type('Sluggish orders')
    await keys.press('Control+s')
    await expect(toast('“Sluggish orders” saved')).toBeVisible()
    await expect(heading(page, 'Sluggish orders')).toBeVisible()

    // The list: cursor, selection, and what is done to both rows at once.
    // Letters belong to the field that has the focus; a line works from anywhere, and keys do again afterwards.
    await keys.line('open home')
    await expect(heading(page, /My project/)).toBeVisible()
    await keys.press('g', 'm')
    await expect(heading(page, 'Monitors')).toBeVisible()
    await expect(row(/Sluggish orders/)).toBeVisible()
    await expect(row(/New orders/)).toBeVisible()
    await keys.press('j', 'x', 'j', 'x')
    await expect(page.getByRole('toolbar')).toContainText('2 selected')
    await keys.press('Control+k')
    await expect(palette.getByRole('group', { name: 'On 2 monitors' })).toBeVisible()
    await keys.type('tag')
    await keys.press('Enter')
    await keys.type('shop')
    await keys.press('Enter')
    await expect(toast('2 monitors tagged')).toBeVisible()
    await expect(row(/Sluggish orders/)).toContainText('shop')
    await expect(row(/New orders/)).toContainText('shop')
    await keys.press('z')
    await expect(row(/New orders/)).not.toContainText('shop')
    await keys.press('Escape')
    await expect(page.getByRole('toolbar')).toHaveCount(0)

    // On the cursor's row: run it, from where one chooses; search for another and open it.
    await keys.press('r')
    await expect(toast(/^New orders: PASS/)).toBeVisible()
    await keys.press('Shift+R')
    await expect(palette.getByRole('combobox')).toBeFocused()
    // No location is named yet: Enter does nothing, and the one that an arrow moves to is where it runs.
    await keys.press('Enter')
    await keys.press('ArrowDown')
    await expect(palette.getByText(/^Same as run-from monitor new-orders local$/)).toBeVisible()
    await keys.press('Enter')
    await expect(palette).toHaveCount(0)
    await keys.press('/')
    await expect(main.getByRole('searchbox')).toBeFocused()
    await keys.type('new')
    await expect(row(/Sluggish orders/)).toHaveCount(0)
    await expect(page).toHaveURL(/search=new/)
    await keys.tabTo(page.getByRole('link', { name: 'New orders' }))
    await keys.press('Enter')
    await expect(heading(page, 'New orders')).toBeVisible()

    // All keys are told; the console's own ways out.
    await keys.press('?')
    await expect(palette.getByRole('region', { name: 'Keyboard shortcuts' })).toContainText('Run now')
    await keys.press('Escape')
    await expect(palette).toHaveCount(0)
    await keys.line('schedule monitor new-orders default-schedule')
    await expect(toast('“New orders” scheduled')).toBeVisible()
    await keys.press('s')
    await expect(tab(page, 'Statistics')).toHaveAttribute('aria-current', 'page')

    // Deleting asks for its word; by Escape nothing happens.
    await keys.press('#')
    await expect(palette.getByLabel(/Type new-orders to confirm/)).toBeFocused()
    await keys.press('Escape')
    await expect(palette).toHaveCount(0)
    await keys.press('#')
    await keys.type('new-orders')
    await keys.press('Enter')
    await expect(heading(page, 'Monitors')).toBeVisible()
    await expect(row(/Sluggish orders/)).toBeVisible()
    await expect(row(/New orders/)).toHaveCount(0)

    // What was still being read is refused from then on.
    complaints.expect(/status of 401/)
    await keys.line('sign out')
    await expect(palette).toContainText('Sign out of this browser?')
    await keys.tabTo(palette.getByRole('button', { name: 'Sign out' }))
    await keys.press('Enter')
    await expect(heading(page, 'You are signed out')).toBeVisible()
  },
  LONG_MS,
)
