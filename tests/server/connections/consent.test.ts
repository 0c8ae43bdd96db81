import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { connect, useTool } from './connecting.ts'

let running: TestServer
let ada: Api
let token: string
beforeAll(async () => {
  running = await startServer()
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  const { projects } = await running.api.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
  token = (await connect(running.server.url, ada, { project_id: projects[0]?.project.id ?? '', writes: true })).access
})
afterAll(() => running.stop())

const use = async (name: string, given: object = {}) => {
  const { isError = false, content } = await useTool(running.server.url, token, name, given)
  const text = content.map((each) => each.text).join('\n')
  return { isError, text, code: /confirm: "(\w+)"/.exec(text)?.[1] }
}

const newMonitor = async (name: string) =>
  (
    await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name },
      request: { method: 'GET', url: 'https://example.com/' },
    })
  ).id

const urlOf = async (id: string) =>
  (await running.api.get<{ request: { url: string } }>(`/api/3/monitors/${id}`)).request.url

test('several objects are changed only with the code of the first call, which shows what will be written', async () => {
  const [one, two] = [await newMonitor('First'), await newMonitor('Second')]
  const change = { monitor: ['First', 'Second'], url: 'https://evil.example/' }
  const asked = await use('monitor_update', change)
  expect(asked).toMatchObject({ isError: true, text: expect.stringMatching(/2 monitors.*“First”.*“Second”.*evil/s) })
  expect([await urlOf(one), await urlOf(two)]).toEqual(Array(2).fill('https://example.com/'))
  const other = await use('monitor_update', { ...change, url: 'https://other.example/', confirm: asked.code })
  expect(other).toMatchObject({ isError: true, text: expect.stringContaining('another call') })
  expect((await use('monitor_update', { ...change, confirm: other.code })).isError).toBe(true)
  expect((await use('monitor_update', { ...change, confirm: asked.code })).isError).toBe(false)
  expect([await urlOf(one), await urlOf(two)]).toEqual(Array(2).fill('https://evil.example/'))
  const alone = await use('monitor_update', { monitor: 'First', name: 'The first' })
  expect([alone.isError, alone.text]).toEqual([false, expect.stringContaining('Done')])
})

test('nothing becomes public without the code of the first call', async () => {
  const { id: report } = await running.api.post<{ id: string }>('/api/2/reports/', {
    meta: { name: 'Figures' },
    report: { metric: 'total', period: { kind: 'last', value: 7, unit: 'DAY' }, groups: [] },
  })
  const link = async () =>
    (await running.api.get<{ meta: { public: boolean } }>(`/api/2/reports/${report}/`)).meta.public
  const asked = await use('report_publish', { report: 'Figures' })
  expect([asked.isError, await link()]).toEqual([true, false])
  expect(asked.text).toMatch(/“Figures”.*outside of the project/s)
  expect((await use('report_publish', { report: 'Figures', confirm: asked.code })).isError).toBe(false)
  expect(await link()).toBe(true)

  const isPublished = async () =>
    (await running.api.get<{ published: boolean }>('/api/3/project/status-page/')).published
  const page = await use('status-page_publish')
  expect([page.isError, page.text, await isPublished()]).toEqual([
    true,
    expect.stringMatching(/Publish the status page.*outside/s),
    false,
  ])
  expect((await use('status-page_publish', { confirm: page.code })).isError).toBe(false)
  expect(await isPublished()).toBe(true)
})

test('a monitor is shared with others only with the code of the first call', async () => {
  const id = await newMonitor('Kept')
  const shared = async () =>
    (await running.api.get<{ access: { settings: boolean } }>(`/api/3/monitors/${id}`)).access.settings
  const asked = await use('monitor_update', { monitor: 'Kept', settings: true })
  expect([asked.isError, await shared()]).toEqual([true, false])
  expect((await use('monitor_update', { monitor: 'Kept', settings: true, confirm: asked.code })).isError).toBe(false)
  expect(await shared()).toBe(true)
  const closing = await use('monitor_update', { monitor: 'Kept', settings: false })
  // It is asked about as a change that may hide an outage, and shows nothing to anybody.
  expect([closing.code, closing.text]).toEqual([expect.any(String), expect.not.stringContaining('outside')])
  expect((await use('monitor_create', { name: 'New', url: 'https://example.com/', stats: true })).isError).toBe(true)
})

test('words for the public are shown to the person first, others are not asked about', async () => {
  const { id } = await running.api.post<{ id: string }>('/api/3/incidents/', { title: 'Outage' })
  const posted = async () => JSON.stringify(await running.api.get(`/api/3/incidents/${id}/timeline`))
  const asked = await use('incident_post', { incident: 'Outage', text: 'We look into it', public: true })
  expect([asked.isError, asked.text]).toEqual([true, expect.stringContaining('We look into it')])
  expect(await posted()).not.toContain('We look into it')
  expect((await use('incident_post', { incident: 'Outage', text: 'Among us' })).isError).toBe(false)
  expect(await posted()).toContain('Among us')
})

