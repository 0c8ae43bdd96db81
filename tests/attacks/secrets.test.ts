import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Api } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { type Loopback, listenOnLoopback } from '../support/loopback.ts'
import { startServer, type TestServer } from '../support/server.ts'

const SECRET = 'CANARY-carried-off-8c1d'
const MASK = '••••••'

type Seen = { url: string; headers: IncomingHttpHeaders; body: string }

/** A target that records requests, and redirects `/away-…` where the test says. */
const openTarget = async (): Promise<Loopback & { seen: Seen[]; away: string }> => {
  const seen: Seen[] = []
  const target = { away: '' }
  const loopback = await listenOnLoopback((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body })
      const status = Number(/^\/away-(\d+)/.exec(request.url ?? '')?.[1] ?? 200)
      response.writeHead(status, status === 200 ? {} : { location: target.away }).end('ok')
    })
  })
  return Object.assign(target, loopback, { seen })
}

type Full = { result_category: string; exception?: string | null; exception_type?: string | null }

let good: Awaited<ReturnType<typeof openTarget>>
let evil: Awaited<ReturnType<typeof openTarget>>
let running: TestServer
let editor: Api
let analyst: Api

beforeAll(async () => {
  good = await openTarget()
  evil = await openTarget()
  running = await startServer({
    agent: true,
    env: { SONDE_ALLOW_PRIVATE: `127.0.0.1:${good.port},127.0.0.1:${evil.port},localhost:${evil.port}` },
  })
  const keyOf = async (access_level: string) =>
    running.api.as(
      (await running.api.post<{ secret: string }>('/api/2/api_keys/', { name: access_level, access_level })).secret,
    )
  editor = await keyOf('EDITOR')
  analyst = await keyOf('ANALYST')
  await eventually(async () =>
    (await running.api.get<{ agent_list: object[] }>('/api/2/agents/info')).agent_list.some(Boolean),
  )
})
afterAll(async () => {
  await running?.stop()
  good?.close()
  evil?.close()
})
beforeEach(() => {
  good.seen.length = 0
  evil.seen.length = 0
  good.away = `${evil.url}/taken`
})

type Request = Record<string, unknown>
const withSecret = (request: Request) => ({
  headers: [{ key: 'Authorization', value: `Bearer ${SECRET}` }],
  ...request,
})
const monitorOf = async (request: Request): Promise<string> =>
  (await running.api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'guarded' }, request: withSecret(request) }))
    .id

/** Runs a monitor and returns its full result; a refused run counts as no result. */
const runs = async (by: Api, id: string, context?: Record<string, string>): Promise<Full | null> => {
  const asked = await by.call('POST', `/api/3/monitors/${id}/run`, context ? { context } : {})
  if (asked.status !== 200) return null
  const { result_id } = asked.body as { result_id: string }
  return eventually(async () => {
    const result = await running.api.get<Full>(`/api/2/results/${result_id}/?mode=full`)
    return result.result_category !== 'QUEUED' && result
  })
}

const carriedOff = (): Seen[] => evil.seen.filter((one) => JSON.stringify(one).includes(SECRET))

test('an EDITOR who only changes the URL receives no stored secret', async () => {
  const id = await monitorOf({ url: `${good.url}/` })
  const changed = await editor.call('POST', `/api/2/calls/${id}/`, { request: { url: `${evil.url}/` } })
  await runs(editor, id)
  expect(carriedOff()).toEqual([])
  expect(changed.status).toBe(400)
  expect(JSON.stringify(changed.body)).toContain(
    `request.headers[0].value: Authorization was entered for ${good.url}. Enter it again to send it to ${evil.url}.`,
  )
})

