import type { Page } from 'playwright'
import { test } from 'vitest'
import { hold } from './support/held.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()

type Schedules = { readonly data: readonly { readonly name: string; readonly enabled: boolean }[] }
const OFFLINE = /ERR_|Failed to load resource|Failed to fetch|dynamically imported|preload/

const open = async (path: string) => {
  const tab = await world.visit()
  tab.complaints.expect(OFFLINE)
  await signIn(tab.page, path)
  return { ...tab, palette: tab.page.getByRole('dialog', { name: 'Command palette' }) }
}

/** Lets no script of these names through until the returned function is called. */
const withhold = async (page: Page, names: RegExp): Promise<() => Promise<void>> => {
  await page.route(names, (route) => route.abort())
  return () => page.unroute(names)
}

test('a change that gets no answer is not shown as made, and the banner says from when the page is', async () => {
  const { api } = world.installation
  await api.post('/api/3/schedules/', { name: 'Nightly', frequency: 300 })
  const { page, context, palette } = await open('/schedules')
  const row = page.getByRole('row', { name: /Nightly/ })
  await expect(row.getByRole('switch')).toBeChecked()
  // The console's code is here before the network is gone.
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await keyboardOf(page).line('pause schedule nightly')
  await expect(page.getByText(/Your change may not have been saved/).first()).toBeVisible()
  await expect(page.getByText(/What you see is from \d\d:\d\d/)).toBeVisible()
  await expect(row.getByRole('switch')).toBeChecked()
  await expect(row.getByText('Paused')).toHaveCount(0)
  const { data } = await api.get<Schedules>('/api/3/schedules/')
  expect(data.find(({ name }) => name === 'Nightly')?.enabled).toBe(true)
  await context.setOffline(false)
  await expect(row.getByRole('switch')).toBeChecked()
})

test('Esc gives back a line whose request gets no answer, says that it may still be carried out, and then closes', async () => {
  await world.installation.api.post('/api/3/schedules/', { name: 'Month end', frequency: 300 })
  const { page, palette } = await open('/schedules')
  const requests = await hold(page, /schedules\/\w{10,}/)
  const keys = keyboardOf(page)
  await keys.line('pause schedule month-end')
  await requests.arrived()
  await expect(palette).toContainText('Stop waiting')
  await keys.press('Escape')
  await expect(palette).toContainText('The line may still be carried out.')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await expect(palette.getByRole('combobox')).toHaveValue('pause schedule month-end')
  await keys.press('Escape')
  await expect(palette).toHaveCount(0)
  await requests.passAll()
  const row = page.getByRole('row', { name: /Month end/ })
  await expect(row.getByRole('switch')).not.toBeChecked()
})

test('a console whose code does not come says so in place; the form behind it stays, and trying again opens it', async () => {
  const { page, palette } = await open('/calls/edit/new')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Half a monitor')
  const giveBack = await withhold(page, /assets\/OpenConsole/)
  await page.keyboard.press('Control+k')
  const notice = page.getByRole('dialog', { name: 'Command palette' }).getByRole('alert')
  await expect(notice).toContainText('The console did not load.')
  await expect(name).toHaveValue('Half a monitor')
  await expect(heading(page, /problem loading/)).toHaveCount(0)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toContainText('The console did not load.')
  await giveBack()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue('Half a monitor')
})

test('a console that did not load is left with Esc', async () => {
  const { page, palette } = await open('/calls/edit/new')
  await page.getByLabel('Name', { exact: true }).fill('Half a monitor')
  await withhold(page, /assets\/OpenConsole/)
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a monitor')
})

test('a page whose code does not come leaves the frame, and trying again shows it', async () => {
  const { page } = await open('/tests/')
  await expect(heading(page, 'Monitors')).toBeVisible()
  const giveBack = await withhold(page, /assets\/SchedulesScreen/)
  // The one reload for a newer build has been used.
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }))
  await page
    .getByRole('link', { name: /^Schedules/ })
    .first()
    .click()
  await expect(heading(page, 'There was a problem loading this page.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Monitors/ }).first()).toBeVisible()
  await giveBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Schedules')).toBeVisible()
})

test('a chart whose code does not come says so in its card, and trying again draws it', async () => {
  const { page } = await open('/collections')
  const giveBack = await withhold(page, /assets\/Plot/)
  const { api } = world.installation
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Checkout' },
    request: { url: `http://127.0.0.1:${Number(new URL(world.url).port) + 1}/json` },
  })
  await api.post(`/api/3/monitors/${id}/run`, {})
  await page.goto(`/tests/test/${id}/stats/latency`)
  const notice = page.getByRole('alert').filter({ hasText: 'The chart did not load.' })
  await expect(notice.first()).toBeVisible()
  await expect(heading(page, /problem loading/)).toHaveCount(0)
  await giveBack()
  await notice.first().getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toHaveCount(0)
})

test('a key that is pressed while its command is at work says so', async () => {
  const { page } = await open('/schedules')
  const keys = keyboardOf(page)
  await keys.line('create schedule Weekly --frequency 3600')
  await expect(page.getByRole('row', { name: /Weekly/ })).toBeVisible()
  await keys.line('change schedule weekly --name Often')
  await expect(page.getByRole('row', { name: /Often/ })).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/3/schedules/*/', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest((request) => /schedules\/./.test(request.url()))
  await page.keyboard.press('z')
  await asked
  await page.keyboard.press('z')
  await expect(page.getByRole('status').getByText('“Undo” is still at work.')).toBeVisible()
  release()
  await expect(page.getByRole('row', { name: /Weekly/ })).toBeVisible()
})
