import { test } from 'vitest'
import { keyboardOf } from './support/keyboard.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000
const HOUR_MS = 3_600_000

/** A moment as a control for local dates and times takes it, in UTC. */
const local = (ms: number): string => new Date(ms).toISOString().slice(0, 16)

test(
  'a downtime of an organization stops the schedules of its projects, which show it until it is deleted',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' })
    const keys = keyboardOf(page)
    const main = page.getByRole('main')
    const { api } = world.installation
    const row = (name: string | RegExp) => page.getByRole('row', { name })
    const monitor = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Orders' },
      request: { url: 'https://example.com/' },
    })
    const often = { name: 'Often', frequency: 1, regions: ['all'], targets: [monitor.id] }
    const { id: schedule } = await api.post<{ id: string }>('/api/3/schedules/', often)

    // By hand, from the collections: what is wrong is said at its field, and the draft is kept.
    await signIn(page, '/collections')
    await page.getByRole('link', { name: /^Settings of / }).click()
    await page.getByRole('main').getByRole('link', { name: 'Downtimes' }).click()
    await expect(main.getByRole('button', { name: 'New downtime' }).first()).toBeVisible()
    await keys.press('n')
    await page.getByLabel('Name', { exact: true }).fill('Maintenance')
    const now = Date.now()
    await page.getByLabel('Start').fill(local(now - HOUR_MS))
    await page.getByLabel('End').fill(local(now - 2 * HOUR_MS))
    await main.getByRole('button', { name: 'Create downtime' }).click()
    await expect(main.getByText('The end must be later than the start.').first()).toBeVisible()
    await page.getByLabel('End').fill(local(now + 2 * HOUR_MS))
    await expect(page.getByRole('list', { name: 'Next windows' })).toContainText('UTC')
    await page.reload()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Maintenance')
    await page.keyboard.press('Control+s')
    await expect(main.getByText('All of the organization')).toBeVisible()

    // The schedules of the project show it and make no runs.
    await keys.line('open schedules')
    await expect(row(/Often/)).toContainText(/In organization downtime until/)
    await expect(main.getByText(/apply to all schedules/)).toBeVisible()
    const stored = await api.get<{ next_run: string; missed: number }>(`/api/3/schedules/${schedule}`)
    expect(Date.parse(stored.next_run)).toBeGreaterThan(now + HOUR_MS)
    expect(stored.missed).toBe(0)

    // Business hours are set by keyboard, and shown by the estimate.
    await page.goto(`/schedules/${schedule}`)
    await expect(heading(page, 'Often')).toBeVisible()
    await keys.tabTo(page.getByLabel('Only during business hours'))
    await keys.press('Space')
    await keys.tabTo(page.getByLabel('Fri', { exact: true }))
    await keys.press('Space')
    await expect(page.getByText('of the week')).toBeVisible()
    await keys.press('Control+s')
    await expect
      .poll(async () => (await api.get<{ business_hours: unknown }>(`/api/3/schedules/${schedule}`)).business_hours)
      .toMatchObject({ windows: [{ days: [1, 2, 3, 4], start: '08:00', end: '18:00' }] })

    // Deleted: it covers nothing more.
    await keys.line('open collections')
    await page.getByRole('link', { name: /^Settings of / }).click()
    await page.getByRole('main').getByRole('link', { name: 'Downtimes' }).click()
    await main.getByRole('button', { name: 'Delete Maintenance' }).click()
    await keys.type('maintenance')
    await keys.press('Enter')
    await expect(main.getByText('No downtimes yet')).toBeVisible()
    await keys.line('open schedules')
    await expect(row(/Often/)).not.toContainText(/organization downtime/)
  },
  LONG_MS,
)
