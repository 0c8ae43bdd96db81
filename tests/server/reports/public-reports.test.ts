import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUBLIC_REPORT_QUOTA } from '../../../src/server/store/reports/report-links.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/** Attacks on the public link of a report: guessed, revoked, renewed and foreign ones, and what an open one shows. */

let running: TestServer
let nobody: Api
let callId: string
beforeAll(async () => {
  running = await startServer()
  nobody = running.api.as('')
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Orders' },
    request: { url: 'https://internal.example.com/orders?key=hidden', headers: [{ key: 'X-Hidden', value: 'hidden' }] },
  })
  callId = id
})
afterAll(() => running.stop())

type Stored = { id: string; meta: { public: boolean; public_token: string | null; last_update: string } }

const make = async (name = 'Payments', rows: object[] = [{ call_id: callId }]): Promise<string> => {
  const report = { groups: [{ id: 'read', name: 'Read', rows }] }
  return (await running.api.post<{ id: string }>('/api/2/reports/', { meta: { name }, report })).id
}
const publish = (id: string, body: object = {}) => running.api.post<Stored>(`/api/3/reports/${id}/link`, body)
const tokenOf = ({ meta }: Stored): string => meta.public_token ?? ''
const open = (token: string) => nobody.call('GET', `/api/2/reports/${token}/public`)
const insights = (token: string, call: string) => nobody.call('GET', `/api/2/reports/${token}/public/${call}/insights`)
const revoke = (id: string) => running.api.call('DELETE', `/api/3/reports/${id}/link`)

test('whoever has the link sees names and figures, and no address, header, key or person', async () => {
  const id = await make()
  const stored = await publish(id)
  expect(tokenOf(stored)).toMatch(/^[0-9A-Za-z]{32}$/)
  const answer = await open(tokenOf(stored))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(answer.body).toMatchObject({ name: 'Payments', groups: [{ name: 'Read', rows: [{ label: 'Orders' }] }] })
  const { owner } = (await running.api.get<{ meta: { owner: string } }>(`/api/2/reports/${id}/`)).meta
  for (const hidden of ['internal.example.com', 'hidden', owner, 'project_id', tokenOf(stored)])
    expect(JSON.stringify(answer.body)).not.toContain(hidden)
  const scores = await insights(tokenOf(stored), callId)
  expect(scores.status).toBe(200)
  expect(scores.body).toMatchObject({ meta: { call_id: callId, period: 'week' }, results: [] })
})

test('a link that never was, an id in its place, and a closed one are answered alike', async () => {
  const id = await make()
  const token = tokenOf(await publish(id))
  expect((await open(token)).status).toBe(200)
  expect((await revoke(id)).status).toBe(200)
  const answers = [await open(token), await open('x'.repeat(32)), await open(id), await insights(token, callId)]
  for (const answer of answers) {
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual(answers[0]?.body)
  }
  expect(await running.api.get<Stored>(`/api/2/reports/${id}/`)).toMatchObject({
    meta: { public: false, public_token: null },
  })
})

test('a renewed link ends the one before, and publishing again keeps it', async () => {
  const id = await make()
  const first = tokenOf(await publish(id))
  expect(tokenOf(await publish(id))).toBe(first)
  const second = tokenOf(await publish(id, { renew: true }))
  expect(second).not.toBe(first)
  expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200])
})

test('a monitor that is not in the report shows nothing through it, nor one that was removed from it or deleted', async () => {
  const { id: other } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Other' },
    request: { url: 'https://example.com/' },
  })
  const id = await make('With other', [{ call_id: callId }, { call_id: other }])
  const token = tokenOf(await publish(id))
  const absent = tokenOf(await publish(await make('Without other')))
  expect((await insights(token, other)).status).toBe(200)
  expect((await insights(absent, other)).status).toBe(404)
  await running.api.post(`/api/2/reports/${id}/`, {
    report: { groups: [{ name: 'Read', rows: [{ call_id: callId }] }] },
  })
  expect((await insights(token, other)).status).toBe(404)
  expect(JSON.stringify((await open(token)).body)).not.toContain('Other')
  await running.api.call('DELETE', `/api/2/calls/${callId}/`)
  expect((await insights(token, callId)).status).toBe(404)
  expect((await open(token)).status).toBe(200)
})

test('the token is stored encrypted and by its hash, and no audit entry has it', async () => {
  const id = await make('Audited', [])
  const token = tokenOf(await publish(id))
  await publish(id, { renew: true })
  await revoke(id)
  const { db } = running.server.services.database
  const again = tokenOf(await publish(id))
  const rows = await db.selectFrom('report_link').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(again)
  const entries = await db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify(entries)).not.toContain(token)
  expect(JSON.stringify(entries)).not.toContain(again)
  const { results } = await running.api.get<{ results: { action: string }[] }>(`/api/2/audits/resource/${id}/`)
  expect(results.map(({ action }) => action)).toEqual([
    'report.publish',
    'report.revoke',
    'report.publish',
    'report.publish',
    'report.create',
  ])
})

test('those who may not publish see that a report is public, and not its link', async () => {
  const id = await make('Shown', [])
  await publish(id)
  const key = async (access_level: string) =>
    (await running.api.post<{ secret: string }>('/api/2/api_keys/', { name: access_level, access_level })).secret
  const viewer = running.api.as(await key('VIEWER'))
  const analyst = running.api.as(await key('ANALYST'))
  for (const api of [viewer, analyst])
    expect(await api.get<Stored>(`/api/2/reports/${id}/`)).toMatchObject({ meta: { public: true, public_token: null } })
  expect((await analyst.call('POST', `/api/3/reports/${id}/link`, {})).status).toBe(403)
  // What visitors see is not theirs to decide.
  expect((await analyst.call('POST', `/api/2/reports/${id}/`, { meta: { name: 'By an analyst' } })).status).toBe(403)
  expect((await viewer.call('POST', `/api/2/reports/${id}/`, { meta: { name: 'By a viewer' } })).status).toBe(403)
  await revoke(id)
  expect((await analyst.call('POST', `/api/2/reports/${id}/`, { meta: { name: 'By an analyst' } })).status).toBe(200)
})

test('a change over an older version is refused', async () => {
  const id = await make('Versions', [])
  const { meta } = await running.api.get<Stored>(`/api/2/reports/${id}/`)
  const change = (name: string) =>
    running.api.call('POST', `/api/2/reports/${id}/`, { meta: { name }, if_last_update: meta.last_update })
  expect((await change('First')).status).toBe(200)
  expect((await change('Second')).status).toBe(409)
})

test('a project has a bounded number of public reports, and closing one makes room', async () => {
  const ids: string[] = []
  for (let at = 0; at <= PUBLIC_REPORT_QUOTA; at++) ids.push(await make(`Report ${at}`, []))
  const answers: number[] = []
  for (const id of ids) answers.push((await running.api.call('POST', `/api/3/reports/${id}/link`, {})).status)
  expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(PUBLIC_REPORT_QUOTA)
  const refused = ids[answers.indexOf(422)] ?? ''
  const [first = ''] = ids
  await revoke(first)
  expect((await running.api.call('POST', `/api/3/reports/${refused}/link`, {})).status).toBe(200)
  await running.api.call('DELETE', `/api/2/reports/${refused}/`)
  expect((await running.api.call('POST', `/api/3/reports/${first}/link`, {})).status).toBe(200)
})
