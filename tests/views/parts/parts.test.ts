import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../../support/axe.ts'
import { openSpecimen, type Specimen } from '../specimen.ts'

let specimen: Specimen
beforeAll(async () => {
  specimen = await openSpecimen()
})
afterAll(() => specimen.close())

/** The commands that were performed, in order. */
const told = async (page: Page): Promise<{ id: string; args?: Record<string, unknown> }[]> =>
  JSON.parse((await page.locator('html').getAttribute('data-told')) ?? '[]')
const went = (page: Page): Promise<string | null> => page.locator('html').getAttribute('data-went')
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    'document.activeElement.getAttribute("aria-label") || document.activeElement.textContent || document.activeElement.id',
  )

for (const [name, width, theme] of [
  ['parts', 1440, 'light'],
  ['parts', 1440, 'dark'],
  ['parts', 1024, 'light'],
  ['parts', 390, 'dark'],
  ['front', 1440, 'light'],
  ['front', 390, 'dark'],
  ['long', 1440, 'light'],
] as const) {
  test(`axe finds nothing on ${name} at ${width} px, ${theme}, and nothing is wider than the window`, async () => {
    const page = await specimen.open(name, { width, theme })
    const violations = await violationsOf(page)
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    expect(found).toEqual([])
    const beyond = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect(beyond).toBe(0)
  }, 240_000)
}

test('a name that mixes scripts is told of once, and beside its row in words', async () => {
  const page = await specimen.open('parts')
  expect(await page.getByText('“p\u0430ypal” mixes letters of Latin and Cyrillic').count()).toBe(1)
  expect(await page.getByText('“paypal”').count()).toBe(0)
  expect(await page.getByText('mixes letters of Latin and Cyrillic', { exact: true }).count()).toBe(1)
})

test('a table that grows wider than its frame can be scrolled by the keyboard', async () => {
  const page = await specimen.open('parts', { width: 1440, theme: 'light' })
  const frame = page.locator('[class*=frame]:has(> table)').first()
  expect(await frame.getAttribute('tabindex')).toBeNull()
  await frame
    .locator('td')
    .first()
    .evaluate((cell) => {
      cell.textContent = 'wide'.repeat(1_000)
      cell.style.whiteSpace = 'nowrap'
    })
  await expect.poll(() => frame.getAttribute('tabindex')).toBe('0')
})

test('a button runs its command, and one that may not says why instead', async () => {
  const page = await specimen.open('parts')
  await page.getByRole('main').getByRole('button', { name: 'Add alert' }).click()
  await page.keyboard.press('Escape')
  const idle = page.locator('[data-command="form.idle"]').first()
  expect(await idle.getAttribute('aria-description')).toBe('Nothing has changed')
  await idle.click({ force: true })
  expect((await told(page)).map(({ id }) => id)).toEqual(['alert.add', 'dialog.close'])
})

test('a pending button keeps its width and says that it is at work', async () => {
  const page = await specimen.open('parts')
  const [idle, busy] = await Promise.all([
    page.locator('button[data-command="monitor.run"]:has-text("Run now"):not([aria-busy])').nth(1).boundingBox(),
    page.locator('button[data-command="monitor.run"][aria-busy="true"]').boundingBox(),
  ])
  expect(busy?.width).toBe(idle?.width)
  expect(await page.locator('[data-command="monitor.run"][aria-busy="true"]').textContent()).toContain('Running')
})

test('a plain click on a link goes there; with a modifier it is the browser’s', async () => {
  const page = await specimen.open('parts')
  const link = page.getByRole('link', { name: 'A link in text' })
  expect(await link.getAttribute('href')).toBe('/tests/results?location=aws-use1')
  const opened = page.context().waitForEvent('page')
  await link.click({ modifiers: ['Control'] })
  await (await opened).close()
  expect(await went(page)).toBeNull()
  await link.click()
  expect(await went(page)).toBe('/tests/results?location=aws-use1')
})

