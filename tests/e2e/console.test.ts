import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { commands } from '../../src/commands/registry.ts'
import { eventually } from '../support/eventually.ts'
import { type Loopback, listenOnLoopback } from '../support/loopback.ts'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

/** An API that agents may call. */
let api: Loopback
const world = theWorld(async () => {
  api = await listenOnLoopback((_, response) => response.writeHead(200).end('{}'))
  return { SONDE_ALLOW_PRIVATE: new URL(api.url).host }
})
afterAll(() => api?.close())

const LONG_MS = 240_000
/** Whether an option would destroy something: the longest title or words that it begins with are those of a command that destroys. */
const isDestructive = (option: string): boolean => {
  const beginnings = commands.flatMap(({ effect, title, words }) =>
    [title, words]
      .filter((each) => option.toLowerCase().startsWith(each.toLowerCase()))
      .map((each) => ({ each, effect })),
  )
  const longest = Math.max(0, ...beginnings.map(({ each }) => each.length))
  return beginnings.some(({ each, effect }) => each.length === longest && effect === 'destroy')
}

type Monitor = {
  readonly id: string
  readonly meta: { readonly name: string }
  readonly last_result: { readonly result_category: string } | null
}
const monitorNamed = async (name: string): Promise<Monitor | undefined> =>
  (await world.installation.api.get<{ data: Monitor[] }>('/api/3/monitors/')).data.find(
    ({ meta }) => meta.name === name,
  )

let ordersId: string
beforeAll(async () => {
  const { api: rest } = world.installation
  for (const name of ['Orders', 'Demo shop', 'Stock'])
    await rest.post('/api/2/calls/', { meta: { name }, request: { method: 'GET', url: api.url } })
  await rest.post('/api/3/webhooks/', {
    name: 'Ops mail',
    web_hook_type: 'email',
    parameters: { email_address: 'ops@example.com' },
  })
  ordersId = (await monitorNamed('Orders'))?.id ?? ''
  await eventually(async () => (await rest.get<{ agent_list: object[] }>('/api/2/agents/info')).agent_list.length > 0)
  await rest.post(`/api/3/monitors/${ordersId}/run`, {})
  await eventually(async () => (await monitorNamed('Orders'))?.last_result?.result_category === 'PASS', {
    what: 'a result of Orders',
  })
})

/** The console of a page, opened with a text. */
type Console = {
  readonly page: Page
  readonly palette: Locator
  readonly field: Locator
  readonly options: Locator
  /** Opens it anew and types. */
  type(text: string): Promise<void>
  /** Requests of the page that may change something, so far. */
  readonly writes: readonly string[]
}

const openConsole = async (path: string): Promise<Console> => {
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Berlin' })
  await signIn(page, path)
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const field = palette.getByRole('combobox')
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Statistics are read by POST too.
    if (request.method() !== 'GET' && /^\/api\/\d\/(calls|monitors|webhooks|schedules|keys)\b/.test(pathname))
      writes.push(`${request.method()} ${pathname}`)
  })
  return {
    page,
    palette,
    field,
    writes,
    options: palette.getByRole('option'),
    async type(text) {
      if (await palette.isVisible()) await page.keyboard.press('Escape')
      await expect(palette).toHaveCount(0)
      await page.keyboard.press('Control+k')
      await expect(field).toBeFocused()
      await page.keyboard.type(text)
      // A letter is painted before its choices.
      await expect(palette.locator('[data-late]')).toHaveCount(0)
    },
  }
}

