import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf } from '../../../src/contract/core/endpoint.ts'
import type { incidents as incidentEndpoints } from '../../../src/contract/incidents/incidents.ts'
import { publishedIncidents } from '../../../src/server/store/incidents/published-incidents.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/** Incidents by hand: changes, merging, publication, and two people at once. */

type Incident = AnswerOf<(typeof incidentEndpoints)['incident.read']>

let running: TestServer
let nobody: Api
let orders: string
let hidden: string
beforeAll(async () => {
  running = await startServer()
  nobody = running.api.as('')
  const monitor = async (name: string) =>
    (
      await running.api.post<{ id: string }>('/api/2/calls/', {
        meta: { name },
        request: { url: 'https://internal.example.com/orders?key=hidden' },
      })
    ).id
  orders = await monitor('orders-svc-eu-1')
  hidden = await monitor('ledger-internal')
})
afterAll(() => running.stop())

const open = (body: object = {}) => running.api.post<Incident>('/api/3/incidents/', { title: 'Orders fail', ...body })
const step = (id: string, verb: string, body: object = {}) =>
  running.api.call('POST', `/api/3/incidents/${id}/${verb}`, body)
const read = (id: string) => running.api.get<Incident>(`/api/3/incidents/${id}`)
const report = (id: string) => nobody.call('GET', `/api/2/incidents/${id}`)

test('the public sees what was published, and nothing else', async () => {
  const { id } = await open({
    impact: 'critical',
    cause: 'Expired certificate of the ledger',
    monitors: [{ id: orders, public_name: 'Order service' }, { id: hidden }],
  })
  const unknown = await report('x'.repeat(22))
  expect(unknown.status).toBe(404)
  expect((await report(id)).body).toEqual(unknown.body)

  await step(id, 'updates', { text: 'Ada restarts the ledger' })
  await step(id, 'updates', { text: 'We found the cause.', state: 'identified', public: true })
  expect((await step(id, 'publish')).status).toBe(200)
  const shown = await report(id)
  expect(shown.status).toBe(200)
  expect(shown.headers.get('x-robots-tag')).toBe('noindex')
  expect(shown.body).toMatchObject({
    id,
    title: 'Orders fail',
    status: 'identified',
    severity: 'critical',
    ended: null,
    cause: null,
    affected: [{ name: 'Order service', until: null }],
    updates: [{ status: 'identified', text: 'We found the cause.' }],
  })
  const text = JSON.stringify(shown.body)
  const { owner } = await running.api
    .get<{ meta: { owner: string } }>(`/api/2/calls/${orders}/`)
    .then(({ meta }) => meta)
  for (const secret of [orders, hidden, owner, 'orders-svc', 'ledger', 'internal.example.com', 'Ada', 'project_id'])
    expect([secret, text.includes(secret)]).toEqual([secret, false])

  await running.api.call('PUT', `/api/3/incidents/${id}`, { cause_public: true })
  expect((await report(id)).body).toMatchObject({ cause: 'Expired certificate of the ledger' })
  expect((await step(id, 'unpublish')).status).toBe(200)
  expect((await report(id)).body).toEqual(unknown.body)
})

test('what is read for status pages is what was published, in the window asked for', async () => {
  const { db } = running.server.services.database
  const { id } = await open({ title: 'For the page', begun: '2026-01-05T10:00:00Z' })
  const { project_key } = await db
    .selectFrom('incident')
    .select('project_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const within = async (from: string, to: string) =>
    (await publishedIncidents(db, project_key, { from: Date.parse(from), to: Date.parse(to) })).map((one) => one.id)
  expect(await within('2026-01-01T00:00:00Z', '2026-01-06T00:00:00Z')).not.toContain(id)
  await step(id, 'publish')
  expect(await within('2026-01-01T00:00:00Z', '2026-01-06T00:00:00Z')).toContain(id)
  expect(await within('2026-01-01T00:00:00Z', '2026-01-05T10:00:00Z')).not.toContain(id)
})

test('of two people who resolve at once, one does, and the other is told', async () => {
  const { id } = await open()
  const answers = await Promise.all([step(id, 'resolve'), step(id, 'resolve', { text: 'Me, too.' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const timeline = await running.api.get<{ data: { type: string }[] }>(`/api/3/incidents/${id}/timeline`)
  expect(timeline.data.filter(({ type }) => type === 'update')).toHaveLength(1)
  expect((await step(id, 'updates', { text: 'x', state: 'identified' })).status).toBe(409)
  expect((await step(id, 'reopen')).body).toMatchObject({ state: 'investigating', ended: null })
  expect((await step(id, 'reopen')).status).toBe(409)
})

test('an edit that is based on an older version is refused', async () => {
  const made = await open()
  await step(made.id, 'updates', { text: 'Meanwhile' })
  const body = { title: 'Late', if_last_update: made.last_update }
  expect((await running.api.call('PUT', `/api/3/incidents/${made.id}`, body)).status).toBe(409)
  expect((await read(made.id)).title).toBe('Orders fail')
})

test('an incident that was merged leads to the other, which has its monitors and updates', async () => {
  const into = await open({ title: 'The outage', monitors: [{ id: orders, public_name: 'Orders' }] })
  const from = await open({
    title: 'Part of it',
    begun: '2026-01-05T10:00:00Z',
    monitors: [{ id: orders }, { id: hidden, public_name: 'Ledger' }],
  })
  await step(from.id, 'updates', { text: 'Said in private', public: true })
  await step(into.id, 'publish')
  const merged = await step(from.id, 'merge', { into: into.id })
  expect(merged.body).toMatchObject({ id: into.id, monitor_count: 2, begun: '2026-01-05T10:00:00.000Z' })
  expect(await read(from.id)).toMatchObject({ id: into.id })
  // What had not been published does not become public by the merge.
  expect((await report(from.id)).body).toMatchObject({ id: into.id, affected: [{ name: 'Orders' }], updates: [] })
  expect((await step(from.id, 'resolve')).status).toBe(409)
  expect((await step(into.id, 'merge', { into: into.id })).status).toBe(422)
  expect((await step(into.id, 'merge', { into: from.id })).status).toBe(409)
  const { data } = await running.api.get<{ data: Incident[] }>('/api/3/incidents/')
  expect(data.map(({ id }) => id)).not.toContain(from.id)
  expect((await running.api.call('DELETE', `/api/3/incidents/${into.id}`)).status).toBe(204)
  expect((await running.api.call('GET', `/api/3/incidents/${from.id}`)).status).toBe(404)
})

test('two merges in opposite directions at once leave one incident', async () => {
  const [a, b] = [await open({ title: 'A' }), await open({ title: 'B' })]
  const answers = await Promise.all([step(a.id, 'merge', { into: b.id }), step(b.id, 'merge', { into: a.id })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await read(a.id)).id).toBe((await read(b.id)).id)
})

test('problems name their field', async () => {
  const refused = async (body: object) => {
    const { status, body: answer } = await running.api.call('POST', '/api/3/incidents/', body)
    return [status, JSON.stringify(answer)] as const
  }
  expect((await refused({ title: '   ' }))[1]).toContain('title')
  expect((await refused({ title: 'x', begun: '2126-01-01T00:00:00Z' }))[1]).toContain('begun must not be in the future')
  expect((await refused({ title: 'x', monitors: [{ id: 'nothing' }] }))[1]).toContain('monitors[0].id')
})
