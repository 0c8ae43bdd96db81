import { test } from 'vitest'
import { idOfRun } from '../../src/server/store/results/runs.ts'
import { failed, joinAgent, reportOf } from '../support/agent.ts'
import { faultsOf } from './support/audit.ts'
import { signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000
const MINUTE_MS = 60_000

/** Joins a location and reports runs of a monitor from there: their latency, and how many failed. */
const reportFrom = async (
  monitorId: string,
  locationId: string,
  place: Parameters<typeof joinAgent>[3],
  { ms, runs, fails }: { ms: number; runs: number; fails: number },
) => {
  const { api, joinToken, query } = world.installation
  const agent = await joinAgent(api, joinToken, locationId, place)
  const [target] = await query<{ key: number }>('select key from object where id = $1', [monitorId])
  const [location] = await query<{ key: number }>('select key from location where id = $1', [locationId])
  const now = Date.now()
  for (let nth = 0; nth < runs; nth++) {
    const due = now - (nth + 1) * MINUTE_MS
    const id = idOfRun({ target_key: target?.key ?? 0, location_key: location?.key ?? 0, source: 1, attempt: 0, due })
    const change = nth < fails ? failed : {}
    const report = reportOf({ id, due: new Date(due).toISOString() }, change)
    const { refused } = await agent.report({ ...report, timing: { ...report.timing, total: ms } })
    expect(refused).toEqual([])
  }
}

test(
  'the map shows every location by its latency, with WebGL and without, by pointer and by keyboard; blocks lead to results',
  async () => {
    const { api } = world.installation
    const { id } = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Orders' },
      request: { url: 'http://127.0.0.1:9/orders' },
    })
    const figures = { ms: 120, runs: 4, fails: 0 }
    await reportFrom(id, 'aws-fra', { name: 'Frankfurt', cloud: 'AWS', location: [50.11, 8.68] }, figures)
    await reportFrom(
      id,
      'goo-syd',
      { name: 'Sydney', cloud: 'GOOGLE', location: [-33.87, 151.21] },
      { ms: 480, runs: 4, fails: 2 },
    )
    await reportFrom(id, 'office', { name: 'Office' }, { ms: 90, runs: 2, fails: 0 })

    // Without WebGL, a drawing; the old address still leads there.
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype
      // Its overloads cannot be written by one function.
      const without = function (this: HTMLCanvasElement, kind: string, options?: unknown) {
        return kind.startsWith('webgl') ? null : getContext.call(this, kind, options)
      }
      HTMLCanvasElement.prototype.getContext = without as typeof getContext
    })
    const main = page.getByRole('main')
    await signIn(page, `/stats/${id}/map?range=24h`)
    await expect(page).toHaveURL(new RegExp(`/tests/test/${id}/stats/map\\?range=24h`))
    await expect(main.locator('[data-map="drawing"]')).toBeVisible()
    const circles = main.getByRole('group', { name: 'Locations' }).getByRole('link')
    await expect(circles).toHaveCount(2)
    await expect(circles.first()).toHaveAccessibleName(/^Sydney, p50 .* ms, 4 runs, 2 failed, GOOGLE$/)
    // One without coordinates is beside the map.
    await expect(main.getByRole('list', { name: 'Locations without coordinates' })).toContainText('Office')
    const width = async (nth: number) => (await circles.nth(nth).boundingBox())?.width ?? 0
    expect((await width(0)) / (await width(1))).toBeGreaterThan(3.5)
    expect(await faultsOf(page)).toEqual([])

    // The figures are those of the API.
    const { results } = await api.post<{ results: { location_id: string; metrics: { values: { p95: number } }[] }[] }>(
      '/api/3/query/api/performance',
      { monitors: [id], from: new Date(Date.now() - 86_400_000).toISOString(), group_by: ['location'] },
    )
    await main.getByLabel('Percentile').selectOption('p95')
    await expect(page).toHaveURL(/quantile=0.95/)
    const sydney = results.find(({ location_id }) => location_id === 'goo-syd')?.metrics[0]?.values.p95 ?? 0
    await expect(main.getByRole('button', { name: /^Sydney/ })).toContainText(`${Math.round(sydney)} ms`)

    // By keyboard: to the circles, from one to the next, and on to its results.
    await circles.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(circles.nth(1)).toBeFocused()
    await expect(circles.nth(1)).toHaveAccessibleName(/^Frankfurt/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/tests/test/${id}/results\\?.*location=aws-fra`))
    await expect(main.getByRole('table').getByRole('row')).toHaveCount(5)
    await page.goBack()
    await main.getByRole('button', { name: 'Show as table: Latency map' }).click()
    await expect(main.getByRole('table', { name: 'Latency map' }).getByRole('row')).toHaveCount(4)

    // The picture can be made.
    const download = page.waitForEvent('download')
    await main.getByRole('button', { name: 'Download map' }).click()
    await page.getByRole('menuitem', { name: 'Picture (PNG)' }).click()
    expect((await download).suggestedFilename()).toBe(`map-${id}.png`)

    // Blocks: by arrow keys to the one that failed, and on to the failures.
    await page.goto(`/tests/test/${id}/stats/passfail-block?range=24h&location=goo-syd`)
    await expect(page).toHaveURL(/\/stats\/passfail\?/)
    const block = main.getByRole('grid').getByRole('link').last()
    await expect(block).toHaveAccessibleName(/2 failed|1 failed/)
    await block.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/results\?from=.*category=FAIL&location=goo-syd/)

    // Nothing is configured: the page says what to set.
    await page.goto('/superset-viewer')
    await expect(page.getByText('SONDE_ANALYTICS_URL', { exact: false })).toBeVisible()

    // With WebGL it can be moved.
    const { page: gl } = await world.visit({ viewport: { width: 1440, height: 900 } })
    await signIn(gl, `/tests/test/${id}/stats/map`)
    const frankfurt = gl.locator('[data-map="gl"]').getByRole('link', { name: /^Frankfurt/ })
    await expect(frankfurt).toBeVisible()
    const at = async () => Math.round((await frankfurt.boundingBox())?.x ?? 0)
    const before = await at()
    await gl.getByRole('button', { name: /^Frankfurt/ }).click()
    await expect.poll(at).not.toBe(before)
    await gl.getByRole('button', { name: 'Whole world' }).click()
    await expect.poll(at).toBe(before)
    expect(await faultsOf(gl)).toEqual([])
  },
  LONG_MS,
)
