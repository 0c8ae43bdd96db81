import { eventually } from '../../support/eventually.ts'
import type { Installation } from '../../support/installation.ts'
import { keepMail } from './kept-mail.ts'

/** What a furnished project has, for addresses of its screens. */
export type Furnished = {
  readonly monitorId: string
  readonly resultId: string
  readonly scheduleId: string
  readonly downtimeId: string
  readonly fileId: string
  readonly webhookId: string
  readonly organizationId: string
  readonly accountId: string
  readonly projectId: string
  readonly agentId: string
  readonly mailId: string
  readonly authId: string
  readonly tokenId: string
  readonly workflowId: string
  readonly workflowResultId: string
  readonly reportId: string
  readonly reportToken: string
  readonly incidentId: string
}

type Listed = {
  data: { id: string; meta: { name: string }; last_result: { id: string; result_category: string } | null }[]
}

/** Conditions that give a run this outcome where they do not hold. */
const judged = (
  condition: { source: string; condition: string; val: string },
  outcome: 'slow' | 'warning' | 'fail',
) => ({
  meta: { break_on_fail: false },
  conditions: [{ ...condition, on_false: { outcome } }],
})
const success = { source: 'http_code', condition: 'in', val: '2xx' }
const fast = { source: 'latency', condition: 'lt', val: '0' }

/** Adds a downtime to a schedule, far ahead, so that the schedule goes on. */
export const addDowntime = async (api: Installation['api'], scheduleId: string): Promise<string> => {
  const downtime = {
    name: 'Nightly backup of the warehouse',
    start_time: '2098-01-04T02:00:00Z',
    end_time: '2098-01-04T04:00:00Z',
    repeat_days: 1,
    timezone: 'Europe/Berlin',
  }
  return (await api.post<{ id: string }>(`/api/2/schedules/${scheduleId}/downtime/`, { downtime })).id
}

/** Adds variables to two environments: plain ones, a long one and a secret. */
export const addVariables = async (api: Installation['api']): Promise<void> => {
  const set = (workspace: string, name: string, body: object) =>
    api.post(`/api/2/environment/${workspace}/${name}`, body)
  await set('global', 'API_VERSION', { value: '2026-01' })
  await set('global', 'BASE_URL', { value: `https://api.example.com/${'a-long-path/'.repeat(12)}` })
  await set('global', 'TOKEN', { value: 'not shown', secret: true, origins: ['https://api.example.com'] })
  await set('staging', 'BASE_URL', { value: 'https://staging.example.com' })
}

/** Adds an auth setting with a token that was entered. */
export const addToken = async (api: Installation['api']): Promise<{ authId: string; tokenId: string }> => {
  const { id: authId } = await api.post<{ id: string }>('/api/2/auth/', {
    meta: { name: 'Partner login', domain: 'api.example.com' },
    settings: {
      auth_type: 'OAUTH2',
      token_url: 'https://login.example.com/token',
      grant_types: ['client_credentials'],
      scopes: ['orders:read'],
    },
    keys: { client_id: 'sonde', client_secret: 'a secret of the partner' },
  })
  const { id: tokenId } = await api.post<{ id: string }>('/api/2/tokens/', {
    meta: { name: 'Production', auth_id: authId },
    token: { access_token: 'a token of the partner', token_type: 'Bearer' },
  })
  return { authId, tokenId }
}

/** Adds a workflow of these monitors and queues a run of it. */
export const addWorkflow = async (
  api: Installation['api'],
  monitorIds: readonly string[],
): Promise<{ workflowId: string; workflowResultId: string }> => {
  const { id: workflowId } = await api.post<{ id: string }>('/api/2/workflows/', {
    meta: { name: 'Order and pay', tags: ['shop', 'sys:project_action'], description: 'As a customer does it.' },
    workflow: { call_ids: monitorIds },
  })
  const { workflow_result_id: workflowResultId } = await api.post<{ workflow_result_id: string }>(
    `/api/2/workflows/${workflowId}/run`,
    {},
  )
  return { workflowId, workflowResultId }
}

/** Adds a public report about these monitors. */
export const addReport = async (
  api: Installation['api'],
  monitorIds: readonly string[],
): Promise<{ reportId: string; reportToken: string }> => {
  const groups = [{ id: 'shop', name: 'Shop', rows: monitorIds.map((call_id) => ({ call_id })) }]
  const { id } = await api.post<{ id: string }>('/api/2/reports/', {
    meta: { name: 'Shop, this week', description: 'For the weekly meeting.' },
    report: { groups },
  })
  const { meta } = await api.post<{ meta: { public_token: string } }>(`/api/3/reports/${id}/link`, {})
  return { reportId: id, reportToken: meta.public_token }
}

