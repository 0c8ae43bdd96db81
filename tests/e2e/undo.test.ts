import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn, signInAnew } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()

type Named = { readonly id: string; readonly meta: { readonly name: string } }

const CLOSED = 'http://127.0.0.1:9/'

test('z takes back what an editor has saved, once the field is left with Escape', async () => {
  const { api } = world.installation
  const { id } = await api.post<Named>('/api/2/calls/', { meta: { name: 'Orders' }, request: { url: CLOSED } })
  const stored = async () => (await api.get<Named>(`/api/2/calls/${id}`)).meta.name
  const { page } = await world.visit()
  const keys = keyboardOf(page)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await signIn(page, linkTo('monitor-edit', { callId: id }))
  await name.fill('Parcels')
  await keys.press('Control+s')
  await expect(page.getByRole('status').getByText('“Parcels” saved')).toBeVisible()
  expect(await stored()).toBe('Parcels')
  await keys.press('z')
  await expect(name).toHaveValue('Parcelsz')
  await keys.press('Backspace', 'Escape', 'z')
  await expect(page.getByRole('status').getByText('Undid: “Parcels” saved')).toBeVisible()
  await expect(name).toHaveValue('Orders')
  expect(await stored()).toBe('Orders')
})

test('z takes back a monitor that was just made, and nothing before it', async () => {
  const { api } = world.installation
  await api.post<Named>('/api/2/calls/', { meta: { name: 'Earlier' }, request: { url: CLOSED } })
  const names = async () =>
    (await api.get<{ data: readonly Named[] }>('/api/3/monitors/')).data.map(({ meta }) => meta.name)
  const { page } = await world.visit()
  const keys = keyboardOf(page)
  await signIn(page, linkTo('monitors', {}))
  await keys.line('tag monitor earlier --tags first')
  await expect(page.getByRole('status').getByText('“Earlier” tagged')).toBeVisible()
  await keys.line(`create monitor Latest ${CLOSED}`)
  await expect(heading(page, 'Latest')).toBeVisible()
  expect(await names()).toContain('Latest')
  await keys.press('z')
  await expect(page.getByRole('status').getByText('Undid: “Latest” created')).toBeVisible()
  expect(await names()).not.toContain('Latest')
  await expect(heading(page, 'Monitors')).toBeVisible()

  // What a colleague has made their own meanwhile stays.
  await keys.line(`create monitor Shared ${CLOSED}`)
  await expect(heading(page, 'Shared')).toBeVisible()
  const rows = (await api.get<{ data: readonly Named[] }>('/api/3/monitors/')).data
  const id = rows.find(({ meta }) => meta.name === 'Shared')?.id ?? ''
  await api.post(`/api/2/calls/${id}/`, { meta: { name: 'Ours' } })
  await keys.press('z')
  await expect(page.getByRole('alert').getByText('“Shared” was changed since (name), so')).toBeInViewport()
  expect(await names()).toContain('Ours')
})

test('z passes over runs and messages, also those that failed', async () => {
  const { api } = world.installation
  await api.post<Named>('/api/2/calls/', { meta: { name: 'Passed over' }, request: { url: CLOSED } })
  const { page } = await world.visit()
  const keys = keyboardOf(page)
  await signIn(page, linkTo('monitors', {}))
  await keys.line(`create alert webhook http://receiver.invalid/ --name hook`)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await keys.line('tag monitor passed-over --tags first')
  await expect(page.getByRole('status').getByText('“Passed over” tagged')).toBeVisible()
  await keys.line('run monitor passed-over')
  await expect(
    page
      .getByRole('status')
      .getByText(/“Passed over”.*(fail|timed out|error)/i)
      .first(),
  ).toBeVisible()
  await keys.line('test alert hook')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toContainText('Your line is kept')
  await keys.press('Escape', 'Escape', 'z')
  await expect(page.getByRole('status').getByText('Undid: “Passed over” tagged')).toBeVisible()
})

