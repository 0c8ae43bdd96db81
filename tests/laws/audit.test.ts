import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { recipientToken } from '../../src/server/mail/recipients.ts'
import { unsubscribeToken } from '../../src/server/mail/unsubscribe.ts'
import { issueToken } from '../../src/server/store/accounts/accounts.ts'
import { addAccount, PASSWORD } from '../support/accounts.ts'
import { boundAgentIds, type HandAgent, joinAgent, reportOf } from '../support/agent.ts'
import type { Answer, Api } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { type IntegrationProvider, openIntegrationProvider } from '../support/integration-provider.ts'
import { type Mailbox, openMailbox } from '../support/mailbox.ts'
import { makeManaged, managedBody } from '../support/managed-kinds.ts'
import { OAUTH_CLIENT, OAUTH_SECRET, type OAuthProvider, openOAuthProvider } from '../support/oauth-provider.ts'
import { openBrowser, openSignIn, signIn } from '../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../support/server.ts'
import { startTransitServer, type TransitServer } from '../support/transit-server.ts'
import { accessWays } from './access-ways.ts'
import { alertWays } from './alert-ways.ts'
import { factorWays } from './factor-ways.ts'
import { identityWays } from './identity-ways.ts'
import { incidentWays } from './incident-ways.ts'
import { mailWays } from './mail-ways.ts'
import { organizationWays } from './organization-ways.ts'
import { reportWays } from './report-ways.ts'
import { samples } from './samples.ts'
import { APART, SEVERAL, SILENT } from './silent-writes.ts'
import { statusWays } from './status-ways.ts'
import { targetWays } from './target-ways.ts'

let running: TestServer
let mailbox: Mailbox
let agent: HandAgent
let provider: OAuthProvider
let partner: IntegrationProvider
let transit: TransitServer
let api: Api
let ada: Api
let projectId: string
let callId: string
let scheduleId: string
beforeAll(async () => {
  mailbox = await openMailbox()
  partner = await openIntegrationProvider()
  transit = await startTransitServer()
  running = await startServer({
    env: {
      SONDE_INTEGRATIONS: JSON.stringify([partner.entry]),
      SONDE_SMTP_URL: mailbox.url,
      SONDE_MAIL_FROM: 'Sonde <sonde@example.org>',
      SONDE_REGISTRATION: 'open',
      SONDE_ALLOW_PRIVATE: '127.0.0.1',
    },
  })
  api = running.api
  agent = await joinAgent(api, running.server.joinToken)
  provider = await openOAuthProvider({ callback: `${running.server.url}/tokens/callback` })
  await partner.serve(running.server.url)
  projectId = (await db().selectFrom('project').select('id').executeTakeFirstOrThrow()).id
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api(projectId)
  callId = await newMonitor()
  const { data } = await api.get<{ data: { id: string }[] }>('/api/3/schedules/')
  scheduleId = data[0]?.id ?? ''
})
afterAll(async () => {
  await running.stop()
  await mailbox.close()
  await provider.close()
  await partner.close()
  await transit.stop()
})
const db = () => running.server.services.database.db
const sealing = () => running.server.services.sealing
const idOf = async (path: string, body: unknown): Promise<string> => (await api.post<{ id: string }>(path, body)).id
const join = (name: string) => joinAgent(api, running.server.joinToken, name)
const newMonitor = () => idOf('/api/2/calls/', samples['monitor.create']?.body)
const newSchedule = () => idOf('/api/3/schedules/', { name: 'One', enabled: false })
const newSetting = () =>
  idOf('/api/2/auth/', {
    meta: { name: 'Partner' },
    settings: provider.settings,
    keys: { client_id: OAUTH_CLIENT, client_secret: OAUTH_SECRET },
  })
const newToken = async () => idOf('/api/3/tokens/grant', { auth_id: await newSetting(), grant: 'client_credentials' })
const newWebhook = () => idOf('/api/3/webhooks/', { parameters: { url: running.server.sampleUrl } })
const owner = async () => ({ owner: (await db().selectFrom('account').select('id').executeTakeFirstOrThrow()).id })
let people = 0
/** Somebody new, signed in. */
const somebody = async () => {
  const account = await addAccount(running, `p${++people}@example.com`)
  const person = await signIn(running.server, account.email, PASSWORD)
  return { ...account, api: person.api(), person }
}
const token = (id: string, kind: 'verify' | 'reset') => issueToken(db(), id, kind, Date.now())
const unsubscribing = (address: string, webhookId: string) =>
  unsubscribeToken(sealing(), { ends: 'webhook', webhookId, address })

