import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOfRun, runOfId } from '../../src/server/store/results/runs.ts'
import { type HandAgent, joinAgent, joinBoundAgent, leaseRun, reportOf } from '../support/agent.ts'
import type { Api } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { type SignedIn, signIn } from '../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../support/server.ts'
import { newWorkflow } from '../support/workflows.ts'

/** Somebody with the key of an agent that is bound to one project, or with its join token. */

let running: TestServer
let ours: Api
let theirs: Api
let admin: SignedIn
/** Bound to our project, to theirs, and not bound at all. */
let bound: HandAgent & { readonly tokenId: string; readonly token: string }
let vault: HandAgent
let shared: HandAgent
let ourProject = ''

beforeAll(async () => {
  running = await startServer()
  ours = running.api
  const other = await ours.post<{ id: string; api_key: string }>('/api/2/account/projects', { name: 'Theirs' })
  theirs = ours.as(other.api_key)
  admin = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
  ourProject = await projectOf(ours)
  shared = await joinAgent(ours, running.server.joinToken)
  bound = await joinBoundAgent(ours, 'ours', { project_ids: [ourProject] })
  vault = await joinBoundAgent(theirs, 'theirs', { project_ids: [await projectOf(theirs)] })
})
afterAll(() => running?.stop())

const db = () => running.server.services.database.db
const projectOf = async (api: Api): Promise<string> =>
  (await api.get<{ meta: { project_id: string } }>('/api/2/api_keys/')).meta.project_id
const request_ = { url: 'https://example.com/' }
const newMonitor = async (api: Api): Promise<string> =>
  (await api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'm' }, request: request_ })).id
const runAt = async (api: Api, location: string, monitor?: string): Promise<string> =>
  (
    await api.post<{ result_id: string }>(`/api/3/monitors/${monitor ?? (await newMonitor(api))}/run`, {
      location_id: location,
    })
  ).result_id