test(
  'nothing destructive runs or is offered but from its own words',
  async () => {
    const { page, palette, field, options, type, writes } = await openConsole('/tests/')
    await expect(page.getByRole('row', { name: /Orders/ })).toBeVisible()
    // With a row under the cursor, on which commands act.
    await page.keyboard.press('j')

    await type('help')
    await expect(options.first()).toContainText('Keyboard shortcuts')
    await page.keyboard.press('Enter')
    await expect(palette.getByRole('region', { name: 'Keyboard shortcuts' })).toBeVisible()

    for (const text of ['dem', 'mon', 'orders', 'dlete', 'remve']) {
      await type(text)
      await expect(options.or(palette.getByText(/^No match/)).first()).toBeVisible()
      const meant = await palette.getByRole('group', { name: 'Did you mean' }).getByRole('option').allTextContents()
      const offered = (await options.allTextContents()).filter((option) => !meant.includes(option))
      expect(offered.filter(isDestructive), text).toEqual([])
    }

    // From its own words it asks which, then for the word.
    await type('delete monitor')
    await page.keyboard.press('Enter')
    await page.keyboard.type('orders')
    await page.keyboard.press('Enter')
    await expect(palette.getByLabel(/Type orders to confirm/)).toBeFocused()
    await expect(palette).toContainText('It can be restored for 30 days, with its results')
    await page.keyboard.type('order')
    await page.keyboard.press('Enter')
    await expect(palette.getByRole('button', { name: 'Delete monitor' })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
    await expect(field).toHaveCount(0)
    expect(writes).toEqual([])
  },
  LONG_MS,
)

test(
  'slips and other words lead to what is meant',
  async () => {
    const { page, palette, field, options, type, writes } = await openConsole('/tests/')
    await expect(page.getByRole('row', { name: /Orders/ })).toBeVisible()

    // A verb: chosen, it is written and not run.
    await type('rn monitor orders')
    await expect(palette.getByRole('group', { name: 'Did you mean' }).getByRole('option').first()).toContainText(
      'Run monitor orders',
    )
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('run monitor orders')
    await type('rn monitor orders --location local')
    await expect(palette.getByRole('alert')).toContainText('Unknown command “rn monitor”.')
    await page.keyboard.press('Tab')
    await expect(field).toHaveValue('run monitor orders --location local')

    // A flag.
    await type('change monitor orders --timeout 5')
    await expect(palette.getByRole('alert')).toContainText('has no --timeout.')
    await expect(palette.getByRole('alert')).toContainText('--timeout-seconds')
    await expect(palette).toContainText('Nothing runs until this is corrected')
    await expect(palette).not.toContainText('No match for')
    await page.keyboard.press('Tab')
    await expect(field).toHaveValue('change monitor orders --timeout-seconds 5')

    // A value, as soon as it cannot become right.
    await type('run monitor orders --location mars')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(palette.getByRole('alert')).toContainText('No location is called mars.')
    await page.keyboard.press('Enter')
    await expect(palette).toBeVisible()

    // A date is shown as the clock here will show it.
    await type('snooze-until alert ops-mail tomorrow 9')
    await expect(options.first()).toContainText(/\w{3} \d+ \w{3} \d{4}, 09:00 Europe\/Berlin/)
    await type('snooze-until alert ops-mail fri')
    await expect(options.first()).toContainText('09:00 Europe/Berlin')
    await type('snooze-until alert ops-mail to')
    await expect(palette.getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(palette.getByRole('alert')).toContainText('“to” is not a future time.')
    await type('snooze-until alert ops-mail yesterday')
    await expect(palette.getByRole('alert')).toContainText('“yesterday” is not a future time.')
    await expect(palette).not.toContainText('Enter runs the line')
    await expect(options.filter({ hasText: 'Europe/Berlin' })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(palette).toBeVisible()
    expect(writes).toEqual([])

    // Nothing is named twice.
    await type('run mon')
    await expect(palette.getByRole('option', { name: 'Run monitor', exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field).toHaveAttribute('placeholder', 'Which monitor?')
    await expect(palette.getByText('Run monitor', { exact: true })).toHaveCount(1)
    await expect(palette.getByText('monitor', { exact: true })).toHaveCount(0)
    await type('restore monitor')
    await page.keyboard.press('Space')
    await expect(palette).toContainText('<deleted-monitor>')

    // Words of other products.
    await type('logout')
    await expect(options.first()).toContainText('Sign out')
    await type('dark')
    await page.keyboard.press('Enter')
    // The words that change something were not typed: they are read first, and a second press at once would be part of the first.
    await expect(field).toHaveValue('set theme dark')
    for (const key of ['End', 'Enter']) await page.keyboard.press(key)
    await expect(palette).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('main, main *').and(page.locator(':focus'))).toHaveCount(1)
    await type('new monitor')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Add condition' }).click()
    await expect(page.getByLabel(/^Source of condition/).last()).toBeFocused()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.goto(linkTo('schedules', {}))
    await page.goto(linkTo('new-downtime', {}))
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await page.goto('/tests/')
    await expect(page.getByRole('row', { name: /Orders/ })).toBeVisible()
    await type('failing')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tests\/\?.*result=FAIL/)
    await type('invite')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Project settings')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Members')
  },
  LONG_MS,
)

test(
  'a deleted monitor is brought back with its results: undone, by a line, and from the list',
  async () => {
    const { page, palette, type } = await openConsole('/tests/')
    const keys = keyboardOf(page)
    const row = page.getByRole('row', { name: /Orders/ })
    const toast = (text: string) => page.getByRole('status').getByText(text).first()
    const remove = async () => {
      await expect(row).toBeVisible()
      await keys.line('delete monitor orders --confirm orders')
      await expect(toast('“Orders” deleted')).toBeVisible()
      await expect(row).toHaveCount(0)
      await expect.poll(() => monitorNamed('Orders')).toBeUndefined()
    }
    const restored = async (text = '“Orders” restored') => {
      await expect(toast(text)).toBeVisible()
      await expect
        .poll(() => monitorNamed('Orders'))
        .toMatchObject({ id: ordersId, last_result: { result_category: 'PASS' } })
    }

    // The message is gone, and the key still undoes it; then it is redone, undone by name, and nothing is left.
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    await remove()
    await dismiss.click()
    await expect(dismiss).toHaveCount(0)
    await keys.press('z')
    await restored('Undid: “Orders” deleted')
    await keys.press('Shift+Z')
    await expect(palette).toContainText('Delete “Orders”?')
    await keys.press(...'orders', 'Enter')
    await expect(toast('Redid: “Orders” deleted')).toBeVisible()
    // The message of the first undo must not pass for that of the second, at whose work no other begins.
    await expect(toast('Undid: “Orders” deleted')).toHaveCount(0)
    await keys.line('undo --entry 1')
    await restored('Undid: “Orders” deleted')
    await keys.press('z')
    await expect(toast('Nothing to undo')).toBeVisible()
    await remove()
    // The deleted monitors are loaded when the line first names one.
    await type('restore monitor ')
    await expect(palette.getByRole('option', { name: /Orders/ })).toBeVisible()
    await keys.type('orders')
    await keys.press('Enter')
    await expect(palette).toHaveCount(0)
    await restored()
    await remove()
    await keys.line('open deleted-monitors')
    await expect(page).toHaveURL(/show=deleted/)
    await expect(row).toContainText(api.url)
    await row.getByRole('button', { name: 'Restore' }).click()
    await restored()
    await expect(row).toHaveCount(0)
    await page.getByRole('link', { name: 'All monitors' }).click()
    await expect(row).toContainText('Pass')

    // Its results are there again, and the audit log tells of both.
    await page.goto(linkTo('monitor-results', { callId: ordersId }))
    await expect(page.getByRole('main').getByRole('row', { name: /200/ })).toHaveCount(1)
    await page.goto(linkTo('audit'))
    const log = page.getByRole('main')
    await expect(log.getByText(/deleted/).first()).toBeVisible()
    await expect(log.getByText(/restored/).first()).toBeVisible()
  },
  LONG_MS,
)

test(
  'the page behind is inert, and a list without choices is no list box',
  async () => {
    const { page, palette, field, type } = await openConsole('/tests/')
    const isInert = () => page.evaluate(() => document.querySelector('main')?.closest('[inert]') !== null)
    await expect(page.getByRole('row', { name: /Orders/ })).toBeVisible()
    await type('zzqqxx')
    await expect.poll(isInert).toBe(true)
    await expect(palette).toContainText('No match for “zzqqxx”.')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    for (const _ of 'zzqqxx') await page.keyboard.press('Backspace')
    await expect(palette.getByRole('listbox')).toHaveCount(1)
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
    expect(await isInert()).toBe(false)

    // The same of a choice in a form.
    await page
      .getByRole('button', { name: /^Switch project/ })
      .first()
      .click()
    const choice = page.getByRole('combobox', { name: /Find a project/ })
    await choice.fill('zzqqxx')
    await expect(choice).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('listbox')).toHaveCount(0)
  },
  LONG_MS,
)

test(
  'a deletion is confirmed by the shown name too, and a wrong word is told the right one',
  async () => {
    const { page, palette, type } = await openConsole('/tests/')
    await type('delete monitor demo-shop')
    await page.keyboard.press('Enter')
    const word = palette.getByLabel(/Type demo-shop to confirm/)
    await expect(word).toBeFocused()
    await page.keyboard.type('shop')
    await page.keyboard.press('Enter')
    await expect(word).toHaveAccessibleDescription('Type demo-shop to confirm.')
    await word.fill('Demo shop')
    await page.keyboard.press('Enter')
    await expect(palette).toHaveCount(0)
    await expect(page.getByRole('status').getByText('“Demo shop” deleted').first()).toBeVisible()
  },
  LONG_MS,
)