type Way = () => Promise<{ by: Api; params?: Record<string, string>; body?: unknown; query?: Record<string, string> }>

/** How an endpoint is called so that it succeeds, where its sample and an owner’s key do not do. */
const WAYS: Partial<Record<EndpointName, Way>> = {
  ...accessWays(() => ({ db: db(), somebody })),
  ...organizationWays(() => ({ ada, db: db(), partner, transit })),
  ...reportWays(() => ({ api })),
  ...statusWays(() => ({ api, db: db() })),
  ...factorWays(() => ({ ada, somebody })),
  ...targetWays(() => ({ api, scheduleId })),
  'monitor.update': async () => ({ by: api, params: { id: callId } }),
  'monitor.duplicate': async () => ({ by: api, params: { id: callId } }),
  'monitor.remove': async () => ({ by: api, params: { id: await newMonitor() } }),
  'monitor.restore': async () => {
    const id = await newMonitor()
    await api.call('DELETE', `/api/2/calls/${id}/`)
    return { by: api, params: { id } }
  },
  'monitor.run': async () => ({ by: api, params: { id: callId } }),
  'monitor.judge': async () => ({ by: api, params: { id: callId } }),
  'schedule.update': async () => ({ by: api, params: { id: await newSchedule() } }),
  'schedule.remove': async () => ({ by: api, params: { id: await newSchedule() } }),
  'schedule.attach': async () => ({ by: api, params: { id: await newSchedule(), callId } }),
  'schedule.detach': async () => {
    await api.post(`/api/3/schedules/${scheduleId}/targets/${callId}`)
    return { by: api, params: { id: scheduleId, callId } }
  },
  'downtime.create': async () => ({ by: api, params: { id: 'all' } }),
  'downtime.update': async () => ({ by: api, params: { id: await makeManaged(api, 'downtime') } }),
  'downtime.remove': async () => ({ by: api, params: { id: await makeManaged(api, 'downtime') } }),
  'file.update': async () => ({ by: api, params: { id: await makeManaged(api, 'file') } }),
  'file.remove': async () => ({ by: api, params: { id: await makeManaged(api, 'file') } }),
  'file.fetch': async () => ({ by: api, body: { url: running.server.sampleUrl } }),
  'file.fetch-openapi': async () => ({ by: api, body: { url: `${running.server.url}/api/openapi.json` } }),
  'file.refresh': async () => ({
    by: api,
    params: { id: await idOf('/api/2/files/url', { url: running.server.sampleUrl }) },
  }),
  ...incidentWays(() => api),
  'webhook.update': async () => ({ by: api, params: { id: await newWebhook() } }),
  'webhook.remove': async () => ({ by: api, params: { id: await newWebhook() } }),
  'webhook.snooze': async () => ({ by: api, params: { id: await newWebhook() } }),
  'webhook.test': async () => ({ by: api, params: { id: await newWebhook() }, body: {} }),
  'delivery.retry': async () => {
    const parameters = { url: running.server.sampleUrl }
    const id = await idOf('/api/3/webhooks/', { alerts: ['PASS'], parameters })
    await api.post(`/api/3/monitors/${callId}/run`)
    const jobs = await agent.work()
    await agent.report(...jobs.map((job) => reportOf(job)))
    const [key] = await eventually(async () => {
      const { data } = await api.get<{ data: { key: string }[] }>(`/api/3/webhooks/${id}/deliveries/`)
      return data.length > 0 && data.map((delivery) => delivery.key)
    })
    return { by: api, params: { id, key: key ?? '' } }
  },
  'auth-setting.update': async () => ({ by: api, params: { id: await newSetting() } }),
  'auth-setting.remove': async () => ({ by: api, params: { id: await newSetting() } }),
  'auth-setting.change-owner': async () => ({ by: api, params: { id: await newSetting() }, body: await owner() }),
  'token.create': async () => ({ by: api, body: await managedBody(api, 'token') }),
  'token.update': async () => ({ by: api, params: { id: await makeManaged(api, 'token') } }),
  'token.remove': async () => ({ by: api, params: { id: await makeManaged(api, 'token') } }),
  'token.authorize': async () => ({ by: api, body: { auth_id: await newSetting() } }),
  'token.finish': async () => {
    const { url } = await api.post<{ url: string }>('/api/3/tokens/authorize', { auth_id: await newSetting() })
    return { by: api, body: Object.fromEntries(await provider.signIn(url)) }
  },
  'token.grant': async () => ({ by: api, body: { auth_id: await newSetting(), grant: 'client_credentials' } }),
  'token.device': async () => ({ by: api, body: { auth_id: await newSetting() } }),
  'token.poll-device': async () => {
    const body = { auth_id: await newSetting() }
    const { flow_id, user_code } = await api.post<Record<string, string>>('/api/3/tokens/device', body)
    await provider.confirm(user_code ?? '')
    await sql`update auth_flow set next_poll = 0`.execute(db())
    return { by: api, body: { flow_id } }
  },
  'token.refresh': async () => ({ by: api, params: { id: await newToken() } }),
  'token.revoke': async () => ({ by: api, params: { id: await newToken() } }),
  'account.update': async () => ({ by: (await somebody()).api, body: { name: 'Another name' } }),
  'account.verify': async () => ({ by: api.as(''), body: { token: await token((await somebody()).id, 'verify') } }),
  'account.register': async () => ({ by: api.as('') }),
  'account.ask-reset': async () => ({ by: api.as(''), body: { email: 'ada@example.com' } }),
  'account.send-verification': async () => {
    const { id, api: by } = await somebody()
    await db().updateTable('account').set({ email_verified: null }).where('id', '=', id).execute()
    return { by }
  },
  'account.reset-password': async () => {
    const { id } = await somebody()
    return { by: api.as(''), params: { id }, body: { token: await token(id, 'reset'), password: 'long and unusual' } }
  },
  'account.change-password': async () => ({
    by: (await somebody()).api,
    body: { password: PASSWORD, new_password: 'long and unusual' },
  }),
  ...identityWays(() => ({ api, ada, db: db(), somebody })),
  'project.update': async () => ({ by: api, params: { id: projectId }, body: { name: 'Renamed' } }),
  'project.remove': async () => {
    const { id, api_key } = await api.post<{ id: string; api_key: string }>('/api/2/account/projects', {
      name: 'Short',
    })
    return { by: api.as(api_key), params: { id } }
  },
  'key.revoke': async () => ({ by: api, params: { id: await idOf('/api/2/api_keys/', { name: 'k' }) } }),
  'session.end': async () => ({ by: (await somebody()).api }),
  'session.remove': async () => {
    const { email, api: by } = await somebody()
    await signIn(running.server, email, PASSWORD)
    const { results } = await by.get<{ results: { id: string; current: boolean }[] }>('/api/2/account/sessions/')
    return { by, params: { id: results.find(({ current }) => !current)?.id ?? '' } }
  },
  'session.end-others': async () => {
    const { email, api: by } = await somebody()
    await signIn(running.server, email, PASSWORD)
    return { by }
  },
  'agent.register': async () => ({
    by: api.as(''),
    body: { ...samples['agent.register']?.body, access_token: running.server.joinToken },
  }),
  'agent.key': async () => {
    const { id, key } = await join('keyed')
    await ada.post(`/api/3/agents/${id}/rotate`)
    return { by: api.as(key) }
  },
  'agent.place': async () => ({ by: ada, params: { id: agent.id } }),
  'agent.rotate': async () => ({ by: ada, params: { id: agent.id } }),
  'agent.revoke': async () => ({ by: ada, params: { id: (await join('revoked')).id } }),
  'agent-token.create': async () => ({ by: ada, body: { name: 'office' } }),
  'agent-token.remove': async () => ({ by: api, params: { id: (await boundAgentIds(api, projectId))['agent-token'] } }),
  'sample.import': async () => ({ by: api, body: { project_ids: [projectId], kind: 'basic' } }),
  'outbox.retry': async () => {
    const id = 'mail-that-failed'
    await sql`insert into mail (id, kind, recipient, created, state)
      values (${id}, 'address-taken', 'x@example.com', ${Date.now()}, 2)`.execute(db())
    return { by: ada, params: { mailId: id } }
  },
  'outbox.test': async () => ({ by: ada }),
  'recipient.confirm': async () => ({
    by: api.as(''),
    params: { token: recipientToken(sealing(), { projectId, address: 'carol@example.com' }) },
  }),
  ...alertWays(() => ({ api, db: db(), sealing: sealing(), newMonitor, newWebhook })),
  'recipient.ask': async () => {
    const parameters = { email_address: 'dave@example.com' }
    return {
      by: api,
      params: { id: await idOf('/api/3/webhooks/', { web_hook_type: 'email', parameters }) },
      body: { address: 'dave@example.com' },
    }
  },
  'variable.rename': async () => ({ by: api, params: await newVariable('RENAMED_FROM') }),
  'variable.remove': async () => ({ by: api, params: await newVariable('REMOVED') }),
  'environment.rename': async () => ({ by: api, params: await newEnvironment('renamed from') }),
  'environment.remove': async () => ({ by: api, params: await newEnvironment('removed') }),
  ...mailWays(() => ({ ada, projectId })),
  'unsubscribe.end': async () => ({
    by: api.as(''),
    params: { token: unsubscribing('bob@example.com', await newWebhook()) },
  }),
  'unsubscribe.undo': async () => {
    const params = { token: unsubscribing('bob@example.com', await newWebhook()) }
    await fetch(`${running.server.url}/unsubscribe/${params.token}`, { method: 'POST' })
    return { by: api.as(''), params }
  },
}

