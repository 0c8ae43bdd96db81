import type { Page } from 'playwright'
import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { eventually } from '../support/eventually.ts'
import { faultsOf } from './support/audit.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 360_000

const addMonitors = async (): Promise<void> => {
  const { api } = world.installation
  const sample = `http://127.0.0.1:${Number(new URL(api.base).port) + 1}`
  await eventually(async () => (await api.get<{ agent_list: object[] }>('/api/2/agents/info')).agent_list.length > 0)
  for (const name of ['Orders', 'Invoices', 'Stock']) {
    const { id } = await api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url: `${sample}/ok` } })
    await api.post(`/api/3/monitors/${id}/run`, {})
  }
  type Listed = { data: { last_result: { result_category: string } | null }[] }
  await eventually(async () =>
    (await api.get<Listed>('/api/3/monitors/')).data.every(
      ({ last_result: last }) => last && last.result_category !== 'QUEUED',
    ),
  )
}

const labels = (page: Page) => page.getByRole('textbox', { name: /^Label of row/ })
const table = (page: Page) => page.getByRole('table', { name: 'Shop' })

test(
  'a report is made, ordered by keyboard, published, opened by whoever is not signed in, exported and closed',
  async () => {
    await addMonitors()
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    await signIn(page, linkTo('reports', {}))
    await expect(page.getByText('No reports yet')).toBeVisible()
    await page.keyboard.press('n')
    await expect(heading(page, 'New report')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Shop, weekly')
    for (const name of ['Orders', 'Invoices', 'Stock'])
      await page.getByRole('button', { name: `Add ${name}`, exact: true }).click()
    await page.getByLabel('Name of group 1').fill('Shop')
    await page.getByRole('button', { name: 'Move row 3 of Shop', exact: true }).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('button', { name: 'Move row 1 of Shop', exact: true })).toBeFocused()
    await labels(page).nth(0).fill('Warehouse')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Create report' }).click()

    await expect(heading(page, 'Shop, weekly')).toBeVisible()
    await expect(table(page).getByRole('rowheader')).toHaveText(['Warehouse', 'Orders', 'Invoices', 'All together'])
    await expect(table(page).getByRole('row').nth(4)).toContainText('100.00 %')
    expect(await faultsOf(page)).toEqual([])

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Download CSV' }).click()
    expect((await downloading).suggestedFilename()).toBe('report-shop-weekly.csv')

    await page.getByRole('button', { name: 'Charts and CSV of Shop' }).click()
    await page.getByRole('menuitem', { name: 'Pass and fail' }).click()
    await expect(page.getByRole('heading', { name: /^Pass and fail/ })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Show report' }).click()

    await page.getByRole('button', { name: 'Open a public link' }).focus()
    await page.keyboard.press('Enter')
    const link = page.getByRole('link', { name: /\/public$/ })
    await expect(link).toBeFocused()
    const href = (await link.getAttribute('href')) ?? ''
    const { page: visitor, complaints } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const refused: string[] = []
    visitor.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url())
    })
    await visitor.goto(href)
    await expect(heading(visitor, 'Shop, weekly')).toBeVisible()
    await expect(table(visitor).getByRole('rowheader')).toHaveText(['Warehouse', 'Orders', 'Invoices', 'All together'])
    await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await table(visitor).getByRole('link', { name: 'Orders', exact: true }).click()
    await expect(visitor.getByText('No week is over yet in which it ran.')).toBeVisible()
    expect(await faultsOf(visitor)).toEqual([])
    expect(refused).toEqual([])

    await page.getByRole('button', { name: 'Close', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Close link' }).click()
    await expect(page.getByRole('button', { name: 'Open a public link' })).toBeVisible()
    complaints.expect(/status of 404/)
    await visitor.reload()
    await expect(visitor.getByText('This link leads to no report')).toBeVisible()
  },
  LONG_MS,
)
