import { afterAll, beforeAll, expect, test } from 'vitest'
import { candidateWebhooks } from '../../../src/domain/alerts/alerting.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer

beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

type Hook = {
  id: string
  enabled: boolean
  monitor_id: string | null
  include_tags: string[]
  exclude_tags: string[]
}

test('the alerts of a monitor are those that can fire for it, page by page', async () => {
  const { api } = running
  const monitors: { id: string; tags: string[] }[] = []
  for (const tags of [[], ['shop'], ['shop', 'draft'], ['Shop', "it's"]]) {
    const draft = { meta: { name: 'm', tags }, request: { url: 'https://example.com/' } }
    monitors.push({ id: (await api.post<{ id: string }>('/api/2/calls/', draft)).id, tags })
  }
  const hooks: Hook[] = []
  for (const monitor_id of [null, monitors[1]?.id, monitors[2]?.id])
    for (const include_tags of [[], ['shop', "it's"]])
      for (const exclude_tags of [[], ['draft']])
        for (const enabled of [true, false]) {
          const draft = { monitor_id, include_tags, exclude_tags, enabled, parameters: { url: 'https://example.com/' } }
          hooks.push(await api.post<Hook>('/api/3/webhooks/', draft))
        }
  for (const monitor of monitors) {
    const listed: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      type Page = { data: Hook[]; meta: { next_cursor: string | null } }
      const page: Page = await api.get(`/api/3/webhooks/?monitor_id=${monitor.id}&limit=2&cursor=${cursor}`)
      listed.push(...page.data.map(({ id }) => id))
      cursor = page.meta.next_cursor
    }
    const wanted = candidateWebhooks(hooks, monitor).map(({ id }) => id)
    expect(listed.toReversed(), monitor.tags.join()).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
  }
  expect(await api.get('/api/3/webhooks/?monitor_id=none')).toMatchObject({ data: [] })
})
