import { deflateRawSync } from 'node:zlib'
import type { Shape } from '../../src/contract/core/endpoint.ts'
import type { detail, report } from '../../src/contract/results/results.ts'
import type { job } from '../../src/contract/runs/jobs.ts'
import type { Api } from './api.ts'
import { eventually } from './eventually.ts'

export type Job = Shape<typeof job>
export type Report = Shape<typeof report>
export type Detail = Shape<typeof detail>

/** A hand that plays an agent over the real protocol, so that a test decides what is reported, and when. */
export type HandAgent = {
  readonly id: string
  readonly key: string
  work(capacity?: number, waitSeconds?: number, full?: readonly number[]): Promise<Job[]>
  report(...results: Report[]): Promise<{ accepted: string[]; refused: { id: string; reason: string }[] }>
}

export const joinAgent = async (
  api: Api,
  joinToken: string,
  name = 'local',
  place?: object,
  capabilities: readonly string[] = [],
): Promise<HandAgent> => {
  const joined = await api.as('').post<{ agent_id: string; agent_key: string }>('/remote-api/1/agent/register', {
    name,
    access_token: joinToken,
    version: 'test',
    capabilities,
    ...(place && { agent: place }),
  })
  const own = api.as(joined.agent_key)
  return {
    id: joined.agent_id,
    key: joined.agent_key,
    work: async (capacity = 100, waitSeconds = 10, full = []) => {
      const answer = await own.post<{ jobs: Job[] }>('/remote-api/1/agent/work', {
        capacity,
        running: [],
        full,
        wait_seconds: waitSeconds,
      })
      return answer.jobs
    },
    report: (...results) => own.post('/remote-api/1/agent/results', { results }),
  }
}

/** Creates a join token that is bound to projects or an organization, and an agent that joined with it. */
export const joinBoundAgent = async (
  api: Api,
  name: string,
  boundTo: { project_ids?: string[]; organization_id?: string },
): Promise<HandAgent & { readonly tokenId: string; readonly token: string }> => {
  const made = await api.post<{ id: string; secret: string }>('/api/3/agents/join-tokens/', { name, bound_to: boundTo })
  return { ...(await joinAgent(api, made.secret, name)), tokenId: made.id, token: made.secret }
}

/** The ids of an agent of one project, and of its join token. */
export const boundAgentIds = async (api: Api, project: string): Promise<{ agent: string; 'agent-token': string }> => {
  const { id, tokenId } = await joinBoundAgent(api, `of-${project.toLowerCase()}`, { project_ids: [project] })
  return { agent: id, 'agent-token': tokenId }
}

/** Leases jobs until this run is among them. The others stay leased; one of the same monitor, not reported, would keep this run waiting. */
export const leaseRun = (agent: HandAgent, runId: string): Promise<Job> =>
  eventually(async () => (await agent.work(100, 1)).find(({ id }) => id === runId), { what: `the run ${runId}` })

/** Runs a monitor once by the API and reports the outcome; answers the result's id. */
export const runOnce = async (
  api: Api,
  agent: HandAgent,
  monitorId: string,
  {
    change = {},
    ...asked
  }: { change?: Partial<Report>; location_id?: string; context?: Readonly<Record<string, string>> } = {},
): Promise<string> => {
  const { result_id } = await api.post<{ result_id: string }>(`/api/3/monitors/${monitorId}/run`, asked)
  const { refused } = await agent.report(reportOf(await leaseRun(agent, result_id), change))
  if (refused.length > 0) throw new Error(`The report was refused: ${JSON.stringify(refused)}`)
  return result_id
}

const phases = { dns: 1, tcp: 2, handshake: 3, upload: 4, processing: 50, download: 6, redirect: 0 }

/** Evidence of a call that went well. */
export const evidence = (change: Partial<Detail> = {}): Detail => ({
  url: 'http://example.com/',
  source_ip: null,
  dest_ip: '192.0.2.1',
  request: { method: 'GET', url: 'http://example.com/', headers: [], body: null },
  response: {
    url: 'http://example.com/',
    status_code: 200,
    status_string: 'OK',
    headers: [],
    body: 'hello',
    body_encoding: 'text',
    truncated: false,
  },
  messages: ['called'],
  exception: null,
  exception_debug: null,
  exception_type: null,
  variables: { initial: {}, set: {} },
  conditions: [],
  dns: { lookups: [] },
  tls: null,
  redirects: [],
  ...change,
})

export const packed = (evidence: Detail): string => deflateRawSync(JSON.stringify(evidence)).toString('base64')

/** A report of a run: PASS unless the change says otherwise. */
export const reportOf = ({ id, due }: { id: string; due: string }, change: Partial<Report> = {}): Report => ({
  id,
  started: due,
  result_category: 'PASS',
  result: 'COMPLETE',
  http_code: 200,
  timing: { ...phases, total: Object.values(phases).reduce((sum, ms) => sum + ms, 0) },
  request_size: 0,
  response_size: 5,
  dest_ip: '192.0.2.1',
  exception_type: null,
  detail: packed(evidence()),
  ...change,
})

export const failed: Partial<Report> = { result_category: 'FAIL', result: 'HTTP_SERVER_ERROR', http_code: 500 }
