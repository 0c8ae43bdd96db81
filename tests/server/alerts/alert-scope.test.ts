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

test('an alert says in words which monitors it covers, and a downtime whom it silences', async () => {
  const { api } = running
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Slow', tags: [] },
    request: { url: 'https://example.com/' },
  })
  const scopeOf = async (draft: object) => {
    const parameters = { url: 'https://example.com/' }
    return (await api.post<{ scope: string }>('/api/3/webhooks/', { parameters, ...draft })).scope
  }
  expect(await scopeOf({})).toBe('all monitors')
  expect(await scopeOf({ monitor_id: id })).toBe('Slow')
  expect(await scopeOf({ include_tags: ['shop', 'pay'], exclude_tags: ['beta'] })).toBe(
    'monitors with the tag shop or pay, without beta',
  )
  expect(await scopeOf({ exclude_tags: ['beta'] })).toBe('all monitors without beta')
  const schedule = await api.post<{ id: string }>('/api/3/schedules/', {
    name: 'Nightly',
    frequency: 60,
    locations: [],
    targets: [],
  })
  const downtime = { start_time: '2098-01-04T02:00:00Z', end_time: '2098-01-04T03:00:00Z' }
  const silenced = async (of: string) =>
    (await api.post<{ scope: string }>(`/api/2/schedules/${of}/downtime/`, { downtime })).scope
  expect([await silenced('all'), await silenced(schedule.id)]).toEqual(['all monitors', 'monitors of Nightly'])
})
