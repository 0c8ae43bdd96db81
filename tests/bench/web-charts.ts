import type { Browser, Page } from 'playwright'
import { giveDemo } from '../support/demo.ts'
import { openInstallation } from '../support/installation.ts'
import type { Programs } from '../support/programs.ts'
import type { Row } from './row.ts'
import { paintAfterClick, share } from './web-timing.ts'

const MONITORS = 12
const DAYS = 30
const ROUNDS = 5
/** The lines or bars of a chart, once they are drawn. */
const DRAWN = 'main .plotly .trace'

const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Opens the results of a project's first monitor in a browser without a cache: a tab without a chart. */
const openMonitor = async (browser: Browser, url: string, projectId: string): Promise<Page> => {
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(60_000)
  await page.goto('/tests/')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  await page.goto(`/tests/?project_key_str=${projectId}`)
  await page.getByRole('main').getByRole('table').getByRole('link').first().click()
  await page.goto(`${new URL(page.url()).pathname.replace(/\/$/, '')}/results`)
  await tab(page, 'Statistics').waitFor()
  return page
}

/** Measures the first paint of a monitor's charts after the click on a tab, with 30 days of data. */
export const chartPaints = async (browser: Browser, programs: Programs): Promise<Row[]> => {
  const installation = await openInstallation(programs)
  try {
    await installation.healthy()
    await giveDemo(installation, programs, '--monitors', String(MONITORS), '--days', String(DAYS))
    const url = `http://localhost:${new URL(installation.api.base).port}`
    const [demo] = await installation.query<{ id: string }>("select id from project where name = 'Demo'")
    const [cold, warm]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      const page = await openMonitor(browser, url, demo?.id ?? '')
      cold.push(await paintAfterClick(page, tab(page, 'Statistics'), DRAWN))
      await tab(page, 'Pass and fail').click()
      await page.getByText('30 d', { exact: true }).click()
      for (const name of ['Latency', 'Histogram', 'Response size']) {
        warm.push(await paintAfterClick(page, tab(page, name), DRAWN))
        await tab(page, 'Pass and fail').click()
        await page.locator(DRAWN).first().waitFor({ state: 'detached' })
      }
      await page.close()
    }
    const of = `${DAYS} days of data`
    return [
      {
        figure: `web: click on Statistics to the first painted chart, ${of}, empty cache (median of ${cold.length})`,
        value: share(cold, 0.5),
        unit: 'ms',
        target: '<= 1000',
      },
      {
        figure: `web: click on a chart's tab to its paint, ${of}, range of 30 days (95 of 100 of ${warm.length})`,
        value: share(warm, 0.95),
        unit: 'ms',
        target: '<= 1000',
      },
    ]
  } finally {
    await installation.close()
  }
}
