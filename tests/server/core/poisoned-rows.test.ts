import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeSignals } from '../../../src/server/alerts/signals/sweep.ts'
import { sweepAlerts } from '../../../src/server/alerts/sweep.ts'
import { refreshDue } from '../../../src/server/auth/refresh.ts'
import { notifyOfExpiringTokens } from '../../../src/server/auth/token-expiry.ts'
import { mailUpdates } from '../../../src/server/status/loops.ts'
import { triggers } from '../../../src/server/store/identity/codes.ts'
import { failed, type HandAgent, joinAgent, leaseRun, reportOf } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { newTenant } from '../../support/new-tenant.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Tenant = Awaited<ReturnType<typeof newTenant>>

let running: TestServer
let agent: HandAgent
/** Its rows are poisoned in the store, as no endpoint lets anybody do. It comes first wherever rows have an order. */
let poisoned: Tenant
let neighbour: Tenant
let url: string
const asked: string[] = []
/** Answers of the other server by path; 200 with a token where there is none. */
const said: Record<string, { status: number; body: string; headers?: Record<string, string> }> = {}
const TOKEN = { access_token: 'new', token_type: 'bearer', expires_in: 3600, refresh_token: 'next' }
const other = createServer((request, response) => {
  request.resume().on('end', () => {
    asked.push(request.url ?? '')
    const { status, body, headers } = said[request.url ?? ''] ?? { status: 200, body: JSON.stringify(TOKEN) }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
})

beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  agent = await joinAgent(running.api, running.server.joinToken)
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  poisoned = await newTenant(running, 'poisoned')
  neighbour = await newTenant(running, 'neighbour')
})
afterAll(async () => {
  await running.stop()
  other.closeAllConnections()
  other.close()
})

const services = () => running.server.services
const db = () => services().database.db
const log = (line: string) => running.log.push(line)

const newAuth = async (api: Api, path: string): Promise<string> => {
  const { id } = await api.post<{ id: string }>('/api/2/auth/', {
    meta: { name: 'P' },
    settings: {
      auth_type: 'OAUTH2',
      allowed_origins: ['https://api.example.com'],
      authorize_url: `${url}/authorize`,
      token_url: url + path,
      grant_types: ['authorization_code'],
      client_auth: 'none',
    },
    keys: { client_id: 'sonde' },
  })
  return id
}
const newToken = async (api: Api, auth_id: string, token: object): Promise<string> =>
  (await api.post<{ id: string }>('/api/2/tokens/', { meta: { name: 'T', auth_id }, token })).id
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
const newAlert = async (api: Api, kind: string, path = '/hook'): Promise<string> =>
  (await api.post<{ id: string }>('/api/3/webhooks/', { name: 'a', alerts: [kind], parameters: { url: url + path } }))
    .id

test('tokens of one project that cannot be refreshed take no turns of another, and each failure counts', async () => {
  said['/odd'] = { status: 200, body: JSON.stringify({ ...TOKEN, note: 'a\u0000b\ud83d' }) }
  const auth = await newAuth(poisoned.api, '/odd')
  const odd = await newToken(poisoned.api, auth, { access_token: 'a', refresh_token: 'r', expire_time: inHours(2) })
  const damaged: string[] = []
  for (let at = 0; at < 12; at++)
    damaged.push(await newToken(poisoned.api, auth, { access_token: 'a', refresh_token: 'r', expire_time: inHours(2) }))
  const fine = await newToken(neighbour.api, await newAuth(neighbour.api, '/fine'), {
    access_token: 'a',
    refresh_token: 'r',
    expire_time: inHours(2),
  })
  await sql`update object set doc = jsonb_set(doc, '{secrets,refresh_token,sealed}', '"AAAA"') where id = any(${damaged})`.execute(
    db(),
  )
  const now = Date.now() + 600_000
  await sql`update token_refresh set due = case when token_key = (select key from object where id = ${fine}) then ${now - 1}::bigint
    else ${now - 1000}::bigint end`.execute(db())
  await refreshDue({ ...services().refreshing, now })
  expect(asked).toContain('/fine')
  await refreshDue({ ...services().refreshing, now: now + 1 })
  const { rows } = await sql<{
    many: number
  }>`select count(*)::int as many from token_refresh where due <= ${now}`.execute(db())
  expect(rows[0]?.many).toBe(0)
  const { rows: stored } = await sql<{ problem: string | null; note: string }>`
    select doc ->> 'problem' as problem, doc #>> '{api_response,note}' as note from object where id = ${odd}`.execute(
    db(),
  )
  expect(stored).toEqual([{ problem: null, note: 'a\ufffdb\ufffd' }])
  await sql`delete from object where kind = 'token'`.execute(db())
})

test('a token whose expiry is no time keeps nobody else from being told', async () => {
  const token = { access_token: 'a', expire_time: inHours(1) }
  const bad = await newToken(poisoned.api, await newAuth(poisoned.api, '/a'), token)
  await newToken(neighbour.api, await newAuth(neighbour.api, '/b'), token)
  await sql`update object set doc = jsonb_set(doc, '{expires}', '"soon"') where id = ${bad}`.execute(db())
  const now = Date.now() + 1_800_000
  expect(await notifyOfExpiringTokens({ database: services().database, now, announce: () => {}, log })).toBe(true)
})

