import { afterAll, beforeAll, expect, test } from 'vitest'
import { unknownValues } from '../../../src/server/handlers/audit/audit-values.ts'
import { createApiKey } from '../../../src/server/store/projects/projects.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

type Entry = {
  id: string
  number: number
  action: string
  time: string
  actor: { kind: string; id: string | null; name: string | null; email: string | null }
  resource: { type: string; id: string; name: string | null }
  changes: { path: string; before: unknown; after: unknown }[]
  ip: string | null
  user_agent: string | null
  request_id: string
  project_id: string | null
  org_id: string | null
}
type Page = { meta: { more: boolean; next_cursor: string | null }; results: Entry[] }
type Verification = {
  intact: boolean
  checked: number
  newest: { number: number } | null
  faults: { message: string }[]
}

let running: TestServer
let api: Api
let projectKey: number
let projectId: string
beforeAll(async () => {
  running = await startServer()
  api = running.api
  const { db } = running.server.services.database
  const project = await db.selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
  projectKey = project.key
  projectId = project.id
})
afterAll(() => running.stop())

const list = (query = ''): Promise<Page> => api.get<Page>(`/api/2/audits/${query}`)
const newMonitor = (name: string) =>
  api.post<{ id: string }>('/api/2/calls/', {
    meta: { name },
    request: { url: 'https://example.com/', headers: [{ key: 'Accept', value: '*/*' }] },
  })

test('an entry records actor, action, object, time, address and request', async () => {
  const answer = await api.call(
    'POST',
    '/api/2/calls/',
    { meta: { name: 'Seen' }, request: { url: 'https://example.com/' } },
    { 'user-agent': 'an agent of a user' },
  )
  const { id } = answer.body as { id: string }
  const [entry] = (await list('?limit=1')).results
  expect(entry).toMatchObject({
    action: 'monitor.create',
    actor: { kind: 'api_key', name: 'First key', email: 'ada@example.com' },
    resource: { type: 'monitor', id, name: 'Seen' },
    user_agent: 'an agent of a user',
    ip: '127.0.0.1',
    request_id: answer.headers.get('x-request-id'),
    project_id: projectId,
  })
  expect(entry?.changes).toContainEqual({ path: 'request.url', before: null, after: 'https://example.com/' })
})

test('changes are listed field by field, and secrets only as changed', async () => {
  const { id } = await newMonitor('Before')
  const headers = (token: string, accept: string) => [
    { key: 'Accept', value: accept },
    { key: 'Authorization', value: token },
  ]
  const change = (request: object) =>
    api.post<{ request: { headers: object[] } }>(`/api/2/calls/${id}/`, { meta: { name: 'After' }, request })
  await change({ headers: headers('Bearer canary-one', 'text/html') })
  await change({ headers: headers('Bearer canary-two', 'text/html') })
  const entries = (await list(`resource/${id}/`)).results
  expect(JSON.stringify(entries)).not.toContain('canary')
  expect(entries[1]?.changes).toContainEqual({ path: 'name', before: 'Before', after: 'After' })
  expect(entries[0]?.changes).toEqual([
    { path: 'request.headers', before: headers('secret', 'text/html'), after: headers('changed', 'text/html') },
  ])
})

