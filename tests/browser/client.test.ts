import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAborted } from '../../machines/resource/failure.ts'
import { type Call, openClient } from '../../src/browser/client.ts'

/** A server that answers what a test tells it, and remembers what it was asked. */
let server: Server
let answers: ((
  request: IncomingMessage,
) => { status: number; body?: unknown; headers?: Record<string, string> } | null)[]
let asked: { path: string; headers: IncomingMessage['headers'] }[]
let project: string | null
let online: boolean
let token: string | null
let gone: AbortSignal
let told: string[]
let call: Call

beforeEach(async () => {
  answers = []
  asked = []
  project = 'mine'
  online = true
  token = 'the-token'
  gone = new AbortController().signal
  told = []
  server = createServer((request, response) => {
    asked.push({ path: `${request.method} ${request.url}`, headers: request.headers })
    const answer = (answers.length > 1 ? answers.shift() : answers[0])?.(request)
    if (!answer) return void response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  call = openClient({
    projectHeader: 'Sonde-Project-Id',
    token: async () => token,
    onAnswer: () => told.push('answer'),
    onDoubt: () => told.push('doubt'),
    onExpired: () => told.push('expired'),
    lost: () => gone,
    projectId: () => project,
    isOnline: () => online,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    retryDelayMs: 1,
  })
})
afterEach(() => new Promise((closed) => server.close(closed)))

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

test('a request says who asks, for which project, and whether another than the open one', async () => {
  answers = [() => ({ status: 200, body: { id: 'm1' } })]
  await call('monitor.read', { params: { id: 'm1' } })
  await call('monitor.read', { params: { id: 'm1' } }, { projectId: 'other' })
  project = null
  await call('project.list', {})
  await call('health.read', {})
  const [own, other, none, open] = asked.map(({ headers }) => headers)
  expect(own).toMatchObject({
    accept: 'application/json',
    authorization: 'Bearer the-token',
    'sonde-project-id': 'mine',
  })
  expect(own).not.toHaveProperty('sonde-no-session')
  expect(other).toMatchObject({ 'sonde-project-id': 'other', 'sonde-no-session': '1' })
  expect(none).not.toHaveProperty('sonde-project-id')
  expect(open).not.toHaveProperty('authorization')
})

test.each([500, 503])('%i is tried again three times, and then told', async (status) => {
  answers = [() => ({ status, body: { detail: 'Not now.' } })]
  const error = await refusal(call('monitor.read', { params: { id: 'm1' } }))
  expect(asked).toHaveLength(4)
  expect(error).toMatchObject({
    failure: { status, url: '/api/3/monitors/m1', message: 'Not now.', body: { detail: 'Not now.' } },
  })
})

test('what succeeds at the last try has succeeded, and a create is the same create at each', async () => {
  const busy = () => ({ status: 503 })
  answers = [busy, busy, busy, () => ({ status: 201, body: { id: 'm1' } })]
  expect(
    await call('monitor.create', { body: { meta: { name: 'one' }, request: { url: 'https://example.com/' } } }),
  ).toEqual({ id: 'm1' })
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(asked[0]?.headers['idempotency-key']).toBeTruthy()
})

test.each([400, 403, 404, 409, 422, 429, 502])('%i is not tried again', async (status) => {
  answers = [() => ({ status, body: { error: 'x', error_msg: 'No.' } })]
  expect(await refusal(call('monitor.update', { params: { id: 'm1' }, body: {} }))).toMatchObject({ message: 'No.' })
  expect(asked).toHaveLength(1)
})

test('a session that is over says so, whether the server refuses the token or there is none', async () => {
  answers = [() => ({ status: 401, body: { detail: 'This requires a bearer token.' } })]
  const update = () => refusal(call('monitor.update', { params: { id: 'm1' }, body: {} }))
  const signedOut = {
    failure: { status: 401, message: 'You were signed out. Sign in to go on: what you typed is kept.' },
  }
  expect(await update()).toMatchObject(signedOut)
  token = null
  expect(await update()).toMatchObject(signedOut)
  expect([asked.length, told]).toEqual([1, ['answer', 'expired', 'expired']])
})

test.each([
  ['at all', () => null],
  ['by the server behind a proxy', () => ({ status: 502 })],
  ['in time by the server behind a proxy', () => ({ status: 504 })],
])(
  'a create that was not answered %s keeps its key when it is sent again, until it is answered',
  async (_, silence) => {
    const create = () => call('monitor.create', { body: { request: { url: 'https://example.com/' } } })
    answers = [silence]
    await refusal(create())
    expect(told).toContain('doubt')
    answers = [() => ({ status: 201, body: { id: 'm1' } })]
    await create()
    const keys = () => new Set(asked.map(({ headers }) => headers['idempotency-key']))
    expect(keys().size).toBe(1)
    await create()
    expect(keys().size).toBe(2)
  },
)

test('a call that the server will not answer ends without an answer', async () => {
  const lost = new AbortController()
  gone = lost.signal
  answers = [
    () => {
      lost.abort()
      return { status: 503 }
    },
  ]
  expect(await refusal(call('monitor.read', { params: { id: 'm1' } }))).toMatchObject({ failure: { status: null } })
  expect([asked.length, told]).toEqual([1, []])
})

test('a proxy’s failure is no answer of the server', async () => {
  answers = [() => ({ status: 502 })]
  await refusal(call('monitor.read', { params: { id: 'm1' } }))
  expect(told).toEqual(['doubt'])
})

test('a refusal names its fields as forms do, whichever version answers it', async () => {
  const loc = ['request', 'headers', 2, 'key']
  const problem = { field: 'request.headers[2].key', message: 'must be a name' }
  answers = [() => ({ status: 422, body: { detail: [{ loc, msg: 'must be a name', type: 'invalid' }] } })]
  expect(await refusal(call('schedule.create', { body: {} }))).toMatchObject({ failure: { problems: [problem] } })
  answers = [
    () => ({
      status: 422,
      body: { error: 'invalid', error_msg: 'All of it.', fields: [{ loc, msg: 'must be a name' }] },
    }),
  ]
  const failure = { message: 'All of it.', problems: [problem] }
  expect(await refusal(call('monitor.update', { params: { id: 'm1' }, body: {} }))).toMatchObject({ failure })
})

test('a server that is away and a device that is offline are told apart, and a change that got no answer may be saved', async () => {
  answers = [() => null]
  expect(await refusal(call('monitor.read', { params: { id: 'm1' } }))).toMatchObject({
    failure: { status: null, message: 'The server cannot be reached. Check that it runs, then try again.' },
  })
  const change = () => refusal(call('monitor.update', { params: { id: 'm1' }, body: {} }))
  expect(await change()).toMatchObject({
    failure: { status: null, message: 'The server did not answer. Your change may not have been saved.' },
  })
  online = false
  expect(await refusal(call('monitor.read', { params: { id: 'm1' } }))).toMatchObject({
    failure: { message: 'This device is offline. The data shown may be out of date.' },
  })
  expect(await change()).toMatchObject({
    failure: { message: 'This device is offline. Your change may not have been saved.' },
  })
})

test('a list is followed until there is no more, its pages handed on as they come; rows come under either name', async () => {
  const page = (name: string, rows: number[], next: string | null) => () => ({
    status: 200,
    body: { meta: { more: next !== null, next_cursor: next }, [name]: rows },
  })
  answers = [page('data', [1, 2], 'a b'), page('results', [3], 'c'), () => ({ status: 200, body: { data: [4] } })]
  const pages: unknown[] = []
  const answer = await call('monitor.list', { query: { tag: 'x' } }, { onPage: (rows) => pages.push(rows) })
  expect(answer).toMatchObject({ data: [1, 2, 3, 4] })
  expect(pages).toEqual([[1, 2], [3], [4]])
  expect(asked.map(({ path }) => new URL(path.slice(4), 'http://x').searchParams.get('cursor'))).toEqual([
    null,
    'a b',
    'c',
  ])
  expect(asked.every(({ path }) => path.includes('tag=x'))).toBe(true)
})

test('a list that the contract names results has its rows there', async () => {
  const body = (id: string, next: string | null) => ({
    meta: { more: next !== null, next_cursor: next },
    results: [id],
  })
  answers = [() => ({ status: 200, body: body('a', 'b') }), () => ({ status: 200, body: body('b', null) })]
  expect(await call('workflow.list', {})).toEqual({ meta: { more: false, next_cursor: null }, results: ['a', 'b'] })
})

test('every request carries the configured parameters, and a parameter of the call itself wins', async () => {
  const { port } = server.address() as AddressInfo
  const configured = openClient({
    projectHeader: 'Sonde-Project-Id',
    defaultQuery: { tenant: 'acme', limit: '7' },
    token: async () => 'token',
    projectId: () => null,
    isOnline: () => true,
    baseUrl: `http://127.0.0.1:${port}`,
  })
  answers = [() => ({ status: 200, body: { data: [], results: [] } })]
  await configured('monitor.read', { params: { id: 'm1' } })
  await configured('monitor.list', {})
  await configured('result.list', { query: { limit: 5 } })
  expect(asked.map(({ path }) => path)).toEqual([
    'GET /api/3/monitors/m1?tenant=acme&limit=7',
    'GET /api/3/monitors/?tenant=acme&limit=100',
    'GET /api/2/results/?tenant=acme&limit=5',
  ])
})

test('an aborted request is no failure', async () => {
  const ending = new AbortController()
  answers = [
    () => {
      ending.abort()
      return { status: 503 }
    },
  ]
  const error = await refusal(call('monitor.read', { params: { id: 'm1' } }, { signal: ending.signal }))
  expect(isAborted(error)).toBe(true)
  expect(asked).toHaveLength(1)
})

test('a delete answers nothing', async () => {
  answers = [() => ({ status: 204 })]
  expect(await call('monitor.remove', { params: { id: 'm1' } })).toBeNull()
})
