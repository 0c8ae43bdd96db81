import { test } from 'vitest'
import { signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_NAME = 'Search of the catalogue with every filter that a customer can set, sorted by the price with delivery'

const monitor = async (): Promise<string> =>
  (
    await world.installation.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: LONG_NAME },
      request: { url: 'http://127.0.0.1:9/' },
    })
  ).id

test('of a long name in the breadcrumb the end is cut off, and the crumbs before it stay whole and apart', async () => {
  const { page } = await world.visit({ viewport: { width: 1024, height: 800 } })
  await signIn(page, `/tests/test/${await monitor()}/`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
  await expect(crumbs.last()).toHaveText(LONG_NAME)
  const room = await crumbs.evaluateAll((items) =>
    items.map((item) => {
      const text = item.querySelector('a, span') ?? item
      return { isWhole: text.scrollWidth <= text.clientWidth, right: text.getBoundingClientRect().right }
    }),
  )
  expect(room.map(({ isWhole }) => isWhole)).toEqual([true, true, false])
  const lefts = await crumbs.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().left))
  // The separator belongs to the crumb after it.
  expect(lefts.slice(1).every((left, index) => left - (room[index]?.right ?? 0) >= 5)).toBe(true)
})

test('on a phone the controls of a card stay together below its title', async () => {
  const { page } = await world.visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signIn(page, `/tests/test/${await monitor()}/`)
  const latency = page.getByRole('region', { name: /^Latency/ })
  const controls = latency.getByRole('button', { name: /^(Download latency|Show as table: Latency)$/ })
  await expect(controls).toHaveCount(2)
  // At one moment: while the page still loads, the card moves.
  const tops = await controls.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(tops[0]).toBe(tops[1])
})

test('the table of coverage has room for its columns beside the chart', async () => {
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  await page.goto('/debug/')
  await page.getByRole('link', { name: 'Coverage' }).click()
  const table = page.getByRole('table', { name: 'Coverage by chart' })
  await expect(table).toBeVisible()
  const hidden = await table.evaluate((each) => each.scrollWidth - (each.parentElement?.clientWidth ?? 0))
  expect(hidden).toBeLessThanOrEqual(0)
})

test('the list of monitors with open alerts does not call them incidents, which another screen lists', async () => {
  const { api } = world.installation
  await api.post('/api/3/webhooks/', {
    name: 'Ops',
    web_hook_type: 'webhook',
    alerts: ['FAIL'],
    parameters: { url: 'https://example.com/', fails_in_a_row: 1 },
  })
  await api.post(`/api/3/monitors/${await monitor()}/run`, {})
  const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
  await signIn(page, '/webhooks')
  await expect(page.getByRole('region', { name: 'Open alerts 1' })).toBeVisible()
  await page.goto('/incidents/')
  await expect(page.getByRole('main')).toContainText('An alert opens one if “Opens an incident” is on in its settings.')
})

test('on a phone the debug screen shows one pane at a time, and a selected machine leads to its chart', async () => {
  const { page } = await world.visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto('/debug/')
  const chart = page.getByRole('img', { name: /^State chart of/ })
  const machines = page.getByRole('navigation', { name: 'Machines' })
  await machines.getByRole('link', { name: /^console/ }).click()
  await expect(page.getByRole('img', { name: /^State chart of console/ })).toBeVisible()
  await expect(machines).toBeHidden()
  const panes = page.getByRole('navigation', { name: 'Panes' })
  await panes.getByRole('link', { name: 'Context' }).click()
  await expect(page.getByRole('region', { name: 'Context' })).toBeVisible()
  await expect(chart).toBeHidden()
  await panes.getByRole('link', { name: 'Events' }).click()
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible()
  await panes.getByRole('link', { name: 'Machines' }).click()
  await expect(machines).toBeVisible()
  await expect(page.getByRole('table', { name: 'Events' })).toBeHidden()
})
