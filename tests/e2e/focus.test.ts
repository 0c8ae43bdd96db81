import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000

const open = async (path: string) => {
  const { page, complaints } = await world.visit({ viewport: { width: 1440, height: 900 } })
  await signIn(page, path)
  return { page, complaints, palette: page.getByRole('dialog', { name: 'Command palette' }) }
}

test(
  'a dialog that shows a secret keeps the keys: no console opens over it',
  async () => {
    const { page, palette } = await open('/tests/')
    const keys = keyboardOf(page)
    await keys.line(`create alert webhook http://receiver.invalid/ --name third`)
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
    await keyboardOf(page).line('create alert webhook http://receiver.invalid/ --name fourth')
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

test(
  'what the field shows is what the line is: a letter taken back at once is no step back, and a line that runs takes no letters',
  async () => {
    const { page, complaints, palette } = await open('/tests/')
    const field = palette.getByRole('combobox')
    await keyboardOf(page).line('create monitor Orders http://receiver.invalid/')
    await expect(heading(page, 'Orders')).toBeVisible()
    complaints.expect(/status of 409/)
    const names: unknown[] = []
    let answer = () => {}
    const lateIsTyped = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/\/api\/2\/calls\//, async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      names.push(route.request().postDataJSON())
      await lateIsTyped
      await route.fulfill({ status: 409, json: { detail: 'Somebody else changes it' } })
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('rename monitor')
    await expect(palette.getByRole('option').first()).toHaveText(/Rename monitor/)
    await page.keyboard.press('Enter')
    await page.keyboard.type('orders')
    await page.keyboard.press('Enter')
    await expect(palette).toContainText('Which name?')
    // Both keys come before the frame that shows the letter.
    await field.evaluate((input: HTMLInputElement) => {
      document.execCommand('insertText', false, 'a')
      if (input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true, cancelable: true })))
        document.execCommand('delete')
    })
    await expect(field).toHaveValue('')
    await expect(palette).toContainText('Which name?')

    await page.keyboard.type('Orders too')
    await page.keyboard.press('Enter')
    await expect(palette).toContainText('Running')
    await page.keyboard.type(' late')
    answer()
    await expect(palette).toContainText('Somebody else changes it')
    await expect(field).toHaveValue('Orders too')
    await page.keyboard.type('!')
    await expect(field).toHaveValue('Orders too!')
    await page.keyboard.press('Enter')
    await expect.poll(() => names).toEqual([{ meta: { name: 'Orders too' } }, { meta: { name: 'Orders too!' } }])
  },
  LONG_MS,
)

test(
  'the form of a stored record leaves the keys to the page, unless its person edits it; Escape leads to the form, Tab to its first field',
  async () => {
    const { page } = await open('/tests/')
    const keys = keyboardOf(page)
    const name = page.getByLabel('Name', { exact: true })
    await keys.line('create monitor Orders http://receiver.invalid/')
    await expect(heading(page, 'Orders')).toBeVisible()
    // Whoever presses e writes next: what they write is no shortcut.
    await keys.press('e')
    await expect(name).toHaveValue('Orders')
    await expect(name).toBeFocused()
    await keys.press('Escape')
    await expect(page.locator('form:focus')).toHaveCount(1)
    await keys.press('Tab')
    await expect(name).toBeFocused()
    await keys.press('Escape', '[', ']')
    await expect(page.locator('form:focus')).toHaveCount(1)
  },
  LONG_MS,
)

test(
  'the second of two quick presses of Enter reaches nothing behind the console that the first has closed',
  async () => {
    const { page } = await open('/tests/')
    const keys = keyboardOf(page)
    await keys.line('create monitor Twice http://receiver.invalid/')
    await expect(heading(page, 'Twice')).toBeVisible()
    const runs: string[] = []
    page.on('request', (request) => {
      if (/\/run$/.test(new URL(request.url()).pathname)) runs.push(request.url())
    })
    const run = page.getByRole('main').getByRole('button', { name: /^Run/ }).first()
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await run.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('rename monitor twice "Once"')
    await expect(palette.getByText('Enter runs the line')).toBeVisible()
    // Pressed again in the moment in which the console has closed, as a hasty finger does.
    await page.evaluate(() => {
      const look = new MutationObserver(() => {
        if (document.querySelector('[role=dialog][aria-label="Command palette"]')) return
        look.disconnect()
        const target = document.activeElement
        const isFree = target?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
        )
        // What a browser does with Enter on a button.
        if (isFree && target instanceof HTMLButtonElement) target.click()
      })
      look.observe(document.body, { childList: true, subtree: true })
    })
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Once')).toBeVisible()
    await expect(run).toBeFocused()
    expect(runs).toEqual([])
    // A moment later it is that button's own.
    await expect
      .poll(async () => {
        await page.keyboard.press('Enter')
        return runs.length
      })
      .toBeGreaterThan(0)
  },
  LONG_MS,
)

test(
  'Enter that is held while the console closes presses nothing behind it, for as long as it is held',
  async () => {
    const { page } = await open('/tests/')
    const keys = keyboardOf(page)
    await keys.line('create monitor Held http://receiver.invalid/')
    await expect(heading(page, 'Held')).toBeVisible()
    const runs: string[] = []
    page.on('request', (request) => {
      if (/\/run$/.test(new URL(request.url()).pathname)) runs.push(request.url())
    })
    const run = page.getByRole('main').getByRole('button', { name: /^Run/ }).first()
    await run.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('rename monitor held "Once"')
    await expect(page.getByText('Enter runs the line')).toBeVisible()
    await page.keyboard.down('Enter')
    await expect(run).toBeFocused()
    const closedAt = await page.evaluate(() => performance.now())
    await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(closedAt + 400)
    for (let times = 0; times < 3; times++) await page.keyboard.down('Enter')
    // A keyboard that says of no press that it is held.
    const isPassedOver = await run.evaluate(
      (button) =>
        !button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
    )
    expect(isPassedOver).toBe(true)
    await page.keyboard.up('Enter')
    expect(runs).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => runs.length).toBe(1)
  },
  LONG_MS,
)

for (const path of ['/tests', '/schedules/', '/webhooks/'])
  test(
    `what is typed into the filter of ${path} stays there while the address gets its usual form`,
    async () => {
      const { page } = await open('/tests/')
      const { api } = world.installation
      await api.post('/api/3/schedules/', { name: 'Hourly', frequency: 3600 })
      await api.post('/api/3/webhooks/', {
        name: 'Ops',
        web_hook_type: 'webhook',
        alerts: ['FAIL'],
        parameters: { url: 'https://example.com/', fails_in_a_row: 1 },
      })
      await page.goto(path)
      await expect(page.locator('main table')).toBeVisible()
      await page.keyboard.press('/')
      const field = page.locator('input:focus')
      await expect(field).toHaveCount(1)
      await page.keyboard.type('svc')
      await expect(page).toHaveURL(/svc/)
      await page.keyboard.type('r')
      await expect(field).toHaveValue('svcr')
    },
    LONG_MS,
  )
