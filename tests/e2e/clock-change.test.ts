import { dirname, join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, test, vi } from 'vitest'
import { failed, joinAgent, leaseRun, reportOf } from '../support/agent.ts'
import { openBrowser } from '../support/browser.ts'
import { openPrograms } from '../support/built-programs.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/loopback.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { listenForComplaints } from './support/complaints.ts'
import { heading, signInAnew } from './support/person.ts'
import { expect } from './support/world.ts'

const LONG_MS = 240_000
const MINUTE = 60_000
const BERLIN = 'Europe/Berlin'
/** Clocks go forward in Berlin at 01:00 UTC of this day: from 02:00 CET to 03:00 CEST. */
const NIGHT = Date.UTC(2027, 2, 28)
const START = NIGHT + 30 * MINUTE
const END = NIGHT + 90 * MINUTE

/** The server runs in this process: its dates are those of a clock that is set and goes on. Timers are real. */
const setClock = (ms: number) => vi.setSystemTime(ms)

let running: TestServer
let browser: Browser
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NIGHT + 10 * MINUTE, shouldAdvanceTime: true })
  const { server } = await openPrograms()
  // People sign in at the address that the server was told.
  const env = { PORT: String(await freePort()) }
  running = await startServer({ env, webDir: join(dirname(dirname(server)), 'web') })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await running?.stop()
  vi.useRealTimers()
})

type Schedule = { next_run: string; missed: number }
type Decisions = { data: { reason: string }[] }

test(
  'a downtime over the night in which clocks go forward is made with its zone, withholds runs and alerts, and ends at the right instant',
  async () => {
    const { api, server } = running
    const agent = await joinAgent(api, server.joinToken)
    const monitor = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Orders' },
      request: { url: 'https://example.com/' },
    })
    const schedule = await api.post<{ id: string }>('/api/3/schedules/', {
      name: 'Often',
      frequency: 60,
      locations: ['local'],
      targets: [monitor.id],
    })
    await api.post('/api/3/webhooks/', { name: 'Ops', parameters: { url: 'https://example.com/' } })
    const read = () => api.get<Schedule>(`/api/3/schedules/${schedule.id}`)

    const context = await browser.newContext({
      // The address that the server tells people.
      baseURL: `http://localhost:${new URL(server.url).port}`,
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
      timezoneId: BERLIN,
    })
    const page = await context.newPage()
    const complaints = listenForComplaints(page)
    const main = page.getByRole('main')
    await page.clock.install({ time: Date.now() })
    await signInAnew(page, `/schedules/downtimes/new?schedule=${schedule.id}`)

    // Made in the form: its end is after the jump, so it is an hour long, and the preview says both offsets.
    await page.getByLabel('Name', { exact: true }).fill('Database upgrade')
    await page.getByLabel('Start').fill('2027-03-28T01:30')
    await page.getByLabel('End').fill('2027-03-28T03:30')
    await expect(page.getByLabel('Time zone')).toHaveValue(BERLIN)
    const windows = page.getByRole('list', { name: 'Next windows' })
    await expect(windows).toContainText('Sun 28 Mar, 01:30 CET – 03:30 CEST')
    // An hour that does not exist is moved forward, and the preview says so.
    await page.getByLabel('Start').fill('2027-03-28T02:00')
    await page.getByLabel('End').fill('2027-03-28T03:00')
    await expect(windows).toContainText('02:00–03:00 does not exist on this day, because clocks go forward')
    await expect(windows).toContainText('Sun 28 Mar, 03:00–04:00 CEST')
    await page.getByLabel('Start').fill('2027-03-28T01:30')
    await page.getByLabel('End').fill('2027-03-28T03:30')
    await page.getByRole('button', { name: 'Create downtime' }).click()
    await expect(heading(page, 'Often')).toBeVisible()
    const { results } = await api.get<{ results: { schedule: object }[] }>(`/api/2/schedules/${schedule.id}/downtime/`)
    expect(results[0]?.schedule).toMatchObject({
      start_time: '2027-03-28T00:30:00.000Z',
      end_time: '2027-03-28T01:30:00.000Z',
      timezone: BERLIN,
    })

    // It holds: no run is due before its end.
    setClock(START + 5 * MINUTE)
    await eventually(async () => Date.parse((await read()).next_run) >= END, { what: 'a next run after the downtime' })
    expect(await agent.work(100, 0)).toEqual([])
    // Those of the minutes over which the clock was set.
    const { missed } = await read()
    const byHand = await api.post<{ result_id: string }>(`/api/3/monitors/${monitor.id}/run`, {})
    await agent.report(reportOf(await leaseRun(agent, byHand.result_id), failed))
    const withheld = await api.get<Decisions>(`/api/3/results/${byHand.result_id}/alerts`)
    expect(withheld.data).toMatchObject([{ reason: 'in_downtime' }])

    await page.clock.setSystemTime(Date.now())
    await page.goto(`/tests/result/${byHand.result_id}/`)
    await expect(
      main.getByText('The run was due in a downtime. It does not count in statistics or alerts.'),
    ).toBeVisible()
    await page.goto('/schedules')
    await expect(page.getByRole('row', { name: /Often/ })).toContainText('In downtime until 03:30')

    // It ends at 03:30 by the wall, an hour after it began: scheduled runs are made and count.
    setClock(Date.parse((await read()).next_run) - 2_000)
    const job = await eventually(async () => (await agent.work(100, 1))[0], { what: 'a scheduled run' })
    expect(Date.parse(job?.due ?? '')).toBeGreaterThanOrEqual(END)
    expect(Date.parse(job?.due ?? '')).toBeLessThan(END + MINUTE)
    if (job) await agent.report(reportOf(job, failed))
    const told = await api.get<Decisions>(`/api/3/results/${job?.id}/alerts`)
    expect(told.data).not.toMatchObject([{ reason: 'in_downtime' }])
    expect((await read()).missed).toBe(missed)
    await page.clock.setSystemTime(Date.now())
    await page.goto('/schedules')
    await expect(page.getByRole('row', { name: /Often/ })).not.toContainText(/downtime/i)
    expect(complaints.list()).toEqual([])
    await context.close()
  },
  LONG_MS,
)
