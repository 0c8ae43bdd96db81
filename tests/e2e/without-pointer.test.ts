import type { Page } from 'playwright'
import { afterAll, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { controlsOf, unnamedIn } from './support/accessibility-tree.ts'
import { keyboardOf } from './support/keyboard.ts'
import { watchPointer } from './support/no-pointer.ts'
import { ADA, heading } from './support/person.ts'
import { openWatchedApi, type WatchedApi } from './support/watched-api.ts'
import { expect, theWorld } from './support/world.ts'

let watched: WatchedApi
const world = theWorld(async () => {
  watched = await openWatchedApi(500)
  return watched.environment
})
afterAll(() => watched?.close())

const LONG_MS = 240_000

/** Every control has a role and a name in the browser's accessibility tree, and the focus is on one of them or on the page's content. */
const expectNamed = async (page: Page) => {
  const controls = await controlsOf(page)
  expect(unnamedIn(controls), `controls without a name on ${page.url()}`).toEqual([])
  expect(controls.length).toBeGreaterThan(0)
}

test(
  'without any pointer: sign in, create a monitor, schedule it, hear that it breaks and recovers, delete and restore it',
  async () => {
    const { page, context } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const pointer = await watchPointer(context)
    const keys = keyboardOf(page)
    const main = page.getByRole('main')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    const toast = (text: string | RegExp) => page.getByRole('status').getByText(text)
    const row = (name: string | RegExp) => main.getByRole('row', { name })

    await page.goto('/')
    await expect(page.getByLabel('Email')).toBeFocused()
    await expectNamed(page)
    await keys.type(ADA.email)
    await keys.press('Tab')
    await keys.type(ADA.password)
    await keys.press('Enter')
    await expect(heading(page, 'Collections')).toBeVisible()
    await expectNamed(page)

    // The form of a new monitor, from its key to its button.
    await keys.press('g', 'm')
    await expect(heading(page, 'Monitors')).toBeVisible()
    await expectNamed(page)
    await keys.press('n')
    await expect(heading(page, 'New monitor')).toBeVisible()
    await expectNamed(page)
    await keys.tabTo(page.getByRole('textbox', { name: 'Name', exact: true }))
    await keys.type('Checkout')
    await keys.tabTo(page.getByRole('combobox', { name: 'Address' }))
    await keys.type(watched.api.url)
    await keys.tabTo(page.getByRole('button', { name: 'Create monitor' }))
    await keys.press('Enter')
    await expect(heading(page, 'Checkout')).toBeVisible()
    await expectNamed(page)

    // A schedule that runs it each second.
    await keys.press('g', 's')
    await expect(heading(page, 'Schedules')).toBeVisible()
    await keys.press('n')
    await expect(heading(page, 'New schedule')).toBeVisible()
    await expectNamed(page)
    await keys.tabTo(page.getByRole('textbox', { name: 'Name', exact: true }))
    await keys.type('Closely')
    await keys.tabTo(page.getByRole('combobox', { name: 'How often' }))
    await keys.type('Another')
    const seconds = page.getByLabel('Seconds')
    await keys.tabTo(seconds)
    await keys.press('Control+a')
    await keys.type('1')
    await keys.tabTo(page.getByRole('checkbox', { name: /Checkout/ }))
    await keys.press('Space')
    await expect(page.getByRole('checkbox', { name: /Checkout/ })).toBeChecked()
    await keys.tabTo(page.getByRole('button', { name: 'Create schedule' }))
    await keys.press('Enter')
    await expect(row(/Closely/)).toBeVisible()

    // Alerts: a program, whose secret is shown once, and the person.
    await keys.line(`create alert webhook ${watched.receiver.url} --alerts FAIL`)
    const secret = page.getByRole('dialog', { name: /Signing secret/ })
    await expect(secret).toBeVisible()
    await expectNamed(page)
    await keys.tabTo(secret.getByRole('button', { name: 'I have stored it' }))
    await keys.press('Enter')
    await expect(secret).toHaveCount(0)
    await keys.line(`create alert email ${ADA.email}`)
    await expect(toast(`“Mail to ${ADA.email}” created`)).toBeVisible()

    // It breaks: the program, the person and the app are told.
    watched.isBroken = true
    const news = await eventually(async () => watched.told.find(({ result_class }) => result_class === 'FAIL'), {
      what: 'a message to the webhook',
    })
    expect(news.call_meta.name).toBe('Checkout')
    await eventually(async () => watched.mailbox.received.some(({ text }) => /Checkout/.test(text)), {
      what: 'a letter',
    })
    const bell = page.getByRole('button', { name: /^Notifications, \d+ unread/ })
    await keys.tabTo(bell)
    await keys.press('Enter')
    const glance = page.getByRole('dialog', { name: /Notifications/ })
    await expect(glance).toContainText('Checkout')
    await expectNamed(page)
    const item = glance.getByRole('button', { name: /^Alert: .*Checkout/ }).first()
    await keys.tabTo(item)
    await keys.press('Enter')
    await expect(heading(page, /^500/)).toBeVisible()
    await expect(page.getByRole('region', { name: /^Alerts/ })).toContainText('fired')
    await expectNamed(page)

    // It recovers, and the person hears of it.
    watched.isBroken = false
    await eventually(async () => watched.mailbox.received.some(({ text }) => /is back to normal/.test(text)), {
      what: 'a letter about the recovery',
    })
    await keys.press('g', 'm')
    await expect(row(/Checkout/)).toContainText('Pass')

    // Deleting asks for its word; it is undone by a key, and the row is back.
    await keys.press('j', '#')
    await expect(palette.getByLabel(/Type checkout to confirm/)).toBeFocused()
    await expectNamed(page)
    await keys.type('checkout')
    await keys.press('Enter')
    await expect(row(/Checkout/)).toHaveCount(0)
    await keys.press('z')
    await expect(row(/Checkout/)).toBeVisible()
    await keys.line('delete monitor checkout')
    await expect(palette.getByLabel(/Type checkout to confirm/)).toBeFocused()
    await keys.type('checkout')
    await keys.press('Enter')
    await expect(row(/Checkout/)).toHaveCount(0)

    expect(pointer.seen).toEqual([])
    // The watch is awake: it sees what a mouse does.
    await page.mouse.click(5, 5)
    await expect.poll(() => pointer.seen.length).toBeGreaterThan(0)
  },
  LONG_MS,
)
