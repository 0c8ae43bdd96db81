import type { Page } from 'playwright'
import { test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { giveDemo } from '../support/demo.ts'
import { faultsOf } from './support/audit.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 300_000

type Row = {
  call_id: string
  name: string
  p50: number | null
  baseline_p50: number | null
  delta_pct: number | null
  pass_rate: number | null
}

const inWhole = (ms: number | null) => (ms === null ? '—' : Math.round(ms).toLocaleString('en'))

/** Opens an address, and returns the page's answer of the comparison. */
const rowsAfter = async (page: Page, act: () => Promise<unknown>): Promise<Row[]> => {
  const [response] = await Promise.all([page.waitForResponse(/\/baseline\/dailies\//), act()])
  const { results }: { results: Row[] } = await response.json()
  return results
}

test(
  'the home says how monitors stand while results arrive; the performance compares them with what was usual, down to the hour',
  async () => {
    const { api } = world.installation
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const main = page.getByRole('main')
    const sample = `http://127.0.0.1:${Number(new URL(world.url).port) + 1}`
    const make = (name: string, path: string) =>
      api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url: sample + path } })
    const [good, bad] = [await make('Orders', '/json'), await make('Basket', '/error?code=503')]
    await signIn(page, '/home/')
    const tile = (label: string) =>
      main.getByLabel('Monitors now').locator('div').filter({ hasText: label }).locator('dd').first()
    await expect(tile('Monitors')).toHaveText('2')
    await expect(tile('Passing')).toHaveText('0')
    for (const { id } of [good, bad]) await api.post(`/api/3/monitors/${id}/run`, {})
    await expect(tile('Passing')).toHaveText('1')
    await expect(tile('Failing')).toHaveText('1')
    const day = main.getByRole('region', { name: 'The last 24 hours' })
    await expect(day.locator('div').filter({ hasText: 'Failed' }).locator('dd').first()).toHaveText('1')
    await expect(day).toContainText('50.00')

    await giveDemo(
      world.installation,
      await openPrograms(),
      '--monitors',
      '5',
      '--days',
      '14',
      '--project',
      'Acme shop',
    )
    const [demo] = await world.installation.query<{ id: string }>(`select id from project where name = 'Acme shop'`)
    const rows = await rowsAfter(page, () => page.goto(`/home/performance?project_key_str=${demo?.id}`))
    await expect(heading(page, 'Performance')).toBeVisible()
    expect(rows).toHaveLength(5)
    const table = main.getByRole('table', { name: 'Performance by monitor' })
    await expect(table.getByRole('row')).toHaveCount(6)
    for (const { name, p50, baseline_p50: usual, delta_pct: delta, pass_rate: rate } of rows) {
      const cells = table.getByRole('row').filter({ hasText: name })
      await expect(cells).toContainText(inWhole(p50))
      await expect(cells).toContainText(inWhole(usual))
      if (delta !== null && Math.abs(delta) > 2.05)
        await expect(cells).toContainText(`${Math.abs(delta).toFixed(1)} % ${delta > 0 ? 'slower' : 'faster'}`)
      if (rate === 1) await expect(cells).toContainText('100.00 %')
    }
    expect(await faultsOf(page)).toEqual([])

    // Order, filter and date are in the address.
    await table.getByRole('button', { name: 'Monitor', exact: true }).click()
    await expect(page).toHaveURL(/sort=name/)
    const [first] = [...rows].sort((a, b) => a.name.localeCompare(b.name, 'en'))
    await expect(table.getByRole('row').nth(1)).toContainText(first?.name ?? '')
    await main.getByRole('searchbox', { name: 'Monitor' }).fill(first?.name ?? '')
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(page).toHaveURL(/search=/)
    const before = await rowsAfter(page, () => main.getByRole('button', { name: 'Earlier' }).click())
    await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/)
    await expect(table.getByRole('row').nth(1)).toContainText(
      inWhole(before.find(({ call_id }) => call_id === first?.call_id)?.p50 ?? null),
    )

    // A whole day, hour by hour, as a chart and as a table.
    await table.getByRole('button', { name: /^Hours of/ }).click()
    await expect(page).toHaveURL(new RegExp(`monitor=${first?.call_id}`))
    const chart = main.getByRole('region', { name: first?.name ?? '' })
    await expect(chart.getByRole('img', { name: /The usual band is/ })).toBeVisible()
    await chart.getByRole('button', { name: /^Show as table/ }).click()
    await expect(chart.getByRole('table', { name: 'Hours' }).getByRole('row')).toHaveCount(25)
    expect(await faultsOf(page)).toEqual([])
    await chart.getByRole('button', { name: 'Close the chart' }).click()
    await expect(chart).toHaveCount(0)

    // Weeks and months; a time without results says so.
    await rowsAfter(page, () => main.getByText('Monthly', { exact: true }).click())
    await expect(page).toHaveURL(/period=month/)
    await page.goto('/home/performance?date=2020-01-01')
    await expect(main).toContainText('No results in 1 Jan 2020')
  },
  LONG_MS,
)
