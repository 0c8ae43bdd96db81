import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCall } from '../../../src/agent/runner/run-call.ts'
import { tokenRenewals } from '../../../src/agent/work/token-renewals.ts'
import { loopback } from '../../agent/world.ts'
import { type HandAgent, type Job, joinAgent, leaseRun } from '../../support/agent.ts'
import { eventually } from '../../support/eventually.ts'
import { openPages, type Pages } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Token = { id: string; status: string; problem: string | null }

const REST_MS = 600_000
let now = Date.now()
let running: TestServer
let agent: HandAgent
let pages: Pages
let auth_id: string
/** The tokens that the provider gave, and whether the service accepts one. */
let given: string[] = []
let accepts: (token: string) => boolean
let life: object
let gives: boolean
let calls: string[] = []

beforeAll(async () => {
  running = await startServer({ clock: () => now, env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  agent = await joinAgent(running.api, running.server.joinToken)
  pages = await openPages({
    '/token': () => {
      if (!gives) return { status: 400, body: { error: 'invalid_client' } }
      given.push(`CANARY-token-${given.length}`)
      return { body: { access_token: given.at(-1), ...life } }
    },
    '/api': ({ sent }) => {
      const token = sent.get('t') ?? ''
      calls.push(token)
      return { status: accepts(token) ? 200 : 401, body: `you sent ${token}` }
    },
  })
  const made = await running.api.post<{ id: string }>('/api/2/auth/', {
    meta: { name: 'Partner' },
    settings: {
      auth_type: 'OAUTH2',
      allowed_origins: [pages.origin],
      token_url: `${pages.origin}/token`,
      grant_types: ['client_credentials'],
      token_placement: 'query',
      token_parameter: 't',
    },
    keys: { client_id: 'sonde', client_secret: 'secret' },
  })
  auth_id = made.id
})
afterAll(async () => {
  await running?.stop()
  await pages?.close()
})
beforeEach(() => {
  given = []
  calls = []
  life = {}
  gives = true
  accepts = (token) => token === given.at(-1)
})

const granted = async () =>
  (await running.api.post<Token>('/api/3/tokens/grant', { auth_id, grant: 'client_credentials' })).id
const tokenAt = (id: string) => running.api.get<Token>(`/api/2/tokens/${id}/`)
const newMonitor = async (token_id: string) =>
  (
    await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Orders' },
      request: { url: `${pages.origin}/api`, auth_id, token_id },
    })
  ).id
const jobOf = async (monitor: string) => {
  const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${monitor}/run`)
  return leaseRun(agent, result_id)
}
const own = () => running.api.as(agent.key)
/** The agent's way to the server. */
const membership = {
  post: async (path: string, body: string) => {
    const { status, body: json } = await own().call('POST', path, JSON.parse(body))
    return { status, json, problem: '', roundTripMs: 0 }
  },
}
const call = async (job: Job) => {
  const telling: Promise<unknown>[] = []
  const post = (path: string, body: string) => {
    const answer = membership.post(path, body)
    telling.push(answer)
    return answer
  }
  const tokens = tokenRenewals({ membership: { post }, signal: new AbortController().signal })
  const report = await runCall(job, { allowed: loopback, userAgent: 'Sonde/test', tokens })
  await Promise.all(telling)
  await agent.report(report)
  expect(JSON.stringify(report)).not.toContain('CANARY')
  return report
}
const runOf = async (monitor: string) => call(await jobOf(monitor))

test('a token without an expiry that the service refuses is obtained anew, and the call made again', async () => {
  const id = await granted()
  const monitor = await newMonitor(id)
  const first = await runOf(monitor)
  expect(first.http_code).toBe(200)
  expect(calls).toEqual(['CANARY-token-0'])
  accepts = (token) => token === 'CANARY-token-1'
  now += 1000
  const report = await runOf(monitor)
  expect(report).toMatchObject({ http_code: 200, result_category: 'PASS' })
  expect(calls.slice(1)).toEqual(['CANARY-token-0', 'CANARY-token-1'])
  await runOf(monitor)
  expect(calls.slice(3)).toEqual(['CANARY-token-1'])
  expect(given.length).toBe(2)
})

test('a new token that is refused too is the end of it, and no other is obtained for ten minutes', async () => {
  const id = await granted()
  const monitor = await newMonitor(id)
  accepts = () => false
  now += 1000
  expect((await runOf(monitor)).http_code).toBe(401)
  expect(calls.length).toBe(2)
  expect((await runOf(monitor)).http_code).toBe(401)
  expect(calls.length).toBe(3)
  expect(given.length).toBe(2)
  now += REST_MS + 1000
  expect((await runOf(monitor)).http_code).toBe(401)
  expect(given.length).toBe(3)
})

test('of runs that are refused one token at the same time, one obtains another for all', async () => {
  const id = await granted()
  const monitors = await Promise.all([id, id, id].map(newMonitor))
  const jobs: Job[] = []
  for (const monitor of monitors) jobs.push(await jobOf(monitor))
  accepts = (token) => token !== 'CANARY-token-0'
  now += 1000
  const made = await Promise.all(jobs.map(call))
  expect(made.map(({ http_code }) => http_code)).toEqual([200, 200, 200])
  expect(given.length).toBe(2)
})

test('a token with a known expiry is left to its refresh', async () => {
  life = { expires_in: 3600 }
  const id = await granted()
  accepts = () => false
  expect((await runOf(await newMonitor(id))).http_code).toBe(401)
  expect(given.length).toBe(1)
})

test('a provider that gives no other token is asked again by itself, and the refusal of the service is the result', async () => {
  const id = await granted()
  const monitor = await newMonitor(id)
  accepts = (token) => token === 'CANARY-token-1'
  gives = false
  now += 1000
  const report = await runOf(monitor)
  expect(report.http_code).toBe(401)
  expect(calls.length).toBe(1)
  // Tried three times in all: then its owner is told.
  await eventually(async () => {
    now += 600_000
    return (await tokenAt(id)).status === 'error'
  })
  expect((await tokenAt(id)).problem).toMatch(/invalid_client/)
  gives = true
  await runOf(monitor)
  expect(given.length).toBe(1)
})

test('an agent gets tokens of the runs that are leased to it alone', async () => {
  const id = await granted()
  const { status } = await own().call('POST', `/remote-api/1/agent/tokens/${id}`, { issued: null })
  expect(status).toBe(404)
  expect(given.length).toBe(1)
})
