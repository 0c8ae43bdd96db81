import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { eventually } from '../support/eventually.ts'
import { type Loopback, listenOnLoopback } from '../support/loopback.ts'
import { goWithin } from './support/addresses.ts'
import { faultsInBothThemes } from './support/audit.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

/** An API that fails. */
let api: Loopback
const world = theWorld(async () => {
  api = await listenOnLoopback((_, response) => response.writeHead(500).end('{}'))
  return { SONDE_ALLOW_PRIVATE: new URL(api.url).host }
})
afterAll(() => api?.close())

const LONG_MS = 480_000

let callId: string
let webhookId: string
beforeAll(async () => {
  const { api: rest, query } = world.installation
  await query(`update project set doc = doc || '{"alert_on_manual_runs": true}'`)
  const monitor = await rest.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Orders', tags: ['shop'] },
    request: { method: 'GET', url: api.url },
  })
  callId = monitor.id
  const webhook = await rest.post<{ id: string }>('/api/3/webhooks/', {
    name: 'Ops mail',
    web_hook_type: 'email',
    parameters: { email_address: 'ops@example.com' },
  })
  webhookId = webhook.id
  await eventually(async () => (await rest.get<{ agent_list: object[] }>('/api/2/agents/info')).agent_list.length > 0)
  await rest.post(`/api/3/monitors/${callId}/run`, {})
})

/** An overlay: the screen below it, the way to open it, and the element that shows that it is open. */
type Overlay = {
  readonly name: string
  readonly path: () => string
  readonly open: (page: Page) => Promise<void>
  readonly shows: (page: Page) => Locator
}

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const line = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
}

const monitors = () => linkTo('monitors')
const overlays: readonly Overlay[] = [
  { name: 'console', path: monitors, open: line('mon'), shows: (page) => palette(page).getByRole('option').first() },
  {
    name: 'console without a match',
    path: monitors,
    open: line('zzqqxx'),
    shows: (page) => palette(page).getByText('No match for “zzqqxx”.'),
  },
  {
    name: 'console with a mistake',
    path: monitors,
    open: line('run monitor orders --location mars'),
    shows: (page) => palette(page).getByRole('alert'),
  },
  {
    name: 'shortcuts',
    path: monitors,
    open: (page) => page.keyboard.press('?'),
    shows: (page) => palette(page).getByRole('region', { name: 'Keyboard shortcuts' }),
  },
  {
    name: 'confirmation of a deletion',
    path: monitors,
    async open(page) {
      await expect(page.getByRole('row', { name: /Orders/ })).toBeVisible()
      await page.keyboard.press('j')
      await page.keyboard.press('#')
    },
    shows: (page) => palette(page).getByLabel(/Type orders to confirm/),
  },
  {
    name: 'menu of a monitor',
    path: () => linkTo('monitor', { callId }),
    open: (page) => press(page, 'More actions'),
    shows: (page) => page.getByRole('menu'),
  },
  {
    name: 'menu of the account',
    path: monitors,
    open: (page) => press(page, /^Account/),
    shows: (page) => page.getByRole('menu'),
  },
  {
    name: 'menu of a snooze',
    path: () => linkTo('webhook', { webhookId }),
    open: (page) => press(page, /^Snooze/),
    shows: (page) => page.getByRole('menu'),
  },
  {
    name: 'popover of a filter',
    path: monitors,
    open: (page) => press(page, /^Tag/),
    shows: (page) => page.getByRole('dialog').getByText('shop'),
  },
  {
    name: 'choice of a project',
    path: monitors,
    open: (page) => press(page, /^Switch project/),
    shows: (page) => page.getByRole('listbox').getByRole('option').first(),
  },
  {
    name: 'choice of a project without a match',
    path: monitors,
    async open(page) {
      await press(page, /^Switch project/)
      await page.getByRole('combobox', { name: 'Find a project' }).fill('zzqqxx')
    },
    shows: (page) => page.getByText('No match'),
  },
  {
    name: 'notifications',
    path: monitors,
    open: (page) => press(page, /^Notifications/),
    shows: (page) =>
      page
        .getByRole('dialog', { name: /^Notifications/ })
        .getByText(/Orders/)
        .first(),
  },
  {
    name: 'secret shown once',
    path: monitors,
    async open(page) {
      await line('create api-key Deploy')(page)
      await page.keyboard.press('Enter')
    },
    shows: (page) => page.getByRole('dialog', { name: /API key “Deploy”/ }),
  },
  {
    name: 'question before leaving a form',
    path: () => linkTo('new-monitor', { callId: 'new' }),
    async open(page) {
      await page.getByLabel('Name', { exact: true }).fill('Draft')
      await page
        .getByRole('link', { name: /^Monitors/ })
        .first()
        .click()
    },
    shows: (page) => page.getByRole('dialog', { name: /Leave without saving/ }),
  },
]

test(
  'every kind of overlay passes axe while it is open, in both themes',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    await signIn(page, '/tests/')
    await expect(page.getByRole('row', { name: /Orders/ })).toBeVisible()
    await eventually(
      async () => (await world.installation.api.get<{ results: object[] }>('/api/2/notifications/')).results.length > 0,
      { what: 'a notification' },
    )
    const faults: string[] = []
    for (const { name, path, open, shows } of overlays) {
      if (new URL(page.url()).pathname !== path()) await goWithin(page, path())
      await expect(heading(page, /./)).toBeVisible()
      await expect(page.getByText('Loading...')).toHaveCount(0)
      await open(page)
      await expect(shows(page), name).toBeVisible()
      faults.push(...(await faultsInBothThemes(page)).map((fault) => `${name}: ${fault}`))
      // A secret asks before it closes.
      await page.keyboard.press('Escape')
      const close = page.getByRole('button', { name: 'Close it' })
      if (name === 'secret shown once') await close.click()
      await expect(shows(page), name).toHaveCount(0)
    }
    expect(faults).toEqual([])
  },
  LONG_MS,
)

test(
  'the same on a phone, where the navigation is an overlay too',
  async () => {
    const { page } = await world.visit({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true })
    await signIn(page, '/tests/')
    const faults: string[] = []
    const look = async (name: string, shown: Locator) => {
      await expect(shown, name).toBeVisible()
      faults.push(...(await faultsInBothThemes(page)).map((fault) => `${name}: ${fault}`))
      await page.keyboard.press('Escape')
      await expect(shown).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Navigation' }).tap()
    await look('navigation', page.getByRole('dialog', { name: 'Navigation' }))
    await page.getByRole('button', { name: /Search or run/ }).tap()
    await look('console', palette(page))
    await page.keyboard.press('?')
    await look('shortcuts', palette(page))
    await page.getByRole('button', { name: /^Notifications/ }).tap()
    await look(
      'notifications',
      page
        .getByRole('dialog', { name: /^Notifications/ })
        .getByText(/Orders/)
        .first(),
    )
    expect(faults).toEqual([])
  },
  LONG_MS,
)