test('an alert whose signals cannot be judged keeps no other project’s from opening', async () => {
  await newAlert(poisoned.api, 'EXPIRY')
  await newAlert(neighbour.api, 'EXPIRY')
  const opened = await judgeSignals({ ...services(), now: Date.now(), announce: () => {}, log })
  expect(opened).toBe(1)
  expect(running.log.join('\n')).toMatch(/signals: project \d+: /)
})

/** Reports a failed run that a schedule made: runs that a person starts raise no alerts. */
const failRun = async (api: Api): Promise<void> => {
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'm' },
    request: { method: 'GET', url: 'https://example.com/' },
  })
  const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${id}/run`, { location_id: 'local' })
  const job = await leaseRun(agent, result_id)
  await sql`update job set trigger = ${triggers.code('api')}`.execute(db())
  expect((await agent.report(reportOf(job, failed))).accepted).toEqual([result_id])
}

test('a refusal that is cut within an emoji, and a wait with a fraction, are outcomes of their delivery', async () => {
  const body = `${'x'.repeat(199)}😀 and more`
  said['/cut'] = { status: 503, body, headers: { 'retry-after': '7.00005', 'content-type': 'text/plain' } }
  await newAlert(neighbour.api, 'FAIL', '/cut')
  await failRun(neighbour.api)
  await eventually(
    async () => {
      const { rows } = await sql<{ error: string }>`select error from delivery where error is not null`.execute(db())
      return rows.length > 0 || undefined
    },
    { what: 'the error of the delivery' },
  )
})

test('a delivery whose message cannot be made is its own failure', async () => {
  said['/late'] = { status: 200, body: '' }
  await newAlert(poisoned.api, 'FAIL', '/late')
  await newAlert(neighbour.api, 'FAIL', '/late')
  // Both are claimed together, the poisoned one first.
  await sql`create function hold() returns trigger language plpgsql as $$ begin new.next_try := ${sql.lit(Date.now() + 3_600_000)}; return new; end $$`.execute(
    db(),
  )
  await sql`create trigger hold before insert on delivery for each row execute function hold()`.execute(db())
  await failRun(poisoned.api)
  await failRun(neighbour.api)
  await sql`drop trigger hold on delivery`.execute(db())
  await sql`update delivery set payload = 'null' where project_key = (select key from project where id = ${poisoned.projectId})`.execute(
    db(),
  )
  await sql`update delivery set next_try = ${Date.now()} where state = 0`.execute(db())
  await eventually(async () => asked.includes('/late') || undefined, { what: 'the delivery of the neighbour' })
  await eventually(
    async () => {
      const { rows } = await sql<{ error: string }>`select error from delivery
        where project_key = (select key from project where id = ${poisoned.projectId}) and error is not null`.execute(
        db(),
      )
      return rows.length > 0 || undefined
    },
    { what: 'the failure of the poisoned delivery' },
  )
})

test('a snooze that cannot be ended keeps no other project’s from ending', async () => {
  const ids = [await newAlert(poisoned.api, 'FAIL'), await newAlert(neighbour.api, 'FAIL')]
  await sql`update object set doc = jsonb_set(doc, '{snoozed_until}', '1'::jsonb) where id = any(${ids})`.execute(db())
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`.execute(
    db(),
  )
  await sql`create trigger refuse before update on object for each row when (old.id = ${sql.lit(ids[0])}) execute function refuse()`.execute(
    db(),
  )
  await sweepAlerts({ ...services(), now: Date.now(), announce: () => {}, log })
  const { rows } = await sql<{ id: string }>`
    select id from object where id = any(${ids}) and doc ->> 'snoozed_until' is not null`.execute(db())
  expect(rows).toEqual([{ id: ids[0] }])
  await sql`drop trigger refuse on object`.execute(db())
})

test('mails of a status page that cannot be written keep no other project’s from being written', async () => {
  const tenants = [poisoned, neighbour]
  const keys: number[] = []
  for (const { projectId } of tenants)
    keys.push(
      (await db().selectFrom('project').select('key').where('id', '=', projectId).executeTakeFirstOrThrow()).key,
    )
  for (const [at, key] of keys.entries()) {
    await sql`insert into status_page values (${key}, ${`page-${at}`}, true, true, '{}', 1, 1)`.execute(db())
    await sql`insert into status_mailing (project_key, update_id, created) values (${key}, ${`u${at}`}, ${at + 1})`.execute(
      db(),
    )
  }
  await sql`create function refuse_mailing() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`.execute(
    db(),
  )
  await sql`create trigger refuse before update on status_mailing for each row when (old.update_id = 'u0') execute function refuse_mailing()`.execute(
    db(),
  )
  const putOff = new Map<number, number>()
  for (const _ of keys) await mailUpdates({ ...services(), log }, putOff)
  const { rows } = await sql`select update_id from status_mailing where ended is not null`.execute(db())
  expect(rows).toEqual([{ update_id: 'u1' }])
  await sql`drop trigger refuse on status_mailing`.execute(db())
})