test('z takes back what was done before the page was loaded anew', async () => {
  const { api } = world.installation
  const { id } = await api.post<Named>('/api/2/calls/', { meta: { name: 'Reloaded' }, request: { url: CLOSED } })
  const tags = async () => (await api.get<{ meta: { tags?: string[] } }>(`/api/2/calls/${id}`)).meta.tags ?? []
  const { page } = await world.visit()
  const keys = keyboardOf(page)
  await signIn(page, linkTo('monitors', {}))
  await keys.line('tag monitor reloaded --tags first')
  await expect(page.getByRole('status').getByText('“Reloaded” tagged')).toBeVisible()
  await keys.line('set theme dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(heading(page, 'Monitors')).toBeVisible()
  await keys.line('undo')
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
  expect(await tags()).toEqual(['first'])
  await keys.press('z')
  await expect(page.getByRole('status').getByText('Undid: “Reloaded” tagged')).toBeVisible()
  expect(await tags()).toEqual([])
})

test('whoever signs out leaves nothing to undo in the tab', async () => {
  const { api } = world.installation
  await api.post<Named>('/api/2/calls/', { meta: { name: 'Left behind' }, request: { url: CLOSED } })
  const { page } = await world.visit()
  const keys = keyboardOf(page)
  // A session of its own: others go on with theirs.
  await signInAnew(page, linkTo('monitors', {}))
  await keys.line('tag monitor left-behind --tags first')
  await expect(page.getByRole('status').getByText('“Left behind” tagged')).toBeVisible()
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  expect(await stored()).toContain('Left behind')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(heading(page, 'You are signed out')).toBeVisible()
  expect(await stored()).not.toContain('Left behind')
})

test('a toast offers no undo in another project', async () => {
  const { api } = world.installation
  await api.post<Named>('/api/2/calls/', { meta: { name: 'Tagged' }, request: { url: CLOSED } })
  await api.post('/api/2/account/projects', { name: 'Elsewhere' })
  const { page } = await world.visit()
  const keys = keyboardOf(page)
  await signIn(page, linkTo('monitors', {}))
  await keys.line('tag monitor tagged --tags here')
  const toast = page.getByRole('status').filter({ hasText: '“Tagged” tagged' })
  await expect(toast.getByRole('button', { name: /Undo/ })).toBeVisible()
  await expect(toast.locator('kbd')).toHaveText('Z')
  // The key undoes the newest action alone.
  await toast.getByText('“Tagged” tagged').hover()
  await keys.line('tag monitor tagged --tags there')
  await expect(toast.getByRole('button', { name: /Undo/ })).toHaveCount(2)
  await expect(toast.locator('kbd')).toHaveText(['Z'])
  await keys.line('switch project elsewhere')
  await expect(toast.getByRole('button', { name: /Undo/ })).toHaveCount(0)
  // Another tab with the other project, and a reload: each keeps its own.
  const other = await page.context().newPage()
  await other.goto(linkTo('monitors', {}))
  const shown = (tab: typeof page, name: RegExp) => tab.getByRole('button', { name }).first()
  await expect(shown(other, /Elsewhere/)).toBeVisible()
  await keyboardOf(other).line('switch project my-project')
  await expect(shown(other, /My project/)).toBeVisible()
  await page.reload()
  await expect(shown(page, /Elsewhere/)).toBeVisible()
  await other.reload()
  await expect(shown(other, /My project/)).toBeVisible()
})

test('a line that is refused after the console was closed says so, and z waits for one that is at work', async () => {
  const { page, complaints } = await world.visit()
  complaints.expect(/status of 422/)
  const keys = keyboardOf(page)
  await signIn(page, linkTo('monitors', {}))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/3\/webhooks\/?(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  const asked = page.waitForRequest((request) => request.method() === 'POST' && /webhooks/.test(request.url()))
  await keys.line('create alert email ops@example.com --alerts FAIL,FAIL')
  await asked
  // The first one stops the waiting, the second closes the console.
  await keys.press('Escape', 'Escape', 'z')
  await expect(page.getByText('An action is still at work: undo once it has ended.')).toBeVisible()
  release()
  await expect(page.getByRole('status').getByText(/^Not done: /)).toBeVisible()
})

test('keys that are pressed during a redo stay keys, and none of them is typed into the console that is opened later', async () => {
  const { page } = await world.visit()
  const keys = keyboardOf(page)
  await signIn(page, linkTo('monitors', {}))
  await keys.line('create monitor Redone http://localhost/')
  await expect(heading(page, 'Redone')).toBeVisible()
  await keys.press('z')
  await expect(page.getByRole('status').getByText(/^Undid: /)).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/restore$/, async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/\/restore$/)
  await keys.press('Shift+z')
  await asked
  await keys.press('Shift+z')
  await expect(page.getByText('“Redo” is still at work. Press the key again once it has ended.')).toBeVisible()
  release()
  await expect(page.getByRole('status').getByText(/^Redid: /)).toBeVisible()
  await keys.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toHaveValue('')
})

test('an Enter that comes as an undo is refused undoes nothing else', async () => {
  const { api } = world.installation
  const create = (name: string) => api.post<Named>('/api/2/calls/', { meta: { name }, request: { url: CLOSED } })
  const [kept, renamed] = [await create('Kept'), await create('Renamed')]
  const tags = async () => (await api.get<{ meta: { tags: string[] } }>(`/api/2/calls/${kept.id}`)).meta.tags
  const { page } = await world.visit()
  const keys = keyboardOf(page)
  await signIn(page, linkTo('monitors', {}))
  await keys.line('tag monitor kept --tags good')
  await expect(page.getByRole('status').getByText('“Kept” tagged')).toBeVisible()
  await keys.line('rename monitor renamed Mine')
  await expect(page.getByRole('status').getByText('“Renamed” renamed to “Mine”')).toBeVisible()
  await api.post(`/api/2/calls/${renamed.id}/`, { meta: { name: 'Theirs' } })
  await keys.press('Control+k')
  const field = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')
  await field.fill('undo')
  // The hasty second press comes right after the refusal is drawn.
  await field.evaluate((input) => {
    const watching = new MutationObserver(() => {
      if (!document.body.textContent?.includes('was changed since')) return
      watching.disconnect()
      for (let press = 0; press < 2; press++)
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
    watching.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await field.press('Enter')
  await expect(page.getByText(/was changed since/).first()).toBeVisible()
  expect(await tags()).toEqual(['good'])
  await expect(field).toHaveValue('undo')
})

test('a late answer leads nobody away who has gone on meanwhile', async () => {
  const { page } = await world.visit()
  const keys = keyboardOf(page)
  await signIn(page, linkTo('monitors', {}))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/2\/calls\/?(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  const asked = page.waitForRequest((request) => request.method() === 'POST' && /calls/.test(request.url()))
  await keys.line('create monitor Late http://localhost/')
  await asked
  await keys.press('Escape', 'Escape')
  await keys.line('open webhooks')
  await expect(page).toHaveURL(/webhooks/)
  release()
  await expect(page.getByRole('status').filter({ hasText: '“Late” created' })).toBeVisible()
  await expect(page).toHaveURL(/webhooks/)
})

test('a pasted line after a switch of projects acts in the project that it opens', async () => {
  const { api } = world.installation
  const { page } = await world.visit()
  const keys = keyboardOf(page)
  await signIn(page, linkTo('monitors', {}))
  await keys.line('create project Pasted into')
  await expect(page.getByRole('button', { name: /Pasted into/ }).first()).toBeVisible()
  await keys.line('create monitor There http://localhost/')
  await expect(heading(page, 'There')).toBeVisible()
  await keys.line('switch project my-project')
  await expect(page.getByRole('button', { name: /My project/ }).first()).toBeVisible()
  await keys.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  const lines = [
    'switch project pasted-into',
    'tag monitor there --tags pasted',
    'create monitor Second http://localhost/',
  ]
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, lines.join('\n'))
  // Enter would do nothing for the moment in which they appear.
  await palette.getByRole('button', { name: 'Run 3 lines' }).click()
  await expect(heading(page, 'Second')).toBeVisible()
  await expect(page.getByRole('button', { name: /Pasted into/ }).first()).toBeVisible()
  expect(JSON.stringify(await api.get('/api/2/calls/'))).not.toContain('"Second"')
})