test('fields left out of an update are protected like those sent back as masks', async () => {
  const id = await monitorOf({
    url: `${good.url}/`,
    parameters: [{ key: 'api_key', value: SECRET }],
    headers: [{ key: 'X-Plain', value: SECRET, secret: true }],
    variables: [{ key: 'pass', value: SECRET, secret: true }],
    body: '{{pass}}',
    method: 'POST',
  })
  const row = await editor.get<{ request: Record<string, unknown> }>(`/api/3/monitors/${id}`)
  expect(JSON.stringify(row)).not.toContain(SECRET)
  for (const request of [
    { url: `${evil.url}/` },
    { ...row.request, url: `${evil.url}/` },
    {
      headers: [
        { key: 'X-Plain', value: MASK },
        { key: 'Host', value: `127.0.0.1:${evil.port}` },
      ],
    },
    { allowed_origins: [evil.url] },
    { url: '{{base}}/', allowed_origins: [evil.url] },
    { url: `${good.url.replace('http:', 'https:')}/` },
  ]) {
    const { status, body } = await editor.call('POST', `/api/2/calls/${id}/`, { request })
    expect([request, status]).toEqual([request, 400])
    for (const field of ['parameters', 'headers', 'variables'])
      expect(JSON.stringify(body)).toContain(`request.${field}[0].value`)
  }
  await runs(editor, id)
  expect(good.seen).toMatchObject([{ url: `/?api_key=${SECRET}`, headers: { 'x-plain': SECRET }, body: SECRET }])
  expect(carriedOff()).toEqual([])
})

test('a secret that is entered again is sent to the new origin only', async () => {
  const id = await monitorOf({ url: `${good.url}/` })
  const headers = [{ key: 'Authorization', value: 'Bearer entered-anew' }]
  await editor.post(`/api/2/calls/${id}/`, { request: { url: `${evil.url}/`, headers } })
  await runs(editor, id)
  expect(evil.seen[0]?.headers.authorization).toBe('Bearer entered-anew')
  expect((await editor.call('POST', `/api/2/calls/${id}/`, { request: { url: `${good.url}/` } })).status).toBe(400)
})

/** Values that a caller could try for the variable of a URL that starts with `{{base}}`. */
const tricks = (): string[] => {
  const [own, other] = [`127.0.0.1:${good.port}`, `127.0.0.1:${evil.port}`]
  return [
    evil.url,
    `http://${own}@${other}`,
    `http://${own}:x@${other}`,
    `http://${own}\\@${other}`,
    `http://${other}#@${own}`,
    `http://${other}\\${own}`,
    `http:\\\\${other}`,
    `http:/${other}`,
    `HTTP://LOCALHOST:${evil.port}`,
    ` \t${evil.url}`,
    `http://localhost.:${evil.port}`,
    `http://127.1:${evil.port}`,
    `http://①②⑦.⓪.⓪.①:${evil.port}`,
  ]
}

test('an ANALYST who sets the URL by a variable receives no stored secret, in any notation', async () => {
  const id = await monitorOf({ url: '{{base}}/', allowed_origins: [good.url] })
  for (const base of tricks()) await runs(analyst, id, { base })
  const suffix = await monitorOf({ url: `http://127.0.0.1{{rest}}/`, allowed_origins: [good.url] })
  for (const rest of [`:${evil.port}`, `@localhost:${evil.port}`, `:${good.port}@127.0.0.1:${evil.port}`])
    await runs(analyst, suffix, { rest })
  const host = await monitorOf({
    url: `${good.url}/`,
    allowed_origins: [good.url],
    headers: [
      { key: '{{name}}', value: '{{value}}' },
      { key: 'Authorization', value: `Bearer ${SECRET}` },
    ],
  })
  await runs(analyst, host, { name: 'Host', value: `127.0.0.1:${evil.port}` })
  expect(evil.seen).toEqual([])
  const refused = await analyst.call('POST', `/api/3/monitors/${id}/run`, { context: { base: evil.url } })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain(
    `Authorization may only be sent to ${good.url}, but this run would send it to ${evil.url}`,
  )
  await runs(analyst, id, { base: good.url })
  expect(good.seen.at(-1)).toMatchObject({ url: '/', headers: { authorization: `Bearer ${SECRET}` } })
})

