import { test } from 'vitest'
import { linkTo } from '../../src/commands/core/addresses.ts'
import { overhang } from './support/audit.ts'
import { signIn } from './support/person.ts'
import { expect, theWorld } from './support/world.ts'

const world = theWorld()
const LONG_MS = 240_000

test(
  'a result shows the size of its long body as soon as the last piece is there',
  async () => {
    const { page } = await world.visit({ viewport: { width: 1024, height: 800 } })
    const { api } = world.installation
    const { id } = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Long' },
      request: { url: `http://127.0.0.1:${Number(new URL(world.url).port) + 1}/json` },
    })
    await signIn(page, linkTo('monitors', {}))
    const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})
    const isOver = async () => (await api.get<{ http_code: number | null }>(`/api/2/results/${result_id}/`)).http_code
    await expect.poll(isOver, { timeout: 30_000 }).not.toBeNull()
    // The pieces of the body arrive while the result is open.
    let looks = 0
    const stored = { bytes: 600_000, is_text: true, truncated: false }
    await page.route(/\/api\/2\/results\/[^/]+\/\?mode=full/, async (route) => {
      const answer = await route.fetch()
      const result = await answer.json()
      looks++
      const response = { ...result.response, truncated: true }
      await route.fulfill({ response: answer, json: { ...result, response, stored_body: looks > 2 ? stored : null } })
    })
    await page.goto(linkTo('result', { resultId: result_id }))
    await expect(page.getByText('This is its beginning.', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download body (600.0 kB)' })).toBeVisible()
    expect(await overhang(page)).toBe(0)
  },
  LONG_MS,
)
