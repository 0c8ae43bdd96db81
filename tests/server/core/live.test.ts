import { connect } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type BroadcastKind, broadcastKinds } from '../../../src/contract/kinds.ts'
import type { LiveEvent } from '../../../src/contract/live/live.ts'
import type { ManagedKind } from '../../../src/contract/resources.ts'
import { eventBatch } from '../../../src/server/store/core/events.ts'
import { hashOf } from '../../../src/server/store/core/identifiers.ts'
import { createApiKey } from '../../../src/server/store/projects/projects.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import { failed, type HandAgent, joinAgent, reportOf } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { type LiveStream, openLiveStream } from '../../support/live-stream.ts'
import { madeFor, makeManaged, managedSamples } from '../../support/managed-kinds.ts'
import { makeOrganizationDowntime } from '../../support/organizations.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const secretKey = { SONDE_SECRET_KEY: 'the same key for both of the servers' }

/** Two servers on one database. */
let one: TestServer
let two: TestServer
let agent: HandAgent
let nowMs = Date.now()
const clock = () => nowMs
const open: LiveStream[] = []
const listen = async (api: Api, lastId?: string) => {
  const stream = await openLiveStream(api, lastId)
  open.push(stream)
  return stream
}

beforeAll(async () => {
  one = await startServer({ env: secretKey, clock })
  two = await startServer({ env: { ...secretKey, DATABASE_URL: one.databaseUrl }, clock })
  agent = await joinAgent(one.api, one.server.joinToken)
})
afterAll(async () => {
  for (const stream of open) stream.close()
  await two.stop()
  await one.stop()
})

const newMonitor = (api: Api, request: object = {}) =>
  api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'm' },
    request: { url: 'http://example.com/', ...request },
  })
/** Takes events without those of deliveries, whose time is not predictable. */
const events = async (stream: LiveStream, count: number) => {
  const found: LiveEvent[] = []
  while (found.length < count)
    found.push(...(await stream.take(1)).map(({ event }) => event).filter(({ type }) => type !== 'delivery'))
  return found
}
const levelKey = async (level: 'VIEWER' | 'OWNER') => {
  const { db } = one.server.services.database
  const { key: projectKey } = await db.selectFrom('project').select('key').orderBy('key').executeTakeFirstOrThrow()
  const { id: accountId } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  return createApiKey(db, { projectKey, name: level, level, accountId, now: Date.now() })
}
/** Runs a monitor this many times and reports all results at once. */
const runMany = async (id: string, count: number, change = {}) => {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const run = await one.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, { location_id: 'local' })
    ids.push(run.result_id)
  }
  const due = new Date(nowMs).toISOString()
  await agent.report(...ids.map((id) => reportOf({ id, due }, change)))
  return ids
}

test('a stream reports changes, runs and results from every server', async () => {
  const here = await listen(one.api)
  const there = await listen(two.api)
  const { id } = await newMonitor(one.api)
  await two.api.post(`/api/2/calls/${id}/`, { meta: { name: 'renamed' } })
  const hook = await one.api.post<{ id: string }>('/api/3/webhooks/', {
    monitor_id: id,
    parameters: { url: 'https://example.com/' },
  })
  const { result_id } = await one.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
  const [job] = await agent.work()
  if (!job) throw new Error('Nothing was leased.')
  await agent.report(reportOf(job, failed))
  await two.api.call('DELETE', `/api/2/calls/${id}/`)
  const expected = [
    { type: 'object', kind: 'monitor', id, change: 'created', by: expect.any(String) },
    { type: 'object', kind: 'monitor', id, change: 'updated', by: expect.any(String) },
    { type: 'object', kind: 'webhook', id: hook.id, change: 'created', by: expect.any(String) },
    { type: 'run', result_id, call_id: id, location_id: 'local' },
    {
      type: 'result',
      id: result_id,
      call_id: id,
      location_id: 'local',
      result_category: 'FAIL',
      result: 'HTTP_SERVER_ERROR',
      http_code: 500,
      response_time: 66,
      time: job.due,
      trigger: 'api',
    },
    { type: 'alert', webhook_id: hook.id, call_id: id, state: 'open' },
    { type: 'notification' },
    { type: 'object', kind: 'monitor', id, change: 'removed', by: expect.any(String) },
  ]
  expect(await events(here, expected.length)).toEqual(expected)
  expect(await events(there, expected.length)).toEqual(expected)
  await one.api.call('DELETE', `/api/3/webhooks/${hook.id}`)
})