/** Adds a published incident about a monitor, with an update. */
export const addIncident = async (api: Installation['api'], monitorId: string): Promise<string> => {
  const { id } = await api.post<{ id: string }>('/api/3/incidents/', {
    title: 'Checkout answers with errors',
    impact: 'major',
    cause: 'A release of the payment service.',
    monitors: [{ id: monitorId, public_name: 'Checkout' }],
  })
  await api.post(`/api/3/incidents/${id}/updates`, {
    text: 'We found the cause and roll back the release.',
    state: 'identified',
    public: true,
  })
  await api.post(`/api/3/incidents/${id}/publish`, {})
  return id
}

/** Adds an OpenAPI document. */
export const addFile = async (api: Installation['api']): Promise<string> => {
  const operations = { get: { summary: 'Lists the orders of a customer' }, post: { summary: 'Creates an order' } }
  const text = JSON.stringify(
    { openapi: '3.1.0', info: { title: 'Shop', version: '2.4' }, paths: { '/orders': operations } },
    null,
    2,
  )
  return (await api.post<{ id: string }>('/api/3/files/oas', { name: 'Shop API', tags: ['shop'], text })).id
}

/** The id of an agent that has joined. */
export const anyAgent = async ({ api }: Pick<Installation, 'api'>): Promise<string> => {
  const { data } = await api.get<{ data: { id: string }[] }>('/api/3/agents/')
  return data[0]?.id ?? ''
}

/** Puts monitors into the first project whose real runs come out in every way, and waits until they have. */
export const furnish = async (installation: Installation): Promise<Furnished> => {
  const { api } = installation
  const sample = `http://127.0.0.1:${Number(new URL(api.base).port) + 1}`
  const make = async (name: string, path: string, tags: string[], conditions?: object): Promise<string> => {
    const { id } = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name, tags },
      request: { method: 'GET', url: sample + path },
    })
    if (conditions) await api.post(`/api/2/calls/${id}/conditions/`, conditions)
    await api.post(`/api/3/monitors/${id}/run`, {})
    return id
  }
  await eventually(async () => (await api.get<{ agent_list: object[] }>('/api/2/agents/info')).agent_list.length > 0)
  const made = await Promise.all([
    make('Orders of a customer', '/json', ['shop', 'orders']),
    make('Checkout with a name that is far too long for the column in which it has to stand', '/ok', ['shop']),
    make('Invoices', '/slow?ms=20', ['finance'], judged(fast, 'slow')),
    make('Tax lookup', '/error?code=503', ['tax', 'legacy', 'soap', 'finance'], judged(success, 'fail')),
    make('Stock level', '/error?code=404', [], judged(success, 'warning')),
  ])
  const [monitorId = ''] = made
  const { data } = await api.get<{ data: { id: string }[] }>('/api/3/schedules/')
  const scheduleId = data[0]?.id ?? ''
  await api.post(`/api/3/schedules/${scheduleId}/targets/${monitorId}`)
  await addVariables(api)
  const webhook = await api.post<{ id: string }>('/api/3/webhooks/', {
    name: 'Operators',
    web_hook_type: 'email',
    parameters: { email_address: 'ops@example.com' },
  })
  const mailId = await keepMail(installation)
  const { meta, organizations } = await api.get<{
    meta: { account_id: string; current_project_id: string }
    organizations: { id: string }[]
  }>('/api/2/account/projects')
  const settled = await eventually(
    async () => {
      const rows = (await api.get<Listed>('/api/3/monitors/')).data
      return rows.every(({ last_result }) => last_result && last_result.result_category !== 'QUEUED') && rows
    },
    { what: 'a result of every monitor' },
  )
  return {
    monitorId,
    organizationId: organizations[0]?.id ?? '',
    accountId: meta.account_id,
    projectId: meta.current_project_id,
    agentId: await anyAgent(installation),
    scheduleId,
    downtimeId: await addDowntime(api, scheduleId),
    fileId: await addFile(api),
    webhookId: webhook.id,
    mailId,
    ...(await addToken(api)),
    ...(await addWorkflow(api, made.slice(0, 4))),
    ...(await addReport(api, made.slice(0, 3))),
    incidentId: await addIncident(api, monitorId),
    resultId: settled.find(({ id }) => id === monitorId)?.last_result?.id ?? '',
  }
}
