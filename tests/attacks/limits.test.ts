import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { addAccount, grant, PASSWORD } from '../support/accounts.ts'
import type { Answer, Api } from '../support/api.ts'
import { type LiveStream, openLiveStream } from '../support/live-stream.ts'
import { authorizeAt, signIn } from '../support/person.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Small limits that a test exceeds immediately, with a margin for what refills within a minute. */
const LIMITS = {
  SONDE_LIMITS: 'on',
  SONDE_LIMIT_REQUESTS_PER_MINUTE: '100',
  SONDE_LIMIT_RUNS_PER_MINUTE: '3',
  SONDE_LIMIT_SENDS_PER_MINUTE: '3',
  SONDE_LIMIT_SIGN_INS_PER_MINUTE: '5',
  SONDE_LIMIT_STREAMS: '4',
}

let running: TestServer
/** Someone who administers an organization. */
let admin: { readonly api: Api; readonly org: string }
beforeAll(async () => {
  running = await startServer({ env: LIMITS })
  const { email } = await addAccount(running, 'ada@example.org')
  const api = (await signIn(running.server, email, PASSWORD)).api()
  admin = { api, org: (await api.post<{ id: string }>('/api/2/organizations/', { name: 'Acme' })).id }
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const kept = async (model: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from oidc_store where model = ${model}`.execute(
    db(),
  )
  return rows[0]?.n ?? 0
}
const many = <T>(count: number, one: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => one(n)))
/** A key of an account of its own: the keys of one account share limits. */
const freshKey = async (): Promise<string> => {
  const { createApiKey } = await import('../../src/server/store/projects/projects.ts')
  const { key: projectKey } = await db().selectFrom('project').select('key').executeTakeFirstOrThrow()
  const account = await addAccount(running, `${randomUUID()}@example.org`)
  await grant(running, account, projectKey, 'OWNER')
  return createApiKey(db(), { projectKey, name: 'k', level: 'OWNER', accountId: account.id, now: Date.now() })
}

/** A short refusal that says when to retry. */
const expectTurnedAway = (answers: readonly Answer[]) => {
  const limited = answers.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  for (const { headers, body } of limited) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(JSON.stringify(body).length).toBeLessThan(300)
    expect(JSON.stringify(body)).toMatch(/try again in/i)
  }
}

describe('state kept for unknown callers is bounded', () => {
  test('pending sign-ins: 200 leave no more than the limit per minute', async () => {
    const { address } = authorizeAt(running.server.url)
    const answers = await many(200, () => fetch(address, { redirect: 'manual' }))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(180)
    const [limited] = answers.filter(({ status }) => status === 429)
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await limited?.text()).toContain('try again in')
    expect(await kept('Interaction')).toBeLessThan(20)
    // A silent request stores nothing, and is not refused with the others.
    const silent = await fetch(authorizeAt(running.server.url, { prompt: 'none' }).address, { redirect: 'manual' })
    expect(silent.status).not.toBe(429)
    const { rows } = await sql<{ expires: number }>`
      select max(expires) as expires from oidc_store where model in ('Interaction', 'Session') and account_id is null`.execute(
      db(),
    )
    expect(rows[0]?.expires ?? 0).toBeLessThan(Date.now() + 16 * 60_000)
  })

  test('device codes, and pages that start a session', async () => {
    const ask = () =>
      fetch(`${running.server.url}/oauth/device/code`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'sonde-cli', scope: 'openid' }),
      })
    const answers = await many(50, ask)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(30)
    expect(await kept('DeviceCode')).toBeLessThan(10)
    await many(50, () => fetch(`${running.server.url}/activate`))
    await many(50, () => fetch(`${running.server.url}/oidc/logout`))
    expect(await kept('Session')).toBeLessThan(20)
  })
})

test('one key gets few of the live streams, and others still get theirs', async () => {
  const [greedy, other] = [await freshKey(), await freshKey()]
  const streams: LiveStream[] = await many(12, () => openLiveStream(running.api.as(greedy)))
  expect(streams.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(streams.filter(({ status }) => status === 429)).toHaveLength(8)
  const another = await openLiveStream(running.api.as(other))
  expect(another.status).toBe(200)
  // Closing one makes room.
  for (const stream of streams) stream.close()
  another.close()
})

test('one account gets few of the live streams, however many keys and projects it makes', async () => {
  const { api_key } = await running.api.post<{ api_key: string }>('/api/2/account/projects', { name: 'another' })
  const keyOf = async (key: string, n: number) => {
    const made = { name: `k${n}`, access_level: 'VIEWER' }
    return (await running.api.as(key).post<{ secret: string }>('/api/2/api_keys/', made)).secret
  }
  const keys = await many(6, (n) => keyOf(n % 2 === 0 ? api_key : running.api.key, n))
  const streams = await many(18, (n) => openLiveStream(running.api.as(keys[n % 6] ?? '')))
  expect(streams.filter(({ status }) => status === 200)).toHaveLength(16)
  const refused = await running.api.as(keys[0] ?? '').call('GET', '/api/3/events')
  expect(refused.status).toBe(429)
  expect(JSON.stringify(refused.body)).toContain('Your account has reached the limit of open live streams')
  const another = await openLiveStream(running.api.as(await freshKey()))
  expect(another.status).toBe(200)
  for (const stream of [...streams, another]) stream.close()
})

/** Endpoints of each class, and how requests of an unknown caller, a key and an agent's older form count. */
const endpoints = Object.entries(contract) as [EndpointName, AnyEndpoint][]

describe('requests over a limit are refused before their body is read', () => {
  const limited = endpoints.filter(([, { limit, access }]) => limit !== undefined && access !== 'site')
  test.each(limited)('%s', async (_, endpoint) => {
    const [method = '', path = ''] = endpoint.route.split(' ')
    // Who has no right in an organization is refused before its limits.
    const isOfOrganization = endpoint.access === 'organization'
    const api = isOfOrganization ? admin.api : running.api.as(endpoint.access === 'public' ? '' : await freshKey())
    // Not even JSON: the body is not parsed over the limit.
    const body = method === 'GET' ? undefined : '{'
    const filled = path.replace('{org}', isOfOrganization ? admin.org : '{org}').replace(/\{\w+\}/g, 'x'.repeat(22))
    expectTurnedAway(await many(8, () => api.call(method, filled, body)))
  })

  test('requests of a key, of an unknown caller, and with a wrong token', async () => {
    const key = await freshKey()
    expectTurnedAway(await many(120, () => running.api.as(key).call('GET', '/api/3/monitors/')))
    expect((await running.api.as(await freshKey()).call('GET', '/api/3/monitors/')).status).toBe(200)
    expectTurnedAway(await many(40, () => running.api.as('').call('GET', '/api/2/account/')))
    expectTurnedAway(await many(40, (n) => running.api.as('x'.repeat(20 + n)).call('GET', '/api/2/account/')))
  })

  test('the server logged no error', () => {
    expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
  })
})

test('endpoints that start runs or send messages have their own limit', () => {
  const reaching = endpoints.filter(([, { access, reaches }]) => access === 'run' || reaches)
  const unlimited = reaching.filter(([, { limit, reaches }]) => limit === undefined || !reaches).map(([name]) => name)
  // The provider sets the interval of polls, and one that comes too early asks nobody.
  expect(unlimited).toEqual(['token.poll-device'])
})