test('what cannot be accepted is refused before its person is asked', async () => {
  const [start_time, end_time] = ['2030-01-31T09:00:00Z', '2030-01-31T10:00:00Z']
  const monitor = await newMonitor('Unasked')
  const { id: schedule } = await running.api.post<{ id: string }>('/api/3/schedules/', {
    name: 'Hourly',
    frequency: 3600,
  })
  await running.api.post('/api/3/incidents/', { title: 'Cellar' })
  await running.api.post('/api/2/environment/global/HOST', { value: 'a.example' })
  await running.api.post('/api/2/workflows/', { meta: { name: 'Flow' }, workflow: { call_ids: [monitor] } })
  await running.api.post('/api/3/webhooks/', {
    name: 'Ops',
    web_hook_type: 'webhook',
    parameters: { url: 'https://a.example/' },
  })
  const asked = await use('downtime_create', { name: 'Deploy', start_time, end_time })
  expect(asked).toMatchObject({ isError: true, code: expect.any(String), text: expect.stringContaining('Deploy') })
  expect(await use('downtime_create', { name: 'Deploy', start_time, end_time, confirm: asked.code })).toMatchObject({
    isError: false,
  })
  const answerTo = use
  const wrong = [
    ['downtime_create', { start_time: end_time, end_time: start_time }, /The end .* must be later than the start/],
    ['downtime_create', { start_time: 'soon', end_time }, /start_time must be a time such as/],
    [
      'downtime_create',
      { start_time: '2020-01-01T00:00:00Z', end_time: '2020-01-02T00:00:00Z' },
      /must be in the future/,
    ],
    ['downtime_create', { start_time, end_time, timezone: 'Atlantis' }, /timezone must be the name of a time zone/],
    ['downtime_update', { downtime: 'Deploy', end_time: start_time }, /The end .* must be later than the start/],
    ['monitor_update', { monitor, url: 'ftp://example.com/' }, /url must/],
    ['monitor_judge', { monitor, source: 'http_code', condition: 'eq', val: 'x' }, /^val must/],
    ['schedule_update', { schedule, frequency: 'now and then' }, /frequency must/],
    ['webhook_create-quickly', { type: 'email', to: 'nobody' }, /email_address must/],
    ['webhook_create', { web_hook_type: 'webhook', url: 'ftp://a.example/' }, /url must/],
    ['webhook_update', { webhook: 'Ops', url: 'nowhere' }, /url must/],
    ['webhook_update', { webhook: 'Ops', fails_in_a_row: -1 }, /fails_in_a_row must/],
    ['webhook_snooze-until', { webhook: 'Ops', until: '2020-01-01' }, /2020-01-01/],
    ['slo_scope', { include_tags: ['a'], exclude_tags: ['a'] }, /must not be an included tag/],
    ['variable_set', { name: '9x', value: 'x' }, /name must begin with a letter/],
    ['variable_set', { name: 'TOKEN', value: 'x', secret: true }, /origins must list where TOKEN may be sent/],
    ['variable_rename', { variable: 'HOST', name: 'a b' }, /name must begin with a letter/],
    ['incident_resolve', { incident: 'Cellar', text: ' ' }, /text must not be empty/],
    ['workflow_remove-step', { workflow: 'Flow', step: 3 }, /none is step 3/],
    ['monitor_remove-condition', { monitor, condition: '99' }, /No condition is “99”|no conditions/],
  ] as const
  for (const [name, given, text] of wrong)
    expect([name, given, await answerTo(name, given)]).toEqual([
      name,
      given,
      {
        isError: true,
        code: undefined,
        text: expect.stringMatching(new RegExp(`${text.source}.*Nothing was done\\.$`)),
      },
    ])
  const rightly: [string, string | undefined][] = []
  for (const [name, given] of [
    ['downtime_update', { downtime: 'Deploy', end_time: '2030-01-31T11:00:00Z' }],
    ['monitor_update', { monitor, url: 'https://example.org/' }],
    ['monitor_judge', { monitor, source: 'http_code', condition: 'eq', val: '200' }],
    ['schedule_update', { schedule, frequency: 'daily' }],
    ['webhook_create-quickly', { type: 'email', to: 'ops@a.example' }],
    ['webhook_update', { webhook: 'Ops', url: 'https://b.example/' }],
    ['variable_set', { name: 'HOST', value: 'b.example' }],
    ['variable_set', { name: 'NEW', value: 'b.example', workspace: 'staging' }],
    ['incident_resolve', { incident: 'Cellar', text: 'Dry again' }],
    ['slo_scope', { include_tags: ['a'] }],
  ] as const)
    rightly.push([name, (await answerTo(name, given)).code])
  expect(rightly).toEqual(rightly.map(([name]) => [name, expect.any(String)]))
  expect([await urlOf(monitor), JSON.stringify(await running.api.get('/api/2/schedules/all/downtime/'))]).toEqual([
    'https://example.com/',
    expect.not.stringContaining('11:00'),
  ])
})
