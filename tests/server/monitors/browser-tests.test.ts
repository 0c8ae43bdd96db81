import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../../src/server/store/projects/projects.ts'
import { evidence, type HandAgent, joinAgent, leaseRun, packed, reportOf } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let api: Api
let plain: HandAgent
let able: HandAgent
let viewer: Api
let analyst: Api

const keyOf = async (level: 'VIEWER' | 'ANALYST'): Promise<Api> => {
  const { db } = running.server.services.database
  const { key: projectKey } = await db.selectFrom('project').select('key').orderBy('key').executeTakeFirstOrThrow()
  const { id: accountId } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  return api.as(await createApiKey(db, { projectKey, name: level, level, accountId, now: Date.now() }))
}

beforeAll(async () => {
  running = await startServer()
  api = running.api
  plain = await joinAgent(api, running.server.joinToken, 'plain', { name: 'Plain' })
  able = await joinAgent(api, running.server.joinToken, 'able', { name: 'Able' }, ['browser'])
  viewer = await keyOf('VIEWER')
  analyst = await keyOf('ANALYST')
})
afterAll(() => running.stop())

const BROWSER = '/api/3/monitors/browser/'
const journey = {
  name: 'Sign in',
  url: 'https://shop.example.com/{{ PATH }}',
  tags: ['shop'],
  viewport: { width: 390, height: 844 },
  assertions: [{ kind: 'vital_below', value: 2500, outcome: 'slow' }],
  steps: [
    { kind: 'fill', locator: { label: 'Password' }, value: '{{ PASSWORD }}' },
    { kind: 'click', locator: { role: 'button', name: 'Sign in' } },
  ],
  variables: [
    { key: 'PATH', value: 'login' },
    { key: 'PASSWORD', value: 'correct horse battery', secret: true },
  ],
}
type Flat = { id: string } & Record<string, unknown>
const create = (change: object = {}): Promise<Flat> => api.post(BROWSER, { ...journey, ...change })

describe('a browser test', () => {
  test('is a monitor with a setup instead of a request, and answers in its own flat form', async () => {
    const made = await create()
    expect(made).toMatchObject({
      name: 'Sign in',
      browser_types: ['chromium'],
      wait_until: 'load',
      timeout_ms: 60_000,
      assertions: [{ kind: 'vital_below', vital: 'lcp', value: '2500', outcome: 'slow' }],
      variables: [
        { key: 'PATH', value: 'login' },
        { key: 'PASSWORD', value: '•••', secret: true },
      ].map((pair) => ({
        key: pair.key,
        value: pair.key === 'PASSWORD' ? expect.not.stringContaining('horse') : pair.value,
      })),
    })
    const { data } = await api.get<{ data: Flat[] }>('/api/3/monitors/?search=shop.example')
    const row = data.find(({ id }) => id === made.id)
    expect(row).toMatchObject({ type: 'browser', setup: { url: journey.url, viewport: journey.viewport } })
    expect(row).not.toHaveProperty('request')
    expect(await api.get(`/api/3/monitors/${made.id}`)).toEqual(row)
  })

  test('keeps the fields that a change leaves out, its secrets too', async () => {
    const made = await create()
    const { body } = await api.call('PUT', `${BROWSER}${made.id}`, { ...made, name: 'Renamed', steps: [] })
    expect(body).toMatchObject({ name: 'Renamed', steps: [], viewport: journey.viewport })
    const tagged = await api.call('POST', `/api/2/calls/${made.id}/`, { meta: { tags: ['b'] } })
    expect(tagged.body).toMatchObject({ type: 'browser', meta: { tags: ['b'], name: 'Renamed' } })
  })

  test('takes no secret variable into a selector, whether a change brings the selector, the variable, or both', async () => {
    const shown = (name: string) => [{ kind: 'selector_visible', value: `b[title^="{{ ${name} }}"]`, outcome: 'fail' }]
    const refused = {
      status: 422,
      body: { detail: [{ msg: 'assertions[0].value must not use SPOT in a selector: it is a secret.' }] },
    }
    const SPOT = { key: 'SPOT', value: 'main' }
    const secret = [{ ...SPOT, secret: true }]
    expect(await api.call('POST', BROWSER, { ...journey, variables: secret, assertions: shown('SPOT') })).toMatchObject(
      refused,
    )
    const open = await create({ variables: [SPOT], assertions: shown('SPOT') })
    expect(await api.call('PUT', `${BROWSER}${open.id}`, { variables: secret })).toMatchObject(refused)
    const marked = await create({ variables: secret })
    expect(await api.call('PUT', `${BROWSER}${marked.id}`, { assertions: shown('SPOT') })).toMatchObject(refused)
    expect(await api.call('PUT', `${BROWSER}${marked.id}`, { name: 'Renamed' })).toMatchObject({ status: 200 })
  })

  test('is not changed as a call, and a call is none', async () => {
    const made = await create()
    const asCall = await api.call('POST', `/api/2/calls/${made.id}/`, { request: { url: 'https://a.example/' } })
    expect([asCall.status, JSON.stringify(asCall.body)]).toEqual([422, expect.stringContaining('is a browser test')])
    const call = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Call' },
      request: { url: 'https://a.example/' },
    })
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(await api.call(method, `${BROWSER}${call.id}`, method === 'PUT' ? {} : undefined)).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining('is a call') },
      })
    const vital = { meta: {}, conditions: [{ source: 'latency', property: 'lcp', condition: 'lt', val: '2500' }] }
    expect((await api.call('POST', `/api/2/calls/${call.id}/conditions/`, vital)).status).toBe(422)
    expect((await api.call('POST', `/api/2/calls/${made.id}/conditions/`, vital)).status).toBe(200)
  })

  test('is deleted as a monitor, and restored as one', async () => {
    const { id } = await create()
    expect((await api.call('DELETE', `${BROWSER}${id}`)).status).toBe(204)
    expect((await api.call('GET', `${BROWSER}${id}`)).status).toBe(404)
    expect(await api.post(`/api/3/monitors/${id}/restore`)).toMatchObject({ type: 'browser', id })
    const { data } = await api
      .get<{ data: { action: string; resource: Flat }[] }>(`/api/2/audits/resource/${id}/`)
      .then((answer) => ({ data: ((answer as { results?: never[] }).results ?? []) as never[] }))
    expect(data.map(({ resource }: { resource: Flat }) => resource.type)).toEqual(data.map(() => 'monitor'))
  })

  test.each([
    ['url', { url: 'ftp://a.example' }],
    ['url', { url: 'https://a.example/?api_key=verysecretvalue' }],
    ['browser_types[0]', { browser_types: ['firefox'] }],
    ['steps[0].locator', { steps: [{ kind: 'click' }] }],
    ['steps[0].key', { steps: [{ kind: 'press' }] }],
    ['steps[0].url', { steps: [{ kind: 'go', url: 'javascript:alert(1)' }] }],
    ['steps[0].value', { steps: [{ kind: 'expect', expected: 'title', value: '' }] }],
    ['assertions[0].value', { assertions: [{ kind: 'status_below', value: 'ok' }] }],
    ['assertions[0].outcome', { assertions: [{ kind: 'text_present', value: 'a', outcome: 'slow' }] }],
  ])('is refused with a sentence about %s', async (field, change) => {
    const { status, body } = await api.call('POST', BROWSER, { ...journey, variables: [], ...change })
    expect([400, 422]).toContain(status)
    const { detail } = body as { detail: { loc: (string | number)[]; msg: string }[] }
    const places = detail.map(({ loc }) =>
      loc.map((each) => (typeof each === 'number' ? `[${each}]` : `.${each}`)).join(''),
    )
    expect(places).toContain(`.${field}`)
  })
})