/** Changes of kinds that are not created by an endpoint of their own: the id of what was changed. */
const changes: Readonly<Record<Exclude<BroadcastKind, ManagedKind>, () => Promise<string>>> = {
  project: async () => {
    const { db } = one.server.services.database
    const { id } = await db.selectFrom('project').select('id').orderBy('key').executeTakeFirstOrThrow()
    await one.api.post(`/api/2/projects/${id}`, { name: 'renamed' })
    return id
  },
  environment: async () => {
    const { id } = await one.api.post<{ id: string }>('/api/3/environments/', { name: 'staging' })
    return id
  },
  variable: async () => {
    const { workspace_variable } = await one.api.post<{ workspace_variable: { id: string } }>(
      '/api/2/environment/global/HOST',
      { value: 'https://api.example.com' },
    )
    return workspace_variable.id
  },
  incident: async () => (await one.api.post<{ id: string }>('/api/3/incidents/', { title: 'Down' })).id,
  'organization-downtime': () => makeOrganizationDowntime(one),
}
const isManaged = (kind: BroadcastKind): kind is ManagedKind => kind in managedSamples

test.each(broadcastKinds)('a change of a %s reaches a live stream', async (kind) => {
  const stream = await listen(two.api)
  const id = isManaged(kind) ? await makeManaged(one.api, kind) : await changes[kind]()
  const told = await events(stream, isManaged(kind) ? madeFor(kind) : 1)
  expect(told.at(-1)).toMatchObject({ type: 'object', kind, id })
  stream.close()
})

test('all results of one transaction are sent once, and a stream resumes after any of them on any server', async () => {
  const { id } = await newMonitor(one.api)
  const stream = await listen(two.api)
  const ids = await runMany(id, 40)
  const runs = await stream.take(40)
  const told = await stream.take(40)
  expect(told.map(({ event }) => 'id' in event && event.id).sort()).toEqual([...ids].sort())
  stream.close()
  await two.api.post(`/api/2/calls/${id}/`, { meta: { name: 'meanwhile' } })
  const all = [...runs, ...told]
  for (const [at, server] of [
    [0, one],
    [39, two],
    [41, one],
    [60, two],
    [79, one],
  ] as const) {
    const resumed = await listen(server.api, all[at]?.id)
    const missed = await events(resumed, all.length - at)
    expect(missed).toEqual([
      ...all.slice(at + 1).map(({ event }) => event),
      { type: 'object', kind: 'monitor', id, change: 'updated', by: expect.any(String) },
    ])
    await newMonitor(server.api)
    expect(await events(resumed, 1)).toMatchObject([{ change: 'created' }])
    resumed.close()
  }
})

test('late commits are sent when they commit, and no resuming stream misses them', async () => {
  const { db } = one.server.services.database
  const { key } = await db.selectFrom('project').select('key').orderBy('key').executeTakeFirstOrThrow()
  const write = async (name: string) => {
    const sheet = eventBatch()
    sheet.tell(key, { type: 'run', result_id: name, call_id: 'c', location_id: 'l' })
    const tx = await db.startTransaction().execute()
    // An open transaction would keep the server from stopping, were this test to fail.
    onTestFinished(async () => {
      if (!tx.isCommitted) await tx.rollback().execute()
    })
    await sheet.write(tx, nowMs)
    return async () => {
      await tx.commit().execute()
      one.server.services.live.announce()
    }
  }
  const stream = await listen(two.api)
  const names = async (from: LiveStream, count: number) =>
    (await events(from, count)).map((event) => event.type === 'run' && event.result_id)
  const commitEarly = await write('begun first')
  const commitLate = await write('begun second')
  await commitLate()
  const [second] = await stream.take(1)
  expect(second?.event).toMatchObject({ result_id: 'begun second' })
  const resumed = await listen(one.api, second?.id)
  await commitEarly()
  expect(await names(stream, 1)).toEqual(['begun first'])
  expect(await names(resumed, 1)).toEqual(['begun first'])
  expect(await names(await listen(two.api, second?.id), 1)).toEqual(['begun first'])
})

test('a killed listening connection is reopened without losing events', async () => {
  const stream = await listen(two.api)
  const client = new Client({ connectionString: one.databaseUrl })
  await client.connect()
  const killed = await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sonde listener' and datname = current_database()",
  )
  await client.end()
  expect(killed.rowCount).toBeGreaterThan(0)
  const made = [await newMonitor(one.api), await newMonitor(one.api)]
  expect((await events(stream, 2)).map((event) => 'id' in event && event.id)).toEqual(made.map(({ id }) => id))
})

test('an invalid, old or foreign id gets one reset, and the stream continues', async () => {
  const stream = await listen(one.api)
  await newMonitor(one.api)
  await stream.take(1)
  const [madeAt = '', seen = ''] = stream.lastId.split('~')
  const future = seen.replace(/^\d+:\d+:.*/, '900000000000:900000000000:')
  for (const id of [
    'nonsense',
    '1~2',
    `${Number(madeAt) - 600_001}~${seen}`,
    `${madeAt}~${future}`,
    `${madeAt}~5:4:`,
    `${madeAt}~4:9:8,7`,
  ]) {
    const late = await listen(two.api, id)
    await newMonitor(one.api)
    expect(await events(late, 2), id).toMatchObject([{ type: 'reset' }, { type: 'object', change: 'created' }])
    late.close()
  }
})

