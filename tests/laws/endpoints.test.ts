import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { holds, LEVELS, type Level } from '../../src/domain/core/access.ts'
import { createApiKey } from '../../src/server/store/projects/projects.ts'
import { addAccount, grant, PASSWORD } from '../support/accounts.ts'
import { type HandAgent, joinAgent, reportOf } from '../support/agent.ts'
import type { Api } from '../support/api.ts'
import { type SignedIn, signIn } from '../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../support/server.ts'
import { mutationsOf } from './mutations.ts'
import { samples } from './samples.ts'

const endpoints = Object.entries(contract) as [EndpointName, AnyEndpoint][]

let running: TestServer
let agent: HandAgent
const keys = new Map<Level, string>()
/** Access tokens of accounts, by their level in this project; and of one that has none. */
const people = new Map<Level, SignedIn>()
let stranger: SignedIn
let siteAdmin: SignedIn
let projectId: string
/** Ids of things of this project, and of another. */
type Ids = { monitor: string; schedule: string; webhook: string; result: string }
let mine: Ids
let theirs: Ids

const furnish = async (api: Api): Promise<Ids> => {
  const monitor = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'CANARY-NAME' },
    request: { url: 'https://example.com/' },
  })
  const schedule = await api.post<{ id: string }>('/api/3/schedules/', { targets: [monitor.id], enabled: false })
  const webhook = await api.post<{ id: string }>('/api/3/webhooks/', { parameters: { url: 'https://example.com/' } })
  const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${monitor.id}/run`)
  const jobs = await agent.work()
  await agent.report(...jobs.map((job) => reportOf(job)))
  return { monitor: monitor.id, schedule: schedule.id, webhook: webhook.id, result: result_id }
}

beforeAll(async () => {
  running = await startServer()
  agent = await joinAgent(running.api, running.server.joinToken)
  mine = await furnish(running.api)
  const other = await running.api.post<{ api_key: string }>('/api/2/account/projects', { name: 'theirs' })
  theirs = await furnish(running.api.as(other.api_key))
  const { db } = running.server.services.database
  const project = await db.selectFrom('project').select(['key', 'id']).orderBy('key').executeTakeFirstOrThrow()
  const projectKey = project.key
  const { id: accountId } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  for (const level of LEVELS)
    keys.set(level, await createApiKey(db, { projectKey, name: level, level, accountId, now: Date.now() }))
  projectId = project.id
  for (const level of LEVELS) {
    const person = await addAccount(running, `${level}@example.com`)
    await grant(running, person, projectKey, level)
    people.set(level, await signIn(running.server, person.email, PASSWORD))
  }
  stranger = await signIn(running.server, (await addAccount(running, 'stranger@example.com')).email, PASSWORD)
  siteAdmin = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
})
afterAll(() => running.stop())

const pathOf = (endpoint: AnyEndpoint, ids: Ids): string => {
  const path = endpoint.route.split(' ')[1] ?? ''
  const kind = path.includes('/results/{id}')
    ? ids.result
    : path.includes('schedules')
      ? ids.schedule
      : path.includes('webhooks')
        ? ids.webhook
        : ids.monitor
  return path.replace('{id}', kind).replace('{callId}', ids.monitor).replace('{loc}', 'all')
}
const methodOf = (endpoint: AnyEndpoint): string => endpoint.route.split(' ')[0] ?? ''
const withQuery = (path: string, query: Record<string, string> = {}): string =>
  Object.keys(query).length > 0 ? `${path}?${new URLSearchParams(query)}` : path

const caller = (endpoint: AnyEndpoint, level: Level = 'OWNER'): Api => {
  if (endpoint.access === 'site') return siteAdmin.api()
  return running.api.as(endpoint.access === 'agent' ? agent.key : (keys.get(level) ?? ''))
}

/** A person who is of this level in the project, and names it. */
const person = (level: Level): Api => people.get(level)?.api(projectId) ?? running.api.as('')

const call = (name: EndpointName, endpoint: AnyEndpoint, api: Api, change: { ids?: Ids; body?: unknown } = {}) =>
  api.call(
    methodOf(endpoint),
    withQuery(pathOf(endpoint, change.ids ?? mine), samples[name]?.query),
    'body' in change ? change.body : samples[name]?.body,
  )

test('every endpoint that takes a body has a sample of a right one', () => {
  expect(
    endpoints.filter(([name, endpoint]) => endpoint.body !== undefined && !samples[name]?.body).map(([name]) => name),
  ).toEqual([])
})

describe.each(endpoints)('%s', (name, endpoint) => {
  if (endpoint.access !== 'public')
    test('refuses whoever shows no token, or a wrong one', async () => {
      expect((await call(name, endpoint, running.api.as(''))).status).toBe(401)
      expect((await call(name, endpoint, running.api.as('x'.repeat(32)))).status).toBe(401)
      if (endpoint.body !== undefined)
        expect((await call(name, endpoint, running.api.as('x'), { body: '{' })).status).toBe(401)
    })

  test('refuses the levels that lack its right, and the key of an agent where it is for persons', async () => {
    if (endpoint.access === 'public') return
    if (endpoint.access === 'agent') {
      expect((await call(name, endpoint, running.api)).status).toBe(403)
      return
    }
    expect((await call(name, endpoint, running.api.as(agent.key))).status).toBe(403)
    if (endpoint.access === 'account') return
    if (endpoint.access === 'site') {
      expect((await call(name, endpoint, running.api)).status).toBe(403)
      expect((await call(name, endpoint, person('OWNER'))).status).toBe(403)
      return
    }
    for (const level of LEVELS)
      if (!holds(level, endpoint.access)) expect((await call(name, endpoint, caller(endpoint, level))).status).toBe(403)
  })

  test('refuses accounts that have no access to the project, or lack its right there, and asks for a project that is not named', async () => {
    const { access } = endpoint
    if (access === 'public' || access === 'site' || access === 'account') return
    if (access === 'agent') {
      expect((await call(name, endpoint, person('OWNER'))).status).toBe(403)
      return
    }
    const named = stranger.api(projectId)
    expect(await call(name, endpoint, named)).toMatchObject({ status: 403 })
    expect(await call(name, endpoint, named)).toEqual(
      expect.objectContaining({ body: (await call(name, endpoint, stranger.api('no such project'))).body }),
    )
    const nowhere = await call(name, endpoint, people.get('OWNER')?.api() ?? running.api.as(''))
    expect(nowhere.status).toBe(400)
    expect(JSON.stringify(nowhere.body)).toContain('Sonde-Project-Id')
    for (const level of LEVELS)
      if (!holds(level, access)) expect((await call(name, endpoint, person(level))).status).toBe(403)
      else if (endpoint.effect === 'read' && endpoint.media !== 'text/event-stream')
        expect([401, 403], level).not.toContain((await call(name, endpoint, person(level))).status)
  })

  test('answers malformed, wrong, missing, unknown and over-long input with a clear refusal that names the field', async () => {
    const body = samples[name]?.body
    if (body) {
      const malformed = await call(name, endpoint, caller(endpoint), { body: '{"a":' })
      expect(malformed.status).toBe(400)
      expect(JSON.stringify(malformed.body)).toContain('JSON')
      for (const mutation of mutationsOf(body, endpoint.maxBodyBytes)) {
        const answer = await call(name, endpoint, caller(endpoint), { body: mutation.body })
        expect(answer.status, `${mutation.what}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
        if (answer.status === 400 || answer.status === 422)
          expect(JSON.stringify(answer.body), mutation.what).toContain(mutation.names)
        if (mutation.isWrong && endpoint.for === 'person') expect([400, 422], mutation.what).toContain(answer.status)
      }
    }
    for (const [field, value] of Object.entries(samples[name]?.query ?? {}))
      for (const wrong of ['x'.repeat(20_000), '-1', '1e999', '\u0000', "'", value.slice(1)]) {
        const path = withQuery(pathOf(endpoint, mine), { ...samples[name]?.query, [field]: wrong })
        const answer = await caller(endpoint).call(methodOf(endpoint), path)
        expect(answer.status, `${field}=${wrong.slice(0, 20)}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
      }
  })

  test('never shows or touches what belongs to another project', async () => {
    if (!endpoint.route.includes('{')) return
    const answer = await call(name, endpoint, caller(endpoint), { ids: theirs })
    expect([400, 401, 403, 404, 410, 422]).toContain(answer.status)
    expect(JSON.stringify(answer.body)).not.toContain('CANARY-NAME')
    for (const id of ['', ' ', '%00', '%', '..', 'x'.repeat(300), theirs.monitor.slice(1), '%F0%9F%92%A9'])
      expect(
        (await call(name, endpoint, caller(endpoint), { ids: { monitor: id, schedule: id, webhook: id, result: id } }))
          .status,
      ).toBeLessThan(500)
  })

  test('is the same with and without a slash at the end', async () => {
    const path = pathOf(endpoint, mine)
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    const [one, two] = await Promise.all([
      running.api.as('').call(methodOf(endpoint), path),
      running.api.as('').call(methodOf(endpoint), other),
    ])
    expect(two.status).toBe(one.status)
    expect(one.status).not.toBe(404)
  })
})

test('a project header that names another project than the key’s is refused', async () => {
  const answer = await running.api.call('GET', '/api/3/monitors/', undefined, { 'sonde-project-id': 'another' })
  expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('another project') } })
})

test('nothing of all this was an error of the server', () => {
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})