describe('a run of a browser test', () => {
  test('is refused where no agent has a browser, and goes to a location with one by default', async () => {
    const { id } = await create()
    const refused = await api.call('POST', `/api/3/monitors/${id}/run`, { location_id: 'plain' })
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: [{ msg: 'No agent at Plain has a browser.' }] },
    })
    expect(await api.post(`/api/3/monitors/${id}/run`, {})).toMatchObject({ location_id: 'able' })
  })

  test('is leased only to agents that announced a browser, with the settings of the test', async () => {
    const both = await joinAgent(api, running.server.joinToken, 'able', { name: 'Able' })
    const { id } = await create()
    const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, { location_id: 'able' })
    expect((await both.work(100, 0)).map((job) => job.id)).not.toContain(result_id)
    const job = await leaseRun(able, result_id)
    expect(job).toMatchObject({
      call: { method: 'GET', url: journey.url, timeout_ms: 60_000 },
      browser: { steps: journey.steps, viewport: journey.viewport },
      variables: { PATH: 'login', PASSWORD: 'correct horse battery' },
      secrets: ['correct horse battery'],
      secret_origins: ['https://shop.example.com'],
    })
  })

  test('fails where a variable has no value, unless it is from before 0.6: that one goes on typing what is written until it is switched', async () => {
    const { db } = running.server.services.database
    const { id, unset_variables } = await create()
    expect(unset_variables).toBe('fail')
    const run = async () => {
      const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, { location_id: 'able' })
      const job = await leaseRun(able, result_id)
      await able.report(reportOf(job))
      return job
    }
    const older = async () => (await api.get<{ data: { id: string }[] }>('/api/3/monitors/older-rules')).data
    expect(await older()).toEqual([])
    await sql`update object set doc = doc #- '{request,redirect_method}' #- '{request,unset_variables}' where id = ${id}`.execute(
      db,
    )
    expect(await api.get(`${BROWSER}${id}`)).toMatchObject({ unset_variables: 'send' })
    expect((await run()).call).not.toHaveProperty('unset_variables')
    expect(await older()).toMatchObject([{ id, rules: [{ rule: 'unset_variables', differences: [] }] }])
    await api.call('PUT', `${BROWSER}${id}`, { unset_variables: 'fail' })
    expect(await older()).toEqual([])
    expect((await run()).call).toMatchObject({ unset_variables: 'fail' })
  })

  test('is missed on a schedule that has only a location without a browser, and queues nothing', async () => {
    const { id } = await create()
    const { db } = running.server.services.database
    await api.post('/api/3/schedules/', {
      name: 'Nowhere',
      frequency: 1,
      regions: [],
      locations: ['plain'],
      targets: [id],
    })
    const { key } = await db.selectFrom('object').select('key').where('id', '=', id).executeTakeFirstOrThrow()
    await eventually(
      async () => {
        await plain.work(0, 0)
        const slot = await db.selectFrom('slot').select('missed').where('target_key', '=', key).executeTakeFirst()
        return (slot?.missed ?? 0) > 0
      },
      { what: 'a missed run' },
    )
    expect(await db.selectFrom('job').select('due').where('target_key', '=', key).execute()).toEqual([])
  })
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const browser = {
  browser: 'chromium 1',
  viewport: { width: 390, height: 844 },
  title: 'Shop',
  url: 'https://shop.example.com/login',
  vitals: { lcp: 1200, cls: 0.02, fcp: 800, ttfb: 90, tbt: null },
  resources: [],
  resources_left: 0,
  console: [],
  steps: [
    {
      number: 1,
      kind: 'click' as const,
      words: 'click',
      status: 'failed' as const,
      start: 1,
      duration: 2,
      error: 'No.',
      url: null,
    },
  ],
  pictures: [0, 1],
}

