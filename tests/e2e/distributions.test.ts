import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { giveDemo } from '../support/demo.ts'
import { faultsOf } from './support/audit.ts'
import { signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 400_000

type Histogram = { meta: { start: string; end: string; count: number }; results: { count: number }[] }
type Sizes = { all: { count: number }; results: { median: number; max: number }[] }
type Heat = { meta: { count: number }; results: { count: number }[] }

const count = (value: number) => Math.round(value).toLocaleString('en')
const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, row) => sum + row.count, 0)

/** The API's answer that the page shows after an action. */
const answerTo = async <Answer>(page: Page, path: string, action: () => Promise<unknown>): Promise<Answer> => {
  const [response] = await Promise.all([page.waitForResponse((one) => one.url().includes(path) && one.ok()), action()])
  return response.json()
}

test(
  'histogram, response size and heatmap of a month show the figures of the API, which are those of the results',
  async () => {
    const { query } = world.installation
    await giveDemo(
      world.installation,
      await openPrograms(),
      '--monitors',
      '2',
      '--days',
      '12',
      '--project',
      'Acme shop',
    )
    const [one] = await query<{ id: string; key: number; project: string }>(
      `select o.id, o.key, p.id as project from object o join project p on p.key = o.project_key
        where p.name = 'Acme shop' and o.kind = 'monitor' order by o.key limit 1`,
    )
    if (!one) throw new Error('The demo has monitors.')
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const main = page.getByRole('main')
    const address = `/tests/test/${one.id}/stats/histogram?range=7d&project_key_str=${one.project}`

    await signIn(page, '/collections')
    const histogram = await answerTo<Histogram>(page, '/stats/histogram/all/', () => page.goto(address))
    const plain = await query<{ answered: number }>(
      `select count(*)::int as answered from result where target_key = $1 and http_code is not null and ignored & 5 = 0
        and due >= $2 and due < $3`,
      [one.key, Date.parse(histogram.meta.start), Date.parse(histogram.meta.end)],
    )
    expect([histogram.meta.count, sumOf(histogram.results)]).toEqual([plain[0]?.answered, plain[0]?.answered])
    await expect(main).toContainText(`Of ${count(histogram.meta.count)} responses the median is`)
    await expect(main.getByRole('img', { name: /^Of .* responses the median/ })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await main.getByRole('button', { name: 'Show as table: Latency histogram' }).click()
    const cells = main.getByRole('table').getByRole('row')
    await expect(cells).toHaveCount(histogram.results.length + 1)
    for (const [index, bucket] of histogram.results.entries())
      await expect(
        cells
          .nth(index + 1)
          .getByRole('cell')
          .nth(1),
      ).toHaveText(count(bucket.count))

    const tabs = main.getByRole('navigation', { name: 'Statistics' })
    const sizes = await answerTo<Sizes>(page, '/stats/sizes/?', () =>
      tabs.getByRole('link', { name: 'Response size' }).click(),
    )
    expect(sizes.all.count).toBe(histogram.meta.count)
    const places = main.getByRole('table', { name: 'Response size by location' })
    for (const place of sizes.results) {
      await expect(places).toContainText(count(place.median))
      await expect(places).toContainText(count(place.max))
    }
    await expect(main.getByRole('img', { name: /^The median response/ })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])

    const heat = await answerTo<Heat>(page, '/stats/latencies/', () =>
      tabs.getByRole('link', { name: 'Heatmap' }).click(),
    )
    expect([heat.meta.count, sumOf(heat.results)]).toEqual([histogram.meta.count, histogram.meta.count])
    await expect(main).toContainText(`of ${count(heat.meta.count)} responses. p95 peaks at`)
    expect(await faultsOf(page)).toEqual([])
    const whole = await answerTo<Heat>(page, 'form=cumulative', () => main.getByText('Cumulative').click())
    expect(sumOf(whole.results)).toBe(histogram.meta.count)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main
        .getByRole('button', { name: 'Download latency heatmap' })
        .click()
        .then(() => page.getByRole('menuitem', { name: 'Figures (CSV)' }).click()),
    ])
    const [head, ...lines] = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(head).toBe('hour_of_day,above_ms,up_to_ms,responses')
    expect(sumOf(lines.map((line) => ({ count: Number(line.split(',')[3]) })))).toBe(histogram.meta.count)

    // Without a pointer, at the width of a phone.
    await page.setViewportSize({ width: 390, height: 844 })
    await main.getByText('Sequential').click()
    await expect(tabs.getByRole('link', { name: 'Heatmap' })).toBeInViewport({ ratio: 0.9 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const chart = main.getByRole('application')
    await chart.focus()
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) await chart.press(key)
    await expect(main.getByText(/ ms: [\d,]+ responses?$/)).toBeVisible()
    await chart.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/tests/test/${one.id}/results\\?.*from=`))
  },
  LONG_MS,
)
