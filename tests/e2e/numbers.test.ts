import type { Page } from 'playwright'
import { test } from 'vitest'
import { idOfRun } from '../../src/server/store/results/runs.ts'
import { failed, type HandAgent, joinAgent, type Report, reportOf } from '../support/agent.ts'
import { openPrograms } from '../support/built-programs.ts'
import { giveDemo } from '../support/demo.ts'
import { keyboardOf } from './support/keyboard.ts'
import { signIn, tab } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FRANKFURT = { name: 'Frankfurt', cloud: 'AWS', region: 'eu-central-1', country: 'DE' }
const VIRGINIA = { name: 'Virginia', cloud: 'AWS', region: 'us-east-1', country: 'US' }

const warns = { result_category: 'WARNING', result: 'CONTENT_WARNING' } as const

/** Makes a monitor of the sample API; one with conditions is judged by these alone. */
const make = async (name: string, path: string, conditions?: readonly object[]): Promise<string> => {
  const { api } = world.installation
  const sample = `http://127.0.0.1:${Number(new URL(world.url).port) + 1}`
  const { id } = await api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url: sample + path } })
  if (conditions) await api.post(`/api/2/calls/${id}/conditions/`, { meta: { break_on_fail: false }, conditions })
  return id
}

const run = (id: string) => world.installation.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})

/** Reports a monitor's runs on a schedule, so many milliseconds ago each. */
const reportRuns = async (
  agent: HandAgent,
  locationId: string,
  monitorId: string,
  runs: readonly (readonly [agoMs: number, change: Partial<Report>])[],
): Promise<void> => {
  const { query } = world.installation
  const [target] = await query<{ key: number }>('select key from object where id = $1', [monitorId])
  const [location] = await query<{ key: number }>('select key from location where id = $1', [locationId])
  const now = Date.now()
  for (const [agoMs, change] of runs) {
    const due = now - agoMs
    const id = idOfRun({ target_key: target?.key ?? 0, location_key: location?.key ?? 0, source: 1, attempt: 0, due })
    const { refused } = await agent.report(reportOf({ id, due: new Date(due).toISOString() }, change))
    expect(refused).toEqual([])
  }
}

const figure = (page: Page, name: string) =>
  page.getByLabel('Figures of the last 24 hours').locator('div').filter({ hasText: name }).locator('dd').first()

test(
  'figures go on with the results below them; what fails stands first; nothing is told that is not known',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const main = page.getByRole('main')
    const orders = await make('Orders', '/json')
    const others = await Promise.all([
      make('A warning', '/error?code=404', [
        { source: 'http_code', condition: 'in', val: '2xx', on_false: { outcome: 'warning' } },
      ]),
      make('Basket', '/ok'),
      make('Worst of all', '/error?code=503'),
    ])

    // The strip and the list below it tell of the same runs, without a reload.
    await signIn(page, `/tests/test/${orders}/`)
    await expect(figure(page, 'Runs')).toHaveText('0')
    for (let nth = 0; nth < 4; nth++) await run(orders)
    await expect(main.getByRole('table', { name: 'Latest results' }).getByRole('row')).toHaveCount(5)
    await expect(figure(page, 'Runs')).toHaveText('4')
    await expect(figure(page, 'Pass rate')).toContainText('100')

    // One reading is a point; with three there is a line.
    const chart = main.getByRole('region', { name: /^Latency/ })
    await expect(chart.locator('.scatterlayer .points path').first()).toBeVisible()
    await expect(chart.locator('.scatterlayer .js-line')).toHaveCount(0)
    const { api, joinToken } = world.installation
    const agent = await joinAgent(api, joinToken, 'aws-euc1', FRANKFURT)
    await reportRuns(agent, 'aws-euc1', orders, [
      [3 * HOUR_MS, {}],
      [2 * HOUR_MS, {}],
    ])
    await page.reload()
    await expect(figure(page, 'Runs')).toHaveText('6')
    await expect(chart.locator('.scatterlayer .js-line')).not.toHaveCount(0)

    // Home: the runs of this project, and failures above warnings, while it is open.
    await page.getByRole('link', { name: 'Home' }).first().click()
    const month = main.getByRole('region', { name: /^This month/ })
    const attention = main.getByRole('table', { name: 'Monitors that need attention' })
    await expect(month).toContainText('6 runs in this project')
    await expect(month).toContainText('0 monitors on a schedule')
    for (const id of others) await run(id)
    await expect(month).toContainText('9 runs in this project')
    await expect(attention.getByRole('link')).toHaveText(['Worst of all', 'A warning'])
    await api.post('/api/3/schedules/', {
      name: 'Daily',
      frequency: 86_400,
      locations: ['aws-euc1'],
      targets: [orders],
    })
    await expect(month).toContainText('1 monitor on a schedule')

    // The list: no column without a score; the worst result first, then by name.
    await page.goto('/tests/')
    await expect(main.getByRole('row')).toHaveCount(5)
    await expect(main.getByRole('columnheader', { name: 'Score' })).toHaveCount(0)
    await expect(main.getByRole('row').getByRole('link')).toHaveText(['Worst of all', 'A warning', 'Basket', 'Orders'])
    // A day's line needs three readings too; fewer are points.
    const drawn = (name: RegExp, what: string) =>
      main.getByRole('row', { name }).locator(`td svg[viewBox="0 0 92 24"] ${what}`)
    await expect(drawn(/Orders/, 'path:not([class])')).toHaveCount(1)
    await expect(drawn(/Basket/, 'path[class*="points"]')).toHaveCount(1)
    await expect(drawn(/Basket/, 'path:not([class])')).toHaveCount(0)

    // A condition that is false, and from which nothing follows, did not apply.
    const large = await make('Large orders', '/json', [
      { source: 'size', condition: 'gt', val: '1700', on_true: { outcome: 'fail' } },
    ])
    const { result_id } = await run(large)
    await page.goto(`/tests/result/${result_id}/`)
    const conditions = main.getByRole('region', { name: /^Conditions/ })
    await expect(conditions).toContainText('1 did not apply')
    await expect(conditions.getByRole('row', { name: /1\s?700/ })).toContainText('Did not apply')
    await expect(conditions.getByText('Held')).toHaveCount(0)
  },
  LONG_MS,
)

