import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCall } from '../../../src/agent/runner/run-call.ts'
import { MASK } from '../../../src/domain/secrets/masking.ts'
import { adoptCredentials } from '../../../src/server/store/auth/credential-adoption.ts'
import { httpServer, loopback } from '../../agent/world.ts'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import { type HandAgent, joinAgent, leaseRun } from '../../support/agent.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let agent: HandAgent
beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  agent = await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

type Pair = { key: string; value: string }
type Setting = { id: string; settings: { headers: Pair[]; parameters: Pair[] } }

const HEADERS = [
  { key: 'X-Key', value: 'CANARY-1' },
  { key: 'X-Key', value: 'CANARY-2' },
  { key: 'Tenant', value: 'CANARY' },
  { key: 'X-Signed', value: 'CANARY-part-%%TOKEN%%' },
]
const TEMPLATES = [
  { key: 'Authorization', value: 'Bearer %%TOKEN%%' },
  { key: 'X-Placed', value: 'id=%%ID%%, key=%%TOKEN%%' },
]
const newSetting = (origin: string, headers: Pair[]) =>
  running.api.post<Setting>('/api/2/auth/', {
    meta: { name: 'Service' },
    settings: {
      auth_type: 'MANUAL',
      allowed_origins: [origin],
      headers,
      parameters: [{ key: 'k', value: 'CANARY-query' }],
    },
  })
const viewer = async () => {
  const { db } = running.server.services.database
  const project = await db.selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
  const account = await addAccount(running, `viewer-${Math.random()}@example.com`)
  await grant(running, account, project.key, 'VIEWER')
  return (await signIn(running.server, account.email, PASSWORD)).api(project.id)
}
const storedText = async (id: string): Promise<string> =>
  JSON.stringify(
    await running.server.services.database.db
      .selectFrom('object')
      .select('doc')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )

test('every credential of an auth setting is encrypted and masked for everyone, whatever its name; templates are shown', async () => {
  const made = await newSetting('https://api.example.com', [...HEADERS, ...TEMPLATES])
  for (const api of [running.api, await viewer()]) {
    const { settings } = await api.get<Setting>(`/api/2/auth/${made.id}/`)
    expect(settings.headers).toEqual([...HEADERS.map(({ key }) => ({ key, value: MASK })), ...TEMPLATES])
    expect(settings.parameters).toEqual([{ key: 'k', value: MASK }])
    expect(JSON.stringify(await api.get('/api/2/auth/'))).not.toContain('CANARY')
  }
  expect(JSON.stringify(made)).not.toContain('CANARY')
  expect(await storedText(made.id)).not.toContain('CANARY')
})

test('a mask that comes back keeps its value, calls carry it, and results show none of it', async () => {
  const seen: unknown[] = []
  const port = await httpServer((request, response) => {
    const { 'x-key': key, tenant, 'x-of': of } = request.headers
    seen.push({ key, tenant, of, url: request.url })
    response.end(`you sent ${key} as a canary`)
  })
  const origin = `http://127.0.0.1:${port}`
  const made = await newSetting(origin, [
    { key: 'X-Key', value: 'CANARY-1' },
    { key: 'Tenant', value: 'canary' },
  ])
  const headers = [...made.settings.headers, { key: 'X-Of', value: 'plain word' }]
  await running.api.post(`/api/2/auth/${made.id}/`, { settings: { headers, parameters: made.settings.parameters } })
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'One' },
    request: { method: 'GET', url: `${origin}/`, auth_id: made.id },
  })
  const { result_id } = await running.api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`)
  const report = await runCall(await leaseRun(agent, result_id), { allowed: loopback, userAgent: 'Sonde/test' })
  await agent.report(report)
  expect(seen).toEqual([{ key: 'CANARY-1', tenant: 'canary', of: 'plain word', url: '/?k=CANARY-query' }])
  const detail: { request: { url: string; headers: Pair[] }; response: { body: string } } = JSON.parse(
    inflateRawSync(Buffer.from(report.detail, 'base64')).toString(),
  )
  for (const key of ['X-Key', 'Tenant', 'X-Of']) expect(detail.request.headers).toContainEqual({ key, value: MASK })
  expect(detail.request.url).toBe(`${origin}/?k=${MASK}`)
  // A word is masked in its place alone.
  expect(detail.response.body).toBe(`you sent ${MASK} as a canary`)
})

test('a credential goes to no origin that is allowed later without being entered again', async () => {
  const made = await newSetting('https://api.example.com', [{ key: 'X-Key', value: 'CANARY-1' }])
  const changed = await running.api.call('POST', `/api/2/auth/${made.id}/`, {
    settings: { allowed_origins: ['https://evil.example.com'] },
  })
  expect(changed.status).toBe(400)
  expect(JSON.stringify(changed.body)).toContain('Enter it again')
})

test('credentials of older settings are encrypted once at the next start, and stay what they are', async () => {
  const { database, sealing } = running.server.services
  const made = await newSetting('https://api.example.com', [])
  const pairs = {
    headers: [...HEADERS, ...TEMPLATES],
    parameters: [{ key: 'k', value: 'CANARY-query' }],
    custom_variables: [],
    token_params: [],
  }
  const { doc } = await database.db
    .selectFrom('object')
    .select('doc')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow()
  const older = JSON.stringify({ ...Object(doc), pairs })
  await database.db.updateTable('object').set({ doc: older }).where('id', '=', made.id).execute()
  await database.db.deleteFrom('installation').where('name', 'like', 'auth_credentials_%').execute()
  const lines: string[] = []
  for (const _ of [1, 2]) await adoptCredentials(database.db, sealing, (line) => lines.push(line))
  expect(lines).toEqual(['encrypted the headers and parameters of 1 auth settings'])
  expect(await storedText(made.id)).not.toContain('CANARY')
  const { settings } = await running.api.get<Setting>(`/api/2/auth/${made.id}/`)
  expect(settings.headers).toEqual([...HEADERS.map(({ key }) => ({ key, value: MASK })), ...TEMPLATES])
})