const locationKey = async (id: string): Promise<number> =>
  (await db().selectFrom('location').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key
const asAgent = (agent: HandAgent, path: string, body: object) =>
  ours.as(agent.key).call('POST', `/remote-api/1/agent/${path}`, body)
const join = (token: string, name: string, more: object = {}) =>
  ours.as('').call('POST', '/remote-api/1/agent/register', { name, access_token: token, version: '1', ...more })

test('a report with the results of steps moves nothing of another project', async () => {
  const mine = await newMonitor(ours)
  const workflow = await newWorkflow(ours, [mine])
  const { workflow_result_id: id_ } = await ours.post<{ workflow_result_id: string }>(
    `/api/2/workflows/${workflow}/run`,
    {
      location_id: 'ours',
    },
  )
  const job = await leaseRun(bound, id_)
  const run = runOfId(job.id)
  const foreign = await newMonitor(theirs)
  const { key } = await db().selectFrom('object').select('key').where('id', '=', foreign).executeTakeFirstOrThrow()
  if (!run) throw new Error('The id of a run is readable.')
  const id = idOfRun({ ...run, target_key: key })
  const { steps: _, ...step } = { ...reportOf({ id, due: job.due }), steps: [] }
  await bound.report({
    ...reportOf(job),
    steps: [{ ...step, set_variables: [{ name: 'HOST', value: 'evil.example', scope: 'global' }] }],
  })
  const rows = await db().selectFrom('result').select('target_key').where('target_key', '=', key).execute()
  expect(rows).toEqual([])
  expect(await db().selectFrom('variable').select('name').execute()).toEqual([])
})

test('the trial of a monitor is settled only from the location where it runs', async () => {
  const trial = await theirs.post<{ id: string }>('/api/3/monitors/run-draft', {
    request: { method: 'GET', ...request_ },
    location_id: 'theirs',
  })
  const { target_key, due, source } = await db()
    .selectFrom('job')
    .select(['target_key', 'due', 'source'])
    .where('location_key', '=', await locationKey('theirs'))
    .executeTakeFirstOrThrow()
  const forged = idOfRun({ target_key, due, source, attempt: 0, location_key: await locationKey('local') })
  expect(await shared.report(reportOf({ id: forged, due: new Date(due).toISOString() }))).toMatchObject({
    accepted: [],
    refused: [{ id: forged }],
  })
  const [job] = await vault.work(10, 5)
  expect(job).toBeDefined()
  if (job) expect((await vault.report(reportOf(job))).accepted).toEqual([job.id])
  expect(trial.id).not.toBe('')
})

test('a key is replaced only when a person asked for it, so that whoever stole it cannot lock its agent out', async () => {
  const agent = await joinBoundAgent(ours, 'stolen', { project_ids: [ourProject] })
  expect(await asAgent(agent, 'key', {})).toMatchObject({ status: 409 })
  expect((await asAgent(agent, 'work', { capacity: 0, running: [], wait_seconds: 0 })).status).toBe(200)
})

test('a request that an agent began before it was revoked reports nothing afterwards', async () => {
  const agent = await joinAgent(ours, running.server.joinToken, 'slow')
  const job = await leaseRun(agent, await runAt(ours, 'slow'))
  const text = JSON.stringify({ results: [reportOf(job)] })
  const url = new URL('/remote-api/1/agent/results', running.server.url)
  const headers = {
    authorization: `Bearer ${agent.key}`,
    'content-type': 'application/json',
    'content-length': text.length,
  }
  const sending = request(url, { method: 'POST', headers })
  const status = new Promise<number>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
  sending.write(text.slice(0, 100))
  // The request has been identified when a second one on the same server has been answered.
  for (let asked = 0; asked < 5; asked++) await ours.get('/api/2/agents/info')
  expect((await admin.api().call('DELETE', `/api/3/agents/${agent.id}`)).status).toBe(200)
  sending.end(text.slice(100))
  expect(await status).toBe(403)
  expect(await ours.get(`/api/2/results/${job.id}/`)).toMatchObject({ result_category: 'QUEUED' })
})

test('a run does not start before it is due, whatever its agent says', async () => {
  const id = await runAt(ours, 'ours')
  const job = await leaseRun(bound, id)
  await bound.report(reportOf(job, { started: '1970-01-02T00:00:00Z' }))
  const { due, started } = await db()
    .selectFrom('result')
    .select(['due', 'started'])
    .where('target_key', '=', runOfId(id)?.target_key ?? 0)
    .executeTakeFirstOrThrow()
  expect(started).toBe(due)
})

test('steps are reported of workflows alone', async () => {
  const id = await runAt(ours, 'ours')
  const job = await leaseRun(bound, id)
  const run = runOfId(id)
  if (!run) throw new Error('The id of a run is readable.')
  const step = reportOf({ id: idOfRun({ ...run, due: run.due + 1 }), due: job.due })
  await bound.report({ ...reportOf(job), steps: [step] })
  const rows = await db().selectFrom('result').select('due').where('target_key', '=', run.target_key).execute()
  expect(rows).toEqual([{ due: run.due }])
})

test('an agent keeps a few requests open; further ones answer the oldest', async () => {
  const agent = await joinBoundAgent(ours, 'many', { project_ids: [ourProject] })
  const ended: number[] = []
  const waiting = Array.from({ length: 12 }, (_, at) =>
    asAgent(agent, 'work', { capacity: 1, running: [], wait_seconds: 30 }).then(() => ended.push(at)),
  )
  await eventually(async () => ended.length >= 8, { what: 'answers to the oldest requests' })
  expect((await admin.api().call('DELETE', `/api/3/agents/${agent.id}`)).status).toBe(200)
  await Promise.all(waiting)
})

test('joining again and again uses up no numbers of locations', async () => {
  const before = await joinAgent(ours, running.server.joinToken, 'counted-1')
  for (let again = 0; again < 5; again++) await joinAgent(ours, running.server.joinToken, 'counted-1')
  expect((await join(bound.token, 'counted-1')).status).toBe(422)
  await joinAgent(ours, running.server.joinToken, 'counted-2')
  expect((await locationKey('counted-2')) - (await locationKey('counted-1'))).toBe(1)
  expect(before.id).not.toBe('')
})

test('a join token makes neither endless locations nor endless agents', async () => {
  const { secret } = await ours.post<{ secret: string }>('/api/3/agents/join-tokens/', {
    name: 'flood',
    bound_to: { project_ids: [ourProject] },
  })
  const statuses = new Set<number>()
  let made = 0
  for (; made < 150 && !statuses.has(409); made++) statuses.add((await join(secret, `flood-${made}`)).status)
  expect([...statuses].sort()).toEqual([200, 409])
  expect(made).toBeLessThan(120)
  // Others, and locations that exist, are not affected.
  expect((await join(running.server.joinToken, 'unaffected')).status).toBe(200)
  let agents = 0
  const again: number[] = []
  for (; agents < 150 && again.at(-1) !== 409; agents++) again.push((await join(secret, 'flood-0')).status)
  expect(again.at(-1)).toBe(409)
  expect(agents).toBeLessThan(120)
}, 60_000)

test('the token of somebody whose account is blocked joins nobody, nor one whose projects are gone', async () => {
  const { secret } = await admin.api().post<{ secret: string }>('/api/3/agents/join-tokens/', { name: 'left' })
  expect((await join(secret, 'left')).status).toBe(200)
  await db().updateTable('account').set({ blocked: Date.now() }).where('email', '=', 'ada@example.com').execute()
  expect((await join(secret, 'left')).status).toBe(401)
  await db().updateTable('account').set({ blocked: null }).where('email', '=', 'ada@example.com').execute()
  const gone = await ours.post<{ id: string; api_key: string }>('/api/2/account/projects', { name: 'Gone' })
  const token = await joinBoundAgent(ours.as(gone.api_key), 'gone', { project_ids: [gone.id] })
  await db().updateTable('project').set({ removed: Date.now() }).where('id', '=', gone.id).execute()
  expect((await join(token.token, 'gone')).status).toBe(401)
})

test('an expired token joins nobody', async () => {
  const made = await ours.post<{ id: string; secret: string }>('/api/3/agents/join-tokens/', {
    name: 'short',
    bound_to: { project_ids: [ourProject] },
    expires_days: 1,
  })
  await db()
    .updateTable('join_token')
    .set({ expires: Date.now() - 1 })
    .where('id', '=', made.id)
    .execute()
  expect((await join(made.secret, 'short')).status).toBe(401)
})

test('an agent describes its place in words that a person could have entered', async () => {
  for (const place of [
    { name: 'x', country: 'zz' },
    { name: 'x', location: [900, 0] },
    { name: 'x', location: [0, 181] },
  ]) {
    const answer = await join(running.server.joinToken, 'odd-place', { agent: place })
    expect([place, answer.status]).toEqual([place, 422])
  }
})

test('pictures and bodies are stored of the agent’s own projects alone, even after it was bound otherwise', async () => {
  const id = await runAt(theirs, 'local')
  const job = await leaseRun(shared, id)
  await shared.report(reportOf(job))
  // Another agent's change would be the same.
  const before = await db().selectFrom('project').select('key').where('id', '=', ourProject).executeTakeFirstOrThrow()
  await db()
    .updateTable('location')
    .set({ bound_projects: [before.key] })
    .where('id', '=', 'local')
    .execute()
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64')
  expect((await asAgent(shared, `results/${id}/pictures/0`, { content: png })).status).toBe(404)
  expect((await asAgent(shared, `results/${id}/body`, { number: 0, content: '' })).status).toBe(404)
  await db().updateTable('location').set({ bound_projects: null }).where('id', '=', 'local').execute()
})

test('numbers beyond those of projects are refused, and not passed to the store', async () => {
  const answer = await asAgent(bound, 'work', { capacity: 1, running: [], full: [2 ** 40], wait_seconds: 0 })
  expect(answer.status).toBeLessThan(500)
})

test('a detail that unpacks to anything but a detail is shown as none', async () => {
  const { deflateRawSync } = await import('node:zlib')
  for (const detail of [
    'AAAA',
    deflateRawSync('[]').toString('base64'),
    deflateRawSync(' '.repeat(2 ** 25)).toString('base64'),
  ]) {
    const id = await runAt(ours, 'ours')
    const job = await leaseRun(bound, id)
    await bound.report(reportOf(job, { detail }))
    expect([detail.length, (await ours.call('GET', `/api/2/results/${id}/?mode=full`)).status]).toEqual([
      detail.length,
      200,
    ])
  }
})