const newVariable = async (name: string) => {
  await api.post(`/api/2/environment/global/${name}`, { value: 'x' })
  return { workspace: 'global', name }
}

const newEnvironment = async (name: string) => {
  await api.post('/api/3/environments/', { name })
  return { workspace: encodeURIComponent(name) }
}

const entriesOf = ({ headers }: Pick<Answer, 'headers'>) =>
  db()
    .selectFrom('audit')
    .selectAll()
    .where('request_id', '=', headers.get('x-request-id') ?? '')
    .execute()

const call = async (name: EndpointName): Promise<Answer> => {
  const endpoint: AnyEndpoint = contract[name]
  const { by, params = {}, body = samples[name]?.body, query } = await (WAYS[name]?.() ?? { by: api })
  const [method = '', path = ''] = endpoint.route.split(' ')
  const filled = path.replace(/\{(\w+)\}/g, (_, variable: string) => params[variable] ?? variable)
  return by.call(method, query ? `${filled}?${new URLSearchParams(query)}` : filled, body)
}

// The contract’s own names.
const writes = (Object.keys(contract) as EndpointName[]).filter(
  (name) => (contract[name] as AnyEndpoint).effect !== 'read' && !(name in SILENT) && !APART.includes(name),
)

test.each(writes)('%s leaves one entry that says who, what and to what', async (name) => {
  const answer = await call(name)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  const entries = await entriesOf(answer)
  if (name in SEVERAL) expect(entries.length).toBeGreaterThan(0)
  else expect(entries).toHaveLength(1)
  const { audit }: AnyEndpoint = contract[name]
  for (const entry of entries) {
    expect(entry.action).toBe(audit)
    expect(entry.ip).toBe('127.0.0.1')
    expect((entry.resource as { type: string }).type).toMatch(/^[a-z_-]+$/)
  }
})

