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
  'a downtime is made by pointer and by keyboard, holds where it is shown, and ends when it is deleted',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' })
    const keys = keyboardOf(page)
    const main = page.getByRole('main')
    const { api } = world.installation
    const row = (name: string | RegExp) => page.getByRole('row', { name })
    const sample = `http://127.0.0.1:${Number(new URL(world.url).port) + 1}`
    const monitor = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Orders' },
      request: { url: `${sample}/error?code=503` },
    })
    await api.post('/api/3/schedules/', { name: 'Hourly', frequency: 3600, regions: ['all'], targets: [monitor.id] })

    // By pointer, from the schedule's row: it begins an hour ago.
    await signIn(page, '/schedules')
    await row(/Hourly/).hover()
    await page.getByRole('button', { name: 'Add downtime to Hourly' }).click()
    await expect(heading(page, 'New downtime')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(/Schedules.*Hourly.*New downtime/s)
    await expect(page.getByLabel('For', { exact: true })).toContainText('Hourly')
    await page.getByLabel('Name', { exact: true }).fill('Backup')
    const now = Date.now()
    await page.getByLabel('Start').fill(local(now - HOUR_MS))
    await page.getByLabel('End').fill(local(now - 2 * HOUR_MS))
    await page.getByRole('button', { name: 'Create downtime' }).click()
    await expect(main.getByText('The end must be later than the start.').first()).toBeVisible()
    await page.getByLabel('End').fill(local(now + 2 * HOUR_MS))
    await expect(page.getByRole('list', { name: 'Next windows' })).toContainText('UTC')
    await page.getByRole('button', { name: 'Create downtime' }).click()

    // It holds: on the schedule, in its row, and on the monitor.
    await expect(heading(page, 'Hourly')).toBeVisible()
    await expect(main.getByText(/In downtime until/)).toBeVisible()
    await expect(row(/Backup/)).toContainText('Active')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Schedules' }).click()
    await expect(row(/Hourly/)).toContainText(/In downtime until/)
    await page.goto(`/tests/test/${monitor.id}/schedules`)
    await expect(main.getByText(/In downtime until/).first()).toBeVisible()

    // A run by hand goes, and says that it was made in a downtime.
    const run = await api.post<{ result_id: string }>(`/api/3/monitors/${monitor.id}/run`, {})
    await page.goto(`/tests/result/${run.result_id}/`)
    await expect(
      main.getByText('The run was due in a downtime. It does not count in statistics or alerts.'),
    ).toBeVisible()

    // By keyboard, for all schedules, every week.
    await keys.line('new downtime')
    await expect(heading(page, 'New downtime')).toBeVisible()
    await keys.tabTo(page.getByLabel('Name', { exact: true }))
    await keys.type('Weekly maintenance')
    await keys.tabTo(page.getByLabel('Repeats'))
    await keys.type('Every week')
    await keys.press('Control+s')
    await expect(heading(page, 'Downtimes')).toBeVisible()
    await expect(row(/Weekly maintenance/)).toContainText('All schedules')
    await expect(row(/Weekly maintenance/)).toContainText('Upcoming')

    // Deleted: its schedule runs again at once.
    await keys.line('delete downtime backup')
    await keys.type('backup')
    await keys.press('Enter')
    await expect(row(/Backup/)).toHaveCount(0)
    await keys.line('open schedules')
    await expect(row(/Hourly/)).toContainText(/Downtime (at|Sun|Mon|Tue|Wed|Thu|Fri|Sat)/)
    await expect(row(/Hourly/)).not.toContainText(/In downtime/)
  },
  LONG_MS,
)
