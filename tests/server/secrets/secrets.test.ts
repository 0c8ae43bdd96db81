import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../../src/contract/core/endpoint.ts'
import { eventually } from '../../support/eventually.ts'
import { openLiveStream } from '../../support/live-stream.ts'
import { ADMIN_KEY, ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

/** Secrets planted wherever a person can put one. The echo of the sample API sends most of them back. */
const canaries = {
  header: 'CANARY-header-3f1b',
  basic: Buffer.from('ada:CANARY-basic-77aa').toString('base64'),
  parameter: 'CANARY-parameter-91c4',
  address: 'CANARY-address-5e5e',
  cookie: 'CANARY-cookie-0d0d',
  webhookPassword: 'CANARY-webhook-password-12',
  webhookSecret: `whsec_${Buffer.from('CANARY-webhook-secret-34-of-24-bytes').toString('base64')}`,
  replaced: 'CANARY-replaced-56',
  marked: 'CANARY-marked-9e9e',
  variable: 'CANARY-variable-4c4c',
  runVariable: 'CANARY-run-variable-1a2b',
  runMarked: 'CANARY-run-marked-3c4d',
  queued: 'CANARY-queued-5e6f',
}
const all = [...Object.values(canaries), ADMIN_PASSWORD, ADMIN_KEY]

let running: TestServer
let monitorId: string
let resultId: string

beforeAll(async () => {
  running = await startServer({ agent: true })
  const { api, server } = running
  const created = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'echo' },
    request: {
      method: 'POST',
      url: `${server.sampleUrl}/echo?access_token=${canaries.address}`,
      parameters: [{ key: 'api_key', value: canaries.parameter }],
      headers: [
        { key: 'X-Api-Key', value: canaries.header },
        { key: 'Authorization', value: `Basic ${canaries.basic}` },
        { key: 'Cookie', value: canaries.cookie },
        { key: 'X-Tenant', value: canaries.marked, secret: true },
        { key: 'X-Sent', value: '{{access_code_token}} {{odd}}' },
      ],
      variables: [{ key: 'pass', value: canaries.variable, secret: true }],
      body: '{"pass":"{{pass}}"}',
    },
  })
  monitorId = created.id
  const hook = await api.post<{ id: string }>('/api/3/webhooks/', {
    alerts: ['PASS', 'FAIL'],
    parameters: {
      url: `${server.sampleUrl}/echo`,
      username: 'ada',
      password: canaries.replaced,
      secret: canaries.webhookSecret,
    },
  })
  await api.put(`/api/3/webhooks/${hook.id}`, { parameters: { password: canaries.webhookPassword } })
  const asked = await eventually(async () => {
    const answer = await api.call(
      'POST',
      `/api/3/monitors/${monitorId}/run`,
      {
        context: { access_code_token: canaries.runVariable, odd: canaries.runMarked },
        secret_variables: ['odd'],
      },
      { 'idempotency-key': 'once' },
    )
    return answer.status === 200 && (answer.body as { result_id: string })
  })
  resultId = asked.result_id
  await api.post(`/api/3/monitors/${monitorId}/run`, { run_delay: 3000, context: { plain: canaries.queued } })
  await eventually(async () => (await api.get(`/api/2/results/${resultId}/`)).result_category !== 'QUEUED')
  // A run with variables of its own sends no alert; this one does.
  await api.post(`/api/3/monitors/${monitorId}/run`, {})
  await eventually(async () => {
    const { data } = await api.get<{ data: { last_delivery: { status: string } | null }[] }>('/api/3/webhooks/')
    return data[0]?.last_delivery?.status === 'delivered'
  })
})
afterAll(() => running.stop())

const found = (text: string): string[] => all.filter((canary) => text.includes(canary))

test('no response shows a secret, and result details show masks where the echo returned them', async () => {
  const { api } = running
  const full = await api.get(`/api/2/results/${resultId}/?mode=full`)
  const content = (await api.call('GET', `/api/2/results/${resultId}/content`)).body
  expect(full.result_category).toBe('PASS')
  expect(JSON.stringify(content)).toContain('••••••')
  expect(found(JSON.stringify([full, content]))).toEqual([])
  expect(full.variables).toMatchObject({ initial: { access_code_token: '••••••', odd: '••••••', pass: '••••••' } })
  // From before the first transaction on: everything that was ever told.
  const stream = await openLiveStream(api, `${Date.now()}~1:1:`)
  await stream.until((text) => text.includes(`"id":"${resultId}"`))
  stream.close()
  expect(found(stream.text)).toEqual([])
  const isRead = ([name, { effect }]: [string, AnyEndpoint]) => effect === 'read' && name !== 'live.events'
  for (const [, { route }] of Object.entries<AnyEndpoint>(contract).filter(isRead)) {
    const path = (route.split(' ')[1] ?? '')
      .replace('{id}', route.includes('/results/{id}') ? resultId : monitorId)
      .replace('{loc}', 'all')
    expect(found(JSON.stringify(await api.call('GET', path))), route).toEqual([])
  }
})

test('no table contains a plain secret: no job, audit entry, delivery or result detail', async () => {
  const client = new pg.Client({ connectionString: running.databaseUrl })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    expect(tables.rows.length).toBeGreaterThan(20)
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from "${name}" t`)
      expect(found(rows.map((row) => row.text).join('\n')), name).toEqual([])
    }
    const details = await client.query<{ body: Buffer }>('select body from result_detail')
    expect(details.rows.length).toBeGreaterThan(0)
    for (const { body } of details.rows) expect(found(inflateRawSync(body).toString('utf8'))).toEqual([])
    const audit = await client.query<{ changes: unknown }>(`select changes from audit where action = 'webhook.update'`)
    expect(JSON.stringify(audit.rows[0]?.changes)).toContain('"changed"')
  } finally {
    await client.end()
  }
})

test('no log line and no file of the agent contains a secret', () => {
  expect(found(running.log.join('\n'))).toEqual([])
  const folder = join(running.dataDir, 'agent')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(found(readFileSync(join(file.parentPath, file.name), 'utf8')), file.name).toEqual([])
})