test(
  'two alerts tell one outage with one length, whatever each of them covers',
  async () => {
    const { api, joinToken } = world.installation
    const agent = await joinAgent(api, joinToken, 'aws-euc1', FRANKFURT)
    const stock = await make('Stock', '/ok')
    for (const [name, alerts] of [
      ['Failures', ['FAIL', 'PASS']],
      ['Everything', ['WARNING', 'FAIL', 'PASS']],
    ] as const)
      await api.post('/api/3/webhooks/', {
        name,
        monitor_id: stock,
        web_hook_type: 'email',
        alerts,
        parameters: { email_address: 'ada@example.com' },
      })
    await reportRuns(agent, 'aws-euc1', stock, [
      [40 * MINUTE_MS, {}],
      [30 * MINUTE_MS, warns],
      [20 * MINUTE_MS, failed],
      [10 * MINUTE_MS, {}],
    ])
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    await signIn(page, '/notifications')
    const ends = page.getByRole('main').getByText(/The incident lasted/)
    await expect(ends).toHaveCount(1)
    await expect(ends).toContainText('The incident lasted 20 min')
    await expect(ends).toContainText('The alerts “Failures” and “Everything” resolved.')
    // The same for each of them where a result says what alerts decided.
    await page.getByRole('link', { name: 'Result', exact: true }).first().click()
    const decided = page.getByRole('region', { name: /^Alerts/ })
    await expect(decided.getByText(/“(Failures|Everything)” resolved/)).toHaveCount(2)
  },
  LONG_MS,
)

test(
  'simulated locations are known in their own project alone; a new location shows where one is chosen',
  async () => {
    const { api, joinToken, query } = world.installation
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const keys = keyboardOf(page)
    const main = page.getByRole('main')
    const simulated = /\(simulated\)/
    const id = await make('Shipping', '/ok')
    await giveDemo(world.installation, await openPrograms(), '--monitors', '4', '--days', '2', '--project', 'Acme shop')
    const [demo] = await query<{ id: string; monitor: string }>(
      `select p.id, o.id as monitor from project p join object o on o.project_key = p.key and o.kind = 'monitor'
        where p.name = 'Acme shop' limit 1`,
    )
    expect(
      (await api.get<{ agent_list: { simulated: boolean }[] }>('/api/2/agents/info')).agent_list,
    ).not.toContainEqual(expect.objectContaining({ simulated: true }))

    await signIn(page, `/tests/test/${id}/`)
    await tab(page, 'Run').click()
    const location = main.getByLabel('Location')
    await expect(location).toContainText('local')
    await expect(location).not.toContainText(simulated)

    // Its form has been open all the while.
    await joinAgent(api, joinToken, 'aws-use1', VIRGINIA)
    await expect(location).toContainText('Virginia')

    for (const path of ['/schedules/new', `/tests/test/${id}/results`, '/results']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(main).not.toContainText(simulated)
    }
    await keys.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await palette.getByRole('combobox').fill('run monitor Shipping --location ')
    await expect(palette).toContainText('aws-use1')
    await expect(palette).not.toContainText(/simulated/)

    // At home they are known.
    await page.goto(`/tests/test/${demo?.monitor}/?project_key_str=${demo?.id}`)
    await tab(page, 'Run').click()
    await expect(location).toContainText(simulated)
  },
  LONG_MS,
)