test('a menu is walked by keys, does what is chosen, and gives the focus back', async () => {
  const page = await specimen.open('parts')
  await page.getByRole('button', { name: 'More actions', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menu', { name: 'More actions', exact: true }).waitFor()
  await expect.poll(() => focused(page)).toContain('Run now')
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toContain('Edit')
  await page.keyboard.press('End')
  expect(await focused(page)).toContain('Delete')
  await page.keyboard.press('a')
  expect(await focused(page)).toContain('All monitors')
  await page.keyboard.press('Escape')
  expect(await focused(page)).toBe('More actions')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toContain('Run now')
  await page.keyboard.press('Enter')
  expect(await told(page)).toEqual([{ id: 'monitor.run' }])
  expect(await focused(page)).toBe('More actions')
  expect(await page.getByRole('menu').count()).toBe(0)
})

test('the account menu sets the theme without closing', async () => {
  const page = await specimen.open('parts')
  await page.getByRole('button', { name: 'Account: Ines Okafor' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  expect(await told(page)).toEqual([{ id: 'appearance.theme', args: { theme: 'dark' } }])
  await page.keyboard.press('ArrowLeft')
  expect(await focused(page)).toBe('Light')
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toBe('Compact')
})

test('a dialog holds the focus, closes by a command, and gives the focus back', async () => {
  const page = await specimen.open('parts')
  const trigger = page.getByRole('main').getByRole('button', { name: 'Add alert' })
  await trigger.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.waitFor()
  for (let step = 0; step < 6; step++) await page.keyboard.press('Tab')
  expect(['Leave and discard', 'Stay', '']).toContain((await focused(page)).slice(0, 17))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect((await told(page)).at(-1)).toEqual({ id: 'dialog.close' })
  expect(await focused(page)).toContain('Add alert')
  await trigger.click()
  await dialog.waitFor()
  await page.mouse.click(40, 880)
  await dialog.waitFor({ state: 'detached' })
})

test('another project is found by typing', async () => {
  const page = await specimen.open('parts')
  await page.getByRole('button', { name: /^Switch project/ }).click()
  await page.getByRole('combobox', { name: 'Find a project' }).fill('harb log')
  expect(await page.getByRole('listbox', { name: 'Projects' }).getByRole('option').allTextContents()).toEqual([
    'LogisticsViewer',
  ])
  await page.keyboard.press('Enter')
  expect(await told(page)).toEqual([{ id: 'project.switch', args: { project: 'p3' } }])
  expect(await focused(page)).toContain('Switch project')
})

test('on phones the navigation is a drawer that holds the focus', async () => {
  const page = await specimen.open('parts', { width: 390 })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  expect(await drawer.getByRole('link', { name: /^Alerts/ }).isVisible()).toBe(true)
  for (let step = 0; step < 20; step++) await page.keyboard.press('Tab')
  expect(
    await page.evaluate('document.activeElement === document.body || !!document.activeElement.closest("dialog")'),
  ).toBe(true)
  const violations = await violationsOf(page)
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  expect(await focused(page)).toBe('Open navigation')
})

test('the tooltip of an icon appears on focus and goes with Esc', async () => {
  const page = await specimen.open('parts')
  const tip = page.locator('[popover="manual"]')
  // The summary of errors takes the focus once the page is drawn: until then it would take it away again.
  await expect.poll(() => focused(page)).toContain('Two fields need attention')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Copy response body' }).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await tip.waitFor()
  expect(await tip.textContent()).toBe('Copy response body')
  await page.keyboard.press('Escape')
  expect(await tip.isVisible()).toBe(false)
})

test('the tooltip of the focused icon follows it when the page scrolls, and not after Esc', async () => {
  const page = await specimen.open('parts')
  const tip = page.locator('[popover="manual"]')
  await expect.poll(() => focused(page)).toContain('Two fields need attention')
  await page.keyboard.press('Tab')
  const icon = page.getByRole('button', { name: 'Copy response body' })
  await icon.focus()
  await tip.waitFor()
  const scroll = () =>
    page.evaluate(`new Promise((done) => {
      document.addEventListener('scroll', () => done(null), { capture: true, once: true })
      scrollBy(0, scrollY > 0 ? -1 : 1)
    })`)
  await scroll()
  await tip.waitFor()
  await page.keyboard.press('Escape')
  await scroll()
  expect(await tip.isVisible()).toBe(false)
})

test('the summary of errors takes the focus and leads to the fields', async () => {
  const page = await specimen.open('parts')
  expect(await focused(page)).toContain('Two fields need attention')
  await page.getByRole('link', { name: 'Header name: no spaces or separators' }).click()
  expect(await page.evaluate('document.activeElement.id')).toBe('header-1-name')
  const described = await page.getByLabel('Header name 2').getAttribute('aria-describedby')
  expect(await page.locator(`[id="${described}"]`).textContent()).toContain('may not contain spaces')
})

test('rows of a grid of pairs are added and removed', async () => {
  const page = await specimen.open('parts')
  await page.getByRole('button', { name: 'Add header' }).click()
  await page.getByLabel('Header name 3').fill('X-Trace')
  expect(await page.getByLabel('Value of header X-Trace').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Remove header Content-Type' }).click()
  expect(await page.getByLabel('Header name 1').inputValue()).toBe('Idempotency Key')
})

test('a filter shows what is chosen and how much more', async () => {
  const page = await specimen.open('parts')
  await page.getByRole('button', { name: 'Tag: checkout, storefront, +2' }).click()
  await page.getByRole('textbox', { name: 'Find a value of Tag' }).fill('leg')
  await page.getByRole('checkbox', { name: /^legacy/ }).uncheck()
  await page.getByRole('button', { name: 'Tag: checkout, storefront, +1' }).waitFor()
})

test('a chart has a table twin', async () => {
  const page = await specimen.open('parts')
  await page.getByRole('button', { name: 'Show as table: Pass and fail' }).click()
  await page.getByText('The table twin').waitFor()
})

test('blocks are walked by arrows and lead to their results', async () => {
  const page = await specimen.open('parts')
  await page.getByRole('link', { name: 'Sat 8 Nov 00:00, all passed' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  expect(await focused(page)).toBe('Sun 9 Nov 01:00, all passed')
  await page.keyboard.press('Enter')
  expect(await went(page)).toBe('/tests/results?hour=25')
})

test('rows are ticked, sorted and acted on by commands', async () => {
  const page = await specimen.open('parts')
  await page.getByRole('button', { name: 'Median, ms' }).click()
  await page.getByRole('checkbox', { name: 'Select Tax lookup (SOAP) 1' }).check()
  await page.getByText('3 selected').waitFor()
  await page.getByRole('button', { name: 'Run Checkout · capture payment 2' }).click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  expect(await told(page)).toEqual([
    { id: 'monitor.sort', args: { by: 'median' } },
    { id: 'list.select', args: { row: 'm0' } },
    { id: 'monitor.run', args: { monitor: 'm1' } },
    { id: 'list.clear' },
  ])
  expect(await page.getByRole('toolbar').count()).toBe(0)
})

test('ten thousand rows: those near the window are drawn, numbered, and follow the cursor', async () => {
  const page = await specimen.open('long')
  const table = page.getByRole('table', { name: 'Monitors' })
  expect(await table.getAttribute('aria-rowcount')).toBe('10001')
  expect(await page.locator('tr[data-row]').count()).toBeLessThan(60)
  for (let step = 0; step < 40; step++) await page.keyboard.press('j')
  const cursor = page.locator('tr[aria-current]')
  expect(await cursor.getAttribute('data-row')).toBe('m40')
  expect(await cursor.getAttribute('aria-rowindex')).toBe('42')
  const isSeen =
    '(() => { const box = document.querySelector("tr[aria-current]").getBoundingClientRect(); return box.top >= 86 && box.bottom <= innerHeight })()'
  await expect.poll(() => page.evaluate(isSeen)).toBe(true)
  await page.keyboard.press('G')
  await page.locator('tr[data-row="m9999"][aria-current]').waitFor()
  await expect.poll(() => page.evaluate(isSeen)).toBe(true)
  for (let step = 0; step < 25; step++) await page.keyboard.press('k')
  await page.locator('tr[data-row="m9974"][aria-current]').waitFor()
  await expect.poll(() => page.evaluate(isSeen)).toBe(true)
  expect(await page.locator('tr[data-row]').count()).toBeLessThan(60)
})

test('the browser complains of nothing, under a policy that allows only our own files', () => {
  expect(specimen.complaints.filter((text) => !text.includes('favicon') && !text.includes('404'))).toEqual([])
})