test('a sign-in leaves an entry, and so does one that failed; what was typed for nobody’s address is in neither', async () => {
  const ofSessions = async () =>
    (
      await db()
        .selectFrom('audit')
        .select(['action', 'resource'])
        .where('action', 'like', 'session.%')
        .orderBy('key')
        .execute()
    ).map(({ action, resource }) => `${action} ${(resource as { name: string | null }).name}`)
  const { email } = await addAccount(running, 'carol@example.com')
  const before = (await ofSessions()).length
  const browser = openBrowser()
  const { page } = await openSignIn(running.server.url, browser)
  const type = (typed: string, password: string) =>
    browser.ask(`${running.server.url}${page}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: running.server.url },
      body: JSON.stringify({ email: typed, password }),
    })
  expect((await type(email, 'wrong')).status).toBe(401)
  expect((await type('my-password-in-the-wrong-field', 'x')).status).toBe(401)
  expect((await type(email, PASSWORD)).status).toBe(200)
  expect((await ofSessions()).slice(before)).toEqual([
    'session.fail carol@example.com',
    'session.fail null',
    'session.sign-in carol@example.com',
  ])
})

test('a log of what agents report is kept nowhere but in the results', async () => {
  const counted = async () => (await db().selectFrom('audit').select('key').execute()).length
  await api.post(`/api/3/monitors/${callId}/run`)
  const before = await counted()
  const jobs = await agent.work()
  await agent.report(...jobs.map((job) => reportOf(job)))
  expect(await counted()).toBe(before)
})

test('after all this every chain is intact', async () => {
  expect(await ada.get('/api/3/audits/verification/installation')).toMatchObject({ intact: true, faults: [] })
})
