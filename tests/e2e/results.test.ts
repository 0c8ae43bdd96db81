import { readFile } from 'node:fs/promises'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { giveDemo } from '../support/demo.ts'
import { faultsOf } from './support/audit.ts'
import { heading, signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000

test(
  'results: filters and pages are addresses, pages neither skip nor repeat while results arrive, and a failure is compared with the last pass',
  async () => {
    const { query } = world.installation
    await giveDemo(world.installation, await openPrograms(), '--monitors', '4', '--days', '2', '--project', 'Acme shop')
    const [demo] = await query<{ id: string; key: number }>(`select id, key from project where name = 'Acme shop'`)
    // A failure just after the newest pass that has a detail.
    const [pass] = await query<{ body: Buffer; target_key: number; due: string; location_key: number; source: number }>(
      `select d.* from result_detail d join result r using (target_key, due, location_key, source, attempt)
       where r.project_key = $1 and r.category = 0 order by d.due desc limit 1`,
      [demo?.key],
    )
    if (!pass) throw new Error('The demo keeps the details of a pass.')
    const detail = JSON.parse(inflateRawSync(pass.body).toString())
    const response = { ...detail.response, status_code: 503, status_string: 'Service Unavailable' }
    const failed = { ...detail, response: { ...response, body: '{"error":"unavailable"}' } }
    const key = [pass.target_key, pass.due, pass.location_key, pass.source]
    await query(
      `insert into result (project_key, target_key, location_key, source, attempt, trigger, category, reason, http_code, exception,
         due, started, dns, tcp, handshake, upload, processing, download, redirect, total, request_size, response_size, ignored)
       select project_key, target_key, location_key, source, attempt, trigger, 3, 7, 503, exception,
         due + 1, started + 1, dns, tcp, handshake, upload, processing, download, redirect, total, request_size, 23, 0
       from result where target_key = $1 and due = $2 and location_key = $3 and source = $4`,
      key,
    )
    await query(
      `insert into result_detail (target_key, due, location_key, source, attempt, body)
       values ($1, $2::bigint + 1, $3, $4, 0, $5)`,
      [...key, deflateRawSync(JSON.stringify(failed))],
    )
    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const main = page.getByRole('main')
    const rows = main.getByRole('table', { name: 'Results' }).getByRole('row')
    const shown = () =>
      main
        .getByRole('table', { name: 'Results' })
        .locator('a[href*="/tests/result/"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/')[3] ?? ''))
    await signIn(page, `/tests/results?project_key_str=${demo?.id}`)
    await expect(heading(page, 'Results')).toBeVisible()
    await expect(rows.nth(5)).toBeVisible()
    const first = await shown()

    // An older page, and back, while results arrive: late ones and new ones.
    await main.getByRole('link', { name: 'Older', exact: true }).click()
    await expect(page).toHaveURL(/before=/)
    await expect.poll(async () => (await shown())[0] ?? first[0]).not.toBe(first[0])
    const second = await shown()
    expect(second.filter((id) => first.includes(id))).toEqual([])
    await query(
      `insert into result (project_key, target_key, location_key, source, attempt, trigger, category, reason, http_code, exception,
         due, started, dns, tcp, handshake, upload, processing, download, redirect, total, request_size, response_size, ignored)
       select project_key, target_key, location_key, 1000 + n, 0, 0, 0, 0, 200, 0, $2::bigint + n * 1000, $2::bigint + n * 1000,
         0, 0, 0, 0, 5, 0, 0, 5, 0, 0, 0
       from (select * from result where project_key = $1 order by due desc limit 1) one, generate_series(1, 12) n`,
      [demo?.key, Date.now() - 60_000],
    )
    await main.getByRole('link', { name: 'Newer', exact: true }).click()
    await expect(page).toHaveURL(/after=/)
    await expect.poll(async () => (await shown())[0] ?? second[0]).not.toBe(second[0])
    expect((await shown()).filter((id) => second.includes(id))).toEqual([])
    await page.goBack()
    await expect.poll(shown).toEqual(second)
    await main.getByRole('link', { name: 'Newest', exact: true }).click()
    await expect.poll(async () => (await shown())[0] ?? second[0]).not.toBe(second[0])

    // Filters stand in the address, and the export is of the same filter.
    await main.getByRole('button', { name: /^Result:/ }).click()
    await page.getByRole('checkbox', { name: 'Fail' }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/category=FAIL/)
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(0)
    const [stored] = await query<{ count: string }>(
      'select count(*) as count from result where project_key = $1 and category = 3',
      [demo?.key],
    )
    const downloads = page.waitForEvent('download')
    await main.getByRole('button', { name: 'Download CSV' }).click()
    const file = await (await downloads).path()
    expect((await readFile(file, 'utf8')).trimEnd().split('\r\n').length).toBe(Number(stored?.count) + 1)
    expect(await faultsOf(page)).toEqual([])

    // A failure with a response, beside the last pass.
    await page.goto(`/tests/results?category=FAIL&code=5xx&project_key_str=${demo?.id}`)
    await main.getByRole('table', { name: 'Results' }).locator('a[href*="/tests/result/"]').first().click()
    await main.getByRole('button', { name: /^Compare with last pass/ }).click()
    await expect(page).toHaveURL(/\/difference$/)
    await expect(heading(page, /difference$/)).toBeVisible()
    await expect(main.getByRole('table', { name: 'Differences of the figures' })).toContainText('200 OK')
    await expect(main.getByRole('table', { name: 'Differences of the bodies' })).toContainText('$.error')
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await faultsOf(page)).toEqual([])
  },
  LONG_MS,
)
