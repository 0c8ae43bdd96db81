import type { Page } from 'playwright'
import { test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { giveDemo } from '../support/demo.ts'
import { faultsOf } from './support/audit.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 300_000

const runLine = async (page: Page, line: string): Promise<void> => {
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
}

type Attainment = { data: { id: string; name: string; eligible: number; good: number; state: string }[] }

test(
  'a person sets objectives by form and by line, and each screen shows the attainment that the API answers',
  async () => {
    await giveDemo(world.installation, await openPrograms(), '--monitors', '6', '--days', '3', '--project', 'Acme shop')
    const [demo] = await world.installation.query<{ id: string }>(`select id from project where name = 'Acme shop'`)
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const main = page.getByRole('main')
    await signIn(page, `/home/objectives?project_key_str=${demo?.id}`)
    await expect(page.getByRole('heading', { name: 'No objectives yet' })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await main.getByRole('link', { name: 'Add objectives' }).click()
    await expect(heading(page, 'Objectives and home settings')).toBeVisible()
    await expect(main).toContainText('6 of 6 monitors match')

    // By form: what does not fit is named, and a choice of the metric keeps the row consistent.
    await main.getByRole('button', { name: 'Add objective' }).click()
    await expect(main.getByLabel('Metric of objective 1')).toBeFocused()
    await main.getByLabel('Value of objective 1').fill('120')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(main).toContainText('must be from 0 to 100')
    await main.getByLabel('Value of objective 1').fill('50')
    await main.getByLabel('Period of objective 1').selectOption('P1D')
    await main.getByRole('button', { name: 'Add objective' }).click()
    await main.getByLabel('Metric of objective 2').selectOption('total')
    await expect(main.getByLabel('Measure of objective 2')).toHaveValue('p95')
    await main.getByLabel('Value of objective 2').fill('1')
    await main.getByLabel('Period of objective 2').selectOption('P1D')
    await main.getByRole('button', { name: 'Add threshold' }).click()
    const answered = page.waitForResponse((response) => response.url().includes('/project/slo/attainment'))
    await page.getByRole('button', { name: 'Save' }).click()
    const attained = (await (await answered).json()) as Attainment
    const [available, latency] = attained.data
    await expect(main.getByRole('listitem', { name: 'objective 1', exact: true })).toContainText('Met')
    await expect(main.getByRole('listitem', { name: 'objective 2', exact: true })).toContainText('Breached')
    expect(latency).toMatchObject({ state: 'breached' })
    expect(await faultsOf(page)).toEqual([])

    // The screen of objectives shows the figures of the API.
    await main.getByRole('link', { name: 'Show attainment' }).click()
    await expect(heading(page, 'Objectives')).toBeVisible()
    const figures = main.getByLabel(available?.name ?? '', { exact: true }).first()
    await expect(figures).toContainText((available?.eligible ?? 0).toLocaleString('en'))
    await expect(main.getByRole('img', { name: /^Error budget: .* left/ })).toBeVisible()
    await main.getByRole('button', { name: 'Show as table: Error budget' }).first().click()
    await expect(main.getByRole('table', { name: 'Error budget' })).toContainText('Budget left')
    expect(await faultsOf(page)).toEqual([])

    // By line, and summed up on the home.
    await runLine(page, 'add objective fail count < 100000 P7D')
    await expect(main).toContainText('Number of failures < 100000 over the last 7 days')
    await page.goto(`/home/?project_key_str=${demo?.id}`)
    const summary = main.getByRole('region', { name: 'Objectives' })
    await expect(summary.getByRole('listitem')).toHaveCount(3)
    expect(await faultsOf(page)).toEqual([])

    // Where sign-in leads.
    await runLine(page, 'set default-view objectives')
    await page.goto('/')
    await expect(page).toHaveURL(/\/home\/objectives/)
  },
  LONG_MS,
)