describe('a picture', () => {
  const made = async (): Promise<string> => {
    const { id } = await create()
    const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})
    const job = await leaseRun(able, result_id)
    await able.report(reportOf(job, { detail: packed(evidence({ browser })) }))
    return result_id
  }
  const send = (id: string, number: number, content: Buffer, agent = able) =>
    api.as(agent.key).call('POST', `/remote-api/1/agent/results/${id}/pictures/${number}`, {
      content: content.toString('base64'),
    })
  const fetched = (id: string, by: Api, query = '') =>
    fetch(`${by.base}/api/2/results/${id}/screenshot${query}`, { headers: { authorization: `Bearer ${by.key}` } })

  test('follows its result, and is shown to whoever may inspect it', async () => {
    const id = await made()
    const before = await api.get<{ browser: object }>(`/api/2/results/${id}/?mode=full`)
    expect(before.browser).toMatchObject({ screenshot: false, pictures: [], pictures_left: 2, vitals: browser.vitals })
    expect((await fetched(id, api)).status).toBe(404)
    expect((await send(id, 1, PNG)).body).toEqual({ stored: true })
    expect((await send(id, 1, PNG)).body).toEqual({ stored: true })
    // Without one of the end, the last there is.
    expect((await fetched(id, analyst)).status).toBe(200)
    expect((await send(id, 0, Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).status).toBe(200)
    const end = await fetched(id, analyst)
    expect([end.headers.get('content-type'), end.headers.get('x-content-type-options')]).toEqual([
      'image/jpeg',
      'nosniff',
    ])
    const step = await fetched(id, analyst, '?step=1')
    expect(step.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await step.arrayBuffer()).equals(PNG)).toBe(true)
    expect((await fetched(id, analyst, '?step=2')).status).toBe(404)
    expect((await fetched(id, viewer)).status).toBe(403)
    expect((await api.get<{ browser: object }>(`/api/2/results/${id}/?mode=full`)).browser).toMatchObject({
      screenshot: true,
      pictures: [0, 1],
      pictures_left: 0,
    })
    expect(await viewer.get(`/api/2/results/${id}/?mode=full`)).not.toHaveProperty('browser')
  })

  test('is a PNG or JPEG of a result of the same location', async () => {
    const id = await made()
    expect((await send(id, 0, Buffer.from('<svg onload="alert(1)"/>'))).status).toBe(422)
    expect((await send(id, 99, PNG)).status).toBe(404)
    expect((await send(id, 0, PNG, plain)).status).toBe(404)
  })

  test('of a trial is shown to whoever edits, and deleted with the trial', async () => {
    const { name: _, tags: __, ...setup } = journey
    const { id } = await api.post<{ id: string }>('/api/3/monitors/run-draft', { setup, location_id: 'able' })
    const job = await eventually(async () => (await able.work(100, 1)).find((each) => each.browser), {
      what: 'the trial',
    })
    await able.report(reportOf(job, { detail: packed(evidence({ browser })) }))
    expect((await send(job.id, 0, PNG)).body).toEqual({ stored: true })
    expect(await api.get(`/api/3/monitors/run-draft/${id}`)).toMatchObject({ state: 'done', pictures: [0] })
    const picture = await fetch(`${api.base}/api/3/monitors/run-draft/${id}/screenshot`, {
      headers: { authorization: `Bearer ${api.key}` },
    })
    expect(picture.headers.get('content-type')).toBe('image/png')
    const nowhere = await api.call('POST', '/api/3/monitors/run-draft', { setup, location_id: 'plain' })
    expect(nowhere.status).toBe(422)
    expect((await api.call('POST', '/api/3/monitors/run-draft', {})).status).toBe(400)
  })
})