test('pages of a filtered log contain each entry once, newest first', async () => {
  for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) await newMonitor(name)
  const seen: Entry[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page = await list(`?limit=2&action=monitor.create${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.results)
    cursor = page.meta.next_cursor
  }
  const whole = (await list('?limit=100&action=monitor.create')).results
  expect(seen).toEqual(whole)
  expect(whole.slice(0, 5).map(({ resource }) => resource.name)).toEqual(['p5', 'p4', 'p3', 'p2', 'p1'])
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
})

test('the log is filtered by actor, action, kind, time and object, even a deleted one', async () => {
  const { id } = await newMonitor('narrow')
  await api.call('DELETE', `/api/2/calls/${id}/`)
  await api.post('/api/3/webhooks/', { parameters: { url: 'https://example.com/' } })
  expect((await list(`resource/${id}/`)).results.map(({ action }) => action)).toEqual([
    'monitor.delete',
    'monitor.create',
  ])
  expect(new Set((await list('?type=webhook')).results.map(({ resource }) => resource.type))).toEqual(
    new Set(['webhook']),
  )
  expect(new Set((await list('?action=webhook')).results.map(({ action }) => action))).toEqual(
    new Set(['webhook.create']),
  )
  const all = (await list()).results
  const actor = all[0]?.actor.id ?? ''
  expect((await list(`?actor=${actor}`)).results).toEqual(all)
  expect((await list('?actor=nobody@example.com')).results).toEqual([])
  const middle = all[2]?.time ?? ''
  const newer = (await list(`?from=${middle}`)).results
  const older = (await list(`?to=${middle}`)).results
  expect([...newer, ...older]).toEqual(all)
  expect((await api.call('GET', '/api/2/audits/?from=yesterday')).body).toMatchObject({
    error_msg: expect.stringContaining('from must be a time'),
  })
  expect((await api.call('GET', '/api/2/audits/resource/nothing/')).status).toBe(404)
})

test('a revoked key keeps its name', async () => {
  const made = await api.post<{ id: string; secret: string }>('/api/2/api_keys/', { name: 'Short-lived' })
  const other = api.as(made.secret)
  await other.post('/api/3/webhooks/', { parameters: { url: 'https://example.com/' } })
  await api.call('DELETE', `/api/2/api_keys/${made.id}/`)
  const entries = (await list(`?actor=${made.id}`)).results
  expect(entries.map(({ actor }) => actor.name)).toEqual(['Short-lived'])
})

test('a project’s log requires the right to inspect, and its download the right to manage', async () => {
  const { db } = running.server.services.database
  const { id: accountId } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const statuses = async (level: 'OWNER' | 'MANAGER' | 'EDITOR' | 'ANALYST' | 'VIEWER') => {
    const key = await createApiKey(db, { projectKey, name: level, level, accountId, now: Date.now() })
    const asked = ['/api/2/audits/', '/api/3/audits/verification', '/api/3/audits/csv']
    return Promise.all(asked.map(async (path) => (await api.as(key).call('GET', path)).status))
  }
  expect(await statuses('OWNER')).toEqual([200, 200, 200])
  expect(await statuses('MANAGER')).toEqual([200, 200, 200])
  expect(await statuses('EDITOR')).toEqual([200, 200, 403])
  expect(await statuses('ANALYST')).toEqual([200, 200, 403])
  expect(await statuses('VIEWER')).toEqual([403, 403, 403])
})

test('a filter that no entry can match is refused with the values there are, on every list and in the download', async () => {
  const { db } = running.server.services.database
  const { id: orgId } = await db.selectFrom('organization').select('id').executeTakeFirstOrThrow()
  const admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  const lists = ['/api/2/audits/', '/api/3/audits/csv', `/api/2/audits/resource/${projectId}/`]
  const all = [
    ...lists.map((path) => [api, path] as const),
    [admin, `/api/2/audits/organization/${orgId}/`] as const,
    [admin, '/api/3/audits/installation'] as const,
  ]
  for (const [by, path] of all) {
    const refused = async (query: string) => {
      const { status, body } = await by.call('GET', `${path}?${query}`)
      return [path, query, status, JSON.stringify(body)]
    }
    const says = (query: string, words: RegExp) => [path, query, 422, expect.stringMatching(words)]
    expect(await refused('action=nonsense')).toEqual(says('action=nonsense', /action must be .*monitor, .*webhook/))
    expect(await refused('action=monitor.nope')).toEqual(says('action=monitor.nope', /one of .*monitor\.update/))
    expect(await refused('type=nope')).toEqual(says('type=nope', /type must be one of .*monitor, .*webhook/))
  }
})

test('a filter for what may happen is accepted before it has, and so is what an older version recorded', async () => {
  await newMonitor('Kept')
  for (const query of [
    'action=session.fail',
    'action=webhook',
    'action=project.enter',
    'type=role',
    'type=certificate',
  ])
    expect([query, (await api.call('GET', `/api/2/audits/?${query}`)).status]).toEqual([query, 200])
  const { db } = running.server.services.database
  const older = { scope: { projectKey }, action: 'call.make', type: 'call' }
  const fields = async (of: typeof db) => (await unknownValues(of, older)).map(({ field }) => field)
  expect(await fields(db)).toEqual(['action', 'type'])
  const recording = db.transaction().execute(async (tx) => {
    const { sql } = await import('kysely')
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update audit set action = 'call.make', resource = jsonb_set(resource, '{type}', '"call"')
      where project_key = ${projectKey} and number = 1`.execute(tx)
    expect(await fields(tx)).toEqual([])
    throw new Error('The log stays as it was.')
  })
  await expect(recording).rejects.toThrow('The log stays as it was.')
})

