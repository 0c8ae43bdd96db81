import { test } from 'vitest'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()

test('what is typed while the console is still on the way is in its line, and the first key that deletes asks for its word', async () => {
  await world.installation.api.post('/api/2/calls/', {
    meta: { name: 'Orders' },
    request: { url: 'http://localhost/' },
  })
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  await signIn(page, '/tests/')
  await expect(page.getByRole('row', { name: /Orders/ })).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Command palette' })

  // Its code comes late, as over a slow network; the page is young enough that nobody fetched it ahead.
  let hold = true
  const waiting: (() => void)[] = []
  await page.route(/assets\/(OpenConsole|line-reading)/, async (route) => {
    if (hold) await new Promise<void>((go) => waiting.push(go))
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('row', { name: /Orders/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('open homez')
  await page.keyboard.press('Backspace')
  await expect(palette).toHaveCount(0)
  hold = false
  for (const go of waiting.splice(0)) go()
  await expect(palette.getByRole('combobox')).toHaveValue('open home')
  await page.keyboard.press('Enter')
  await expect(heading(page, /My project/)).toBeVisible()

  // A line that was typed is no line of the history, also if an earlier one was the same: an arrow moves among the choices.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('open schedules')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Schedules')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('open home')
  await page.keyboard.press('ArrowDown')
  await expect(palette.getByRole('combobox')).toHaveValue('open home')
  await page.keyboard.press('Escape')

  await page.goto('/tests/')
  await expect(page.getByRole('row', { name: /Orders/ })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('#')
  await expect(palette.getByLabel(/Type orders to confirm/)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)

  // The word that is typed at once is the word, whether or not the code of the console is there.
  for (const isNew of [false, true]) {
    if (isNew) await page.reload()
    await expect(page.getByRole('row', { name: /Orders/ })).toBeVisible()
    if (isNew) await page.keyboard.press('j')
    await page.keyboard.type('#orderss')
    await page.keyboard.press('Backspace')
    await expect(palette.getByLabel(/Type orders to confirm/)).toHaveValue('orders')
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
  }
})

/** Opens an address whose own scripts come only when `release` is called, as over a slow network. */
const openHeld = async (path: string) => {
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  await signIn(page, path)
  const waiting: (() => void)[] = []
  let hold = true
  await page.route(/assets\/entry-/, async (route) => {
    if (hold) await new Promise<void>((go) => waiting.push(go))
    await route.continue()
  })
  const heard = page.waitForResponse(/early-keys/)
  await page.reload({ waitUntil: 'commit' })
  await heard
  await page.waitForFunction('window.earlyKeys')
  const release = () => {
    hold = false
    for (const go of waiting.splice(0)) go()
  }
  return { page, release }
}

test('what is typed before the app is there opens the console, and none of it is a shortcut of the screen', async () => {
  const { page, release } = await openHeld('/incidents/')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('run monitor ordrsx')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  release()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('combobox')).toHaveValue('run monitor ordrs')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(' 7')
  await expect(palette.getByRole('combobox')).toHaveValue('run monitor ordrs 7')
  await expect(page).toHaveURL(/\/incidents\/$/)
})

test('names that the console has loaded are found while the screen still loads its own list', async () => {
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  await world.installation.api.post('/api/2/calls/', {
    meta: { name: 'Parcels' },
    request: { url: 'http://localhost/' },
  })
  await signIn(page, '/audit/')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const found = palette.getByRole('option').filter({ hasText: 'Parcels' }).first()
  const search = async () => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('parcels')
    await expect(found).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
  }
  await search()
  const isOfScreen = ({ pathname, searchParams }: URL) =>
    pathname === '/api/3/monitors/' && searchParams.get('limit') !== '1000'
  const asked = page.waitForRequest((request) => isOfScreen(new URL(request.url())))
  // It is never answered.
  await page.route(isOfScreen, () => {})
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await asked
  await search()
})

test('a script of early keys that comes after the app leaves the keys to the app', async () => {
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  await signIn(page, '/tests/')
  const came: (() => void)[] = []
  await page.route(/early-keys/, async (route) => {
    await new Promise<void>((go) => came.push(go))
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(heading(page, 'Monitors')).toBeVisible()
  const heard = page.waitForResponse(/early-keys/)
  for (const go of came) go()
  await (await heard).finished()
  await page.waitForLoadState('load')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('open home')
  await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toHaveValue('open home')
})
