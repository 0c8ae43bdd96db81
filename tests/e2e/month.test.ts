import type { Page } from 'playwright'
import { test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { giveDemo } from '../support/demo.ts'
import { signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000
const DAY_MS = 86_400_000
const DAYS = 28

type Counts = { runs: number; fail: number; answered: number; locations: number }

/** Counts of a monitor's results that were due in a window, plainly from the stored rows. */
const plainly = async (monitorKey: number, from: number, to: number): Promise<Counts> => {
  const [row] = await world.installation.query<Counts>(
    `select count(*)::int as runs, (count(*) filter (where category = 3))::int as fail,
       (count(*) filter (where http_code is not null))::int as answered, count(distinct location_key)::int as locations
     from result where target_key = $1 and due >= $2 and due < $3 and ignored & 5 = 0 and category < 4`,
    [monitorKey, from, to],
  )
  if (!row) throw new Error('The database counts nothing.')
  return row
}

/** The sum of the named columns of a shown table. */
const sumOf = async (page: Page, table: string, ...columns: string[]): Promise<number> => {
  const shown = page.getByRole('main').getByRole('table', { name: table, exact: true })
  await expect(shown.getByRole('row').nth(1)).toBeVisible()
  const rows = await shown.evaluate((element) =>
    [...element.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => (cell.textContent ?? '').trim())),
  )
  const [heads = [], ...body] = rows
  const places = columns.map((column) => heads.indexOf(column))
  expect(places, `${columns} of ${heads}`).not.toContain(-1)
  return body.reduce(
    (sum, cells) => sum + places.reduce((all, at) => all + Number((cells[at] ?? '').replaceAll(',', '')), 0),
    0,
  )
}

test(
  'a month of a demo: every tab of statistics tells the same figures, and those are the stored results',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC', locale: 'en' })
    const main = page.getByRole('main')
    const demo = ['--monitors', '6', '--locations', '3', '--frequency', '1800', '--days', '30']
    await giveDemo(world.installation, await openPrograms(), ...demo)
    const [monitor] = await world.installation.query<{ id: string; key: number; project: string }>(
      `select o.id, o.key, p.id as project from object o join project p on p.key = o.project_key
       where p.name = 'Demo' and o.kind = 'monitor' order by o.key limit 1`,
    )
    if (!monitor) throw new Error('The demo has no monitor.')
    const to = Math.floor(Date.now() / DAY_MS) * DAY_MS
    const from = to - DAYS * DAY_MS
    const { runs, fail, answered, locations } = await plainly(monitor.key, from, to)
    expect([runs > 3_000, fail > 0, locations]).toEqual([true, true, 3])
    const grouped = (count: number) => new Intl.NumberFormat('en').format(count)
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const open = async (tab: string, view = 'table') => {
      const search = new URLSearchParams({ range: 'custom', from: day(from), to: day(to - DAY_MS), view })
      await page.goto(`/tests/test/${monitor.id}/stats/${tab}?${search}&project_key_str=${monitor.project}`)
    }

    await signIn(page, '/collections')
    await open('')
    await expect(main.getByText(`${grouped(fail)} of ${grouped(runs)} failed`)).toBeVisible()
    expect(await sumOf(page, 'Latency', 'Runs')).toBe(answered)
    expect(await sumOf(page, 'Pass and fail', 'Pass', 'Slow', 'Warning', 'Fail')).toBe(runs)
    expect(await sumOf(page, 'Locations', 'Runs')).toBe(runs)
    expect(await sumOf(page, 'Locations', 'Fails')).toBe(fail)

    await open('latency')
    expect(await sumOf(page, 'Latency', 'Runs')).toBe(answered)
    await open('histogram')
    expect(await sumOf(page, 'Latency histogram', 'Responses')).toBe(answered)
    await open('response')
    expect(await sumOf(page, 'Response size', 'Responses')).toBe(answered)
    expect(await sumOf(page, 'Response size by location', 'Responses')).toBe(answered)
    await open('heatmap', 'chart')
    await expect(main.getByText(`${grouped(answered)} responses, counted`)).toBeVisible()
    await open('passfail')
    expect(await sumOf(page, 'Pass and fail', 'Pass', 'Slow', 'Warning', 'Fail')).toBe(runs)
    expect(await sumOf(page, 'Pass and fail', 'Fail')).toBe(fail)
    await open('map')
    expect(await sumOf(page, 'Latency map', 'Runs')).toBe(runs)
  },
  LONG_MS,
)