test('a condition compares no secret with the response of another origin', async () => {
  const id = await monitorOf({
    url: '{{base}}/',
    headers: [],
    variables: [{ key: 'guessed', value: SECRET, secret: true }],
    allowed_origins: [good.url],
  })
  const conditions = [{ source: 'text', condition: 'contains', val: '{{guessed}}' }]
  await running.api.post(`/api/2/calls/${id}/conditions/`, { meta: {}, conditions })
  const refused = await analyst.call('POST', `/api/3/monitors/${id}/run`, { context: { base: evil.url } })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain(
    `guessed may only be sent to ${good.url}, but this run would send it to ${evil.url}`,
  )
  expect(evil.seen).toEqual([])
  expect(await runs(analyst, id, { base: good.url })).toMatchObject({ exception_type: null })
})

test('a run to another origin is not made, and its result says why', async () => {
  const id = await monitorOf({
    url: '{{base}}/',
    variables: [{ key: 'base', value: evil.url }],
    allowed_origins: [good.url],
  })
  const result = await runs(analyst, id)
  expect(result).toMatchObject({ exception_type: 'api_setup' })
  expect(JSON.stringify(result)).toContain(
    `Authorization may only be sent to ${good.url}, but this run would send it to ${evil.url}`,
  )
  expect(evil.seen).toEqual([])
})

test('a redirect carries no secret: not in a header, body or parameter', async () => {
  for (const status of [302, 307, 308]) {
    const id = await monitorOf({
      url: `${good.url}/away-${status}`,
      method: 'POST',
      parameters: [{ key: 'api_key', value: SECRET }],
      headers: [{ key: 'X-Marked', value: SECRET, secret: true }],
      variables: [{ key: 'pass', value: SECRET, secret: true }],
      body: '{"pass":"{{pass}}"}',
    })
    const result = await runs(editor, id)
    if (status !== 302) expect(result).toMatchObject({ exception_type: 'api_setup' })
  }
  expect(good.seen).toHaveLength(3)
  expect(carriedOff()).toEqual([])
  const allowed = await monitorOf({
    url: `${good.url}/away-307`,
    method: 'POST',
    variables: [{ key: 'pass', value: SECRET, secret: true }],
    allowed_origins: [evil.url],
    body: '{{pass}}',
  })
  await runs(editor, allowed)
  expect(evil.seen.at(-1)?.body).toBe(SECRET)
})

test('the mask of a stored secret reveals nothing in a trial, a copy or an import', async () => {
  const id = await monitorOf({ url: `${good.url}/` })
  const { request } = await editor.get<{ request: Request }>(`/api/3/monitors/${id}`)
  const sent = { ...request, url: `${evil.url}/` }
  const tries: [string, object][] = [
    ['/api/3/monitors/run-draft', { request: sent }],
    ['/api/2/calls/', { meta: { name: 'copy' }, request: sent }],
    ['/api/3/monitors/watched', { meta: { name: 'copy' }, request: sent, schedule: { frequency: 60 } }],
  ]
  for (const [path, body] of tries) {
    const answer = await editor.call('POST', path, body)
    expect([path, answer.status]).toEqual([path, 422])
    expect(JSON.stringify(answer.body)).toContain('request.headers[0].value')
  }
  expect(evil.seen).toEqual([])
})

test('a marked secret is kept by its mask, loses its mark only with its value, and is shown nowhere', async () => {
  const id = await monitorOf({
    url: `${good.url}/`,
    headers: [{ key: 'X-Plain', value: SECRET, secret: true }],
  })
  const update = (header: object) => editor.call('POST', `/api/2/calls/${id}/`, { request: { headers: [header] } })
  expect((await update({ key: 'X-Plain', value: MASK })).body).toMatchObject({
    request: { headers: [{ key: 'X-Plain', value: MASK, secret: true }] },
  })
  expect((await update({ key: 'X-Plain', value: MASK, secret: false })).status).toBe(400)
  expect((await update({ key: 'X-Other', value: MASK })).status).toBe(422)
  const result = await runs(editor, id)
  expect(good.seen[0]?.headers['x-plain']).toBe(SECRET)
  expect(JSON.stringify(result)).not.toContain(SECRET)
  expect((await update({ key: 'X-Plain', value: 'seen', secret: false })).body).toMatchObject({
    request: { headers: [{ key: 'X-Plain', value: 'seen' }] },
  })
})