test('a kind is also meant by its own name, where entries have another type for it', async () => {
  await api.post('/api/2/api_keys/', { name: 'Named' })
  const types = async (type: string) => (await list(`?type=${type}`)).results.map(({ resource }) => resource.type)
  expect(await types('api_key')).toContain('key')
  expect(await types('api_key')).toEqual(await types('key'))
})

test('the log is downloaded as CSV without formulas', async () => {
  await newMonitor('=HYPERLINK("https://example.com/","x")')
  for (const sign of '＝＋－＠') await newMonitor(`${sign}1`)
  const { body, headers } = await api.call('GET', '/api/3/audits/csv?type=monitor')
  const text = String(body)
  expect(headers.get('content-type')).toContain('text/csv')
  expect(headers.get('content-disposition')).toContain(`audit-${projectId}`)
  expect(text).toContain(`"'=HYPERLINK(""https://example.com/"",""x"")"`)
  for (const sign of '＝＋－＠') expect(text).toContain(`,'${sign}1,`)
  const rows = text.trimEnd().split('\r\n')
  expect(rows[0]).toContain('time,number,who')
  expect(rows).toHaveLength(1 + (await list('?limit=100&type=monitor')).results.length)
})

test('a project’s chain is valid, and a changed entry in the store is found', async () => {
  const before = await api.get<Verification>('/api/3/audits/verification')
  expect(before).toMatchObject({ intact: true, faults: [] })
  expect(before.newest?.number).toBe(before.checked)
  const { db } = running.server.services.database
  const admin = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
  const whole = await admin.api().get<Verification & { chains: number }>('/api/3/audits/verification/installation')
  expect(whole).toMatchObject({ intact: true })
  expect(whole.checked).toBeGreaterThan(before.checked)
  await db.transaction().execute(async (tx) => {
    const { sql } = await import('kysely')
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update audit set ip = '10.0.0.1' where project_key = ${projectKey} and number = 2`.execute(tx)
  })
  const after = await api.get<Verification>('/api/3/audits/verification')
  expect(after).toMatchObject({
    intact: false,
    checked: 1,
    faults: [{ why: 'changed', number: 2, project_id: projectId }],
  })
  expect(after.faults[0]?.message).toContain('Entry 2 was changed')
})

test('an organization’s log is for its ADMINs and site admins', async () => {
  const { db } = running.server.services.database
  const { id: orgId } = await db.selectFrom('organization').select('id').executeTakeFirstOrThrow()
  const path = `/api/2/audits/organization/${orgId}/`
  const admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  const entries = (await admin.get<Page>(`${path}?limit=100`)).results
  expect(entries.length).toBeGreaterThan(2)
  expect(new Set(entries.map(({ org_id }) => org_id))).toEqual(new Set([orgId]))
  const member = await addAccount(running, 'member@example.com')
  await grant(running, member, projectKey, 'OWNER')
  const person = (await signIn(running.server, member.email, PASSWORD)).api(projectId)
  expect((await person.call('GET', path)).status).toBe(403)
  expect((await api.call('GET', path)).status).toBe(403)
  expect((await admin.call('GET', '/api/2/audits/organization/none/')).status).toBe(403)
})
