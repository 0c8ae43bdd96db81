import type { Page, Response } from 'playwright'
import { test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { giveDemo } from '../support/demo.ts'
import { signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000

type Metrics = { results: { time: string; count: number; values: Record<string, number> }[] }

/** The next answer about a range that ends now, rather than about the range before it. */
const answerOf = (page: Page, path: string): Promise<Response> =>
  page.waitForResponse(
    (response) => {
      const url = new URL(response.url())
      const isNow = Date.parse(url.searchParams.get('end') ?? '') > Date.now()
      return url.pathname.includes(path) && isNow && response.status() === 200
    },
    { timeout: 60_000 },
  )

const searchOf = (page: Page) => new URL(page.url()).searchParams

test(
  'statistics, tab by tab: figures are those of the API, a part of a chart is zoomed into and left again, and a step leads to its results',
  async () => {
    const { installation } = world
    await giveDemo(
      installation,
      await openPrograms(),
      '--monitors',
      '1',
      '--days',
      '3',
      '--frequency',
      '900',
      '--project',
      'Shop',
    )
    const [demo] = await installation.query<{ project: string; id: string }>(
      `select p.id as project, o.id from object o join project p on p.key = o.project_key where p.name = 'Shop' and o.kind = 'monitor'`,
    )
    const { page } = await world.visit({ viewport: { width: 1440, height: 1000 } })
    const main = page.getByRole('main')
    const chart = main.getByRole('region', { name: /^Latency/ })
    const failures = answerOf(page, '/stats/locations/')
    await signIn(page, `/tests/test/${demo?.id}/?project_key_str=${demo?.project}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    // By keyboard to the statistics, and from tab to tab.
    await page.keyboard.press('s')
    await expect(page).toHaveURL(/\/stats\//)
    const { all } = (await (await failures).json()) as { all: { fail: number; count: number } }
    const tabs = main.getByRole('navigation', { name: 'Statistics' })
    const cards = main.getByLabel('Figures of the last 24 hours')
    await expect(cards).toContainText(`${all.fail} of ${all.count} failed`)
    for (const label of await tabs.getByRole('link').allTextContents()) {
      await tabs.getByRole('link', { name: label, exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(tabs.getByRole('link', { name: label, exact: true })).toHaveAttribute('aria-current', 'page')
      await expect(main.getByRole('button', { name: /^Show as table/ }).first()).toBeVisible()
    }

    // The table has the figures of the API, to the last digit that it shows.
    // The page before is left first, so that an answer to it is not taken for one to the next.
    await page.goto('about:blank')
    const figures = answerOf(page, '/stats/metrics/')
    await page.goto(`/tests/test/${demo?.id}/stats/latency`)
    const { results } = (await (await figures).json()) as Metrics
    await expect(chart.locator('.scatterlayer .js-line').first()).toBeVisible({ timeout: 60_000 })
    await chart.getByRole('button', { name: 'Show as table: Latency' }).click()
    const shown = await chart
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.slice(1).map((row) => [...row.querySelectorAll('td, th')].slice(1).map((cell) => cell.textContent)),
      )
    const written = (value: number | undefined) => Math.round(value ?? Number.NaN).toLocaleString('en-US')
    expect(shown).toEqual(
      results
        .toReversed()
        .map(({ values, count }) => [
          written(values['0.5']),
          written(values['0.9']),
          written(values['0.99']),
          written(count),
        ]),
    )
    await chart.getByRole('button', { name: 'Show as chart: Latency' }).click()

    // A part of the time axis is marked with the pointer; going back leads out again.
    const plot = chart.locator('.nsewdrag').first()
    const box = await plot.boundingBox()
    if (!box) throw new Error('The chart has no plot.')
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => searchOf(page).get('range')).toBe('custom')
    const lengthMs = Date.parse(searchOf(page).get('to') ?? '') - Date.parse(searchOf(page).get('from') ?? '')
    expect(Math.abs(lengthMs / 3_600_000 - 6)).toBeLessThan(0.3)
    await page.goBack()
    await expect.poll(() => searchOf(page).get('range')).toBeNull()

    // The same by keyboard: in, out, earlier and later.
    const lengthOf = () => Date.parse(searchOf(page).get('to') ?? '') - Date.parse(searchOf(page).get('from') ?? '')
    await page.keyboard.press('=')
    await expect.poll(lengthOf).toBe(12 * 3_600_000)
    const zoomed = page.url()
    await page.keyboard.press(',')
    await expect.poll(() => page.url()).not.toBe(zoomed)
    await page.keyboard.press('.')
    await expect.poll(() => page.url()).toBe(zoomed)
    await page.keyboard.press('-')
    await expect.poll(lengthOf).toBe(24 * 3_600_000)

    // A step of the table leads to the results that it counts.
    await page.goto(`/tests/test/${demo?.id}/stats/latency?view=table`)
    const step = chart.getByRole('row').nth(2)
    const runs = Number(await step.getByRole('cell').last().textContent())
    await step.getByRole('link').click()
    await expect(page).toHaveURL(/\/results\?.*from=/)
    await expect(main.getByRole('table').getByRole('row')).toHaveCount(runs + 1)
  },
  LONG_MS,
)