test('no stream contains another project’s events or a secret', async () => {
  const other = await one.api.post<{ api_key: string }>('/api/2/account/projects', { name: 'theirs' })
  const theirs = await listen(two.api.as(other.api_key))
  const mine = await listen(two.api)
  const { id } = await newMonitor(one.api, {
    headers: [{ key: 'Authorization', value: 'Bearer CANARY' }],
    parameters: [{ key: 'api_key', value: 'CANARY' }],
  })
  await runMany(id, 1)
  await newMonitor(one.api.as(other.api_key))
  expect(await events(theirs, 1)).toMatchObject([{ type: 'object', kind: 'monitor', change: 'created' }])
  expect(theirs.text).not.toContain(id)
  await mine.take(3)
  expect(mine.text).toContain(id)
  expect(mine.text).not.toContain('CANARY')
})

test('a viewer gets a result’s outcome without its reason', async () => {
  const viewer = await listen(one.api.as(await levelKey('VIEWER')))
  const { id } = await newMonitor(one.api)
  await runMany(id, 1)
  const told = await events(viewer, 3)
  expect(Object.keys(told[2] ?? {}).sort()).toEqual([
    'call_id',
    'http_code',
    'id',
    'location_id',
    'response_time',
    'result_category',
    'time',
    'type',
  ])
})

/** Advances time and makes the hubs poll. */
const pass = (ms: number) => {
  nowMs += ms
  one.server.services.live.announce()
}

test('a quiet stream sends heartbeats; it ends if its key was revoked or its level changed', async () => {
  const stream = await listen(one.api)
  await stream.until((text) => text.includes('id: '))
  const before = stream.lastId
  pass(15_000)
  await stream.until((text) => text.split(': \n').length > 2)
  expect(stream.lastId).not.toBe(before)

  const { db } = one.server.services.database
  for (const withdraw of [
    (hash: Buffer) => db.deleteFrom('api_key').where('hash', '=', hash).execute(),
    (hash: Buffer) => db.updateTable('api_key').set({ expires: nowMs }).where('hash', '=', hash).execute(),
    (hash: Buffer) => db.updateTable('api_key').set({ access_level: 'VIEWER' }).where('hash', '=', hash).execute(),
  ]) {
    const key = await levelKey('OWNER')
    const ending = await listen(two.api.as(key))
    await withdraw(hashOf(key))
    pass(15_000)
    await ending.ended()
  }
})

test('a person listens by access token until project access is revoked', async () => {
  const { db } = one.server.services.database
  const { key, id } = await db.selectFrom('project').select(['key', 'id']).orderBy('key').executeTakeFirstOrThrow()
  const eve = await addAccount(one, 'eve@example.com')
  await grant(one, eve, key, 'VIEWER')
  const { accessToken } = await signIn(one.server, eve.email, PASSWORD)
  const stream = await openLiveStream({ base: one.server.url, key: accessToken }, undefined, { 'sonde-project-id': id })
  open.push(stream)
  await newMonitor(two.api)
  expect(await events(stream, 1)).toMatchObject([{ type: 'object', change: 'created' }])
  await db.deleteFrom('project_access').where('account_id', '=', eve.id).execute()
  pass(15_000)
  await stream.ended()
})

test('a reader that does not read is disconnected, and gets everything after reconnecting', async () => {
  const stream = await listen(two.api)
  await stream.until((text) => text.includes('id: '))
  const { port } = new URL(two.server.url)
  const socket = connect(Number(port), '127.0.0.1')
  const cut = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.write(`GET /api/3/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${two.api.key}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  const { db } = one.server.services.database
  const { key } = await db.selectFrom('project').select('key').orderBy('key').executeTakeFirstOrThrow()
  const before = stream.lastId
  // More than the buffers of both ends hold.
  for (let nth = 0; nth < 40; nth++) {
    const sheet = eventBatch()
    for (let at = 0; at < 150; at++)
      sheet.tell(key, { type: 'run', result_id: `${nth}-${at}-${'x'.repeat(3_000)}`, call_id: 'c', location_id: 'l' })
    await sheet.write(db, nowMs)
    one.server.services.live.announce()
    await stream.take(150)
  }
  // Who reads again finds the end of the line.
  socket.resume()
  await cut
  const back = await listen(one.api, before)
  const told = await back.take(6_000)
  expect(new Set(told.map(({ event }) => event.type === 'run' && event.result_id)).size).toBe(6_000)
}, 120_000)
