import { test } from 'vitest'
import { openPrograms } from '../support/built-programs.ts'
import { giveDemo } from '../support/demo.ts'
import { faultsOf } from './support/audit.ts'
import { heading, signIn, tab } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 400_000
const COMPUTED_MS = 150_000

type Stored = { id: string; name: string; score: number | null; start: string }

test(
  'a project with a month of results ranks its monitors, and each report says what its score is made of',
  async () => {
    const { query } = world.installation
    await giveDemo(
      world.installation,
      await openPrograms(),
      '--monitors',
      '6',
      '--days',
      '30',
      '--project',
      'Acme shop',
    )
    const [demo] = await query<{ id: string; key: number }>(`select id, key from project where name = 'Acme shop'`)
    const due = async () =>
      (
        await query('select 1 from score_due d join object o on o.key = d.target_key where o.project_key = $1', [
          demo?.key,
        ])
      ).length
    const stored = () =>
      query<Stored>(
        `select o.id, o.name, r.score, to_char(to_timestamp(r.start / 1000) at time zone 'UTC', 'YYYY-MM-DD') as start
          from score_report r join object o on o.key = r.target_key where r.kind = 3 and r.project_key = $1
            and r.start = (select max(start) from score_report where kind = 3 and project_key = $1) order by r.score desc nulls last`,
        [demo?.key],
      )
    await expect.poll(async () => [(await stored()).length, await due()], { timeout: COMPUTED_MS }).toEqual([6, 0])
    const results = await stored()
    const [best] = results
    if (!best) throw new Error('The demo has monitors.')
    const end = new Date(Date.parse(best.start) + 7 * 86_400_000).toISOString().slice(0, 10)

    const { page } = await world.visit({ viewport: { width: 1440, height: 900 } })
    const main = page.getByRole('main')
    await signIn(page, `/insights/?project_key_str=${demo?.id}`)
    await expect(heading(page, 'Insights')).toBeVisible()
    await expect(main).toContainText('The project scores')
    const rows = main.getByRole('row')
    await expect(rows).toHaveCount(7)
    for (const { name, score } of results)
      await expect(rows.filter({ hasText: name })).toContainText(score?.toFixed(2) ?? '—')
    await expect(rows.nth(1)).toContainText(best.score?.toFixed(2) ?? '—')
    expect(await faultsOf(page)).toEqual([])

    // The id of a report is an address.
    await page.goto(`/insights/${best.id}__${best.start}__${end}/?project_key_str=${demo?.id}`)
    await expect(tab(page, 'Insights')).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveURL(new RegExp(`/tests/test/${best.id}/insights/${best.start}/${end}/`))
    for (const factor of ['Pass rate', 'Outliers', 'Steady hours', 'Drift', 'Slow tail', 'Geography', 'Speed'])
      await expect(main.getByLabel('Factors of the score')).toContainText(factor)
    await expect(main.getByRole('region', { name: 'Findings' }).getByRole('listitem').first()).toBeVisible()
    await expect(main.getByLabel('Figures', { exact: true })).toContainText(best.score?.toFixed(2) ?? '—')
    expect(await faultsOf(page)).toEqual([])
    await main.getByRole('button', { name: 'Earlier' }).click()
    await expect(page).toHaveURL(new RegExp(`/${best.start}/$`))
  },
  LONG_MS,
)
