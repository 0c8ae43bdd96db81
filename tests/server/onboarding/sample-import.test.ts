import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conditionProblems } from '../../../src/domain/conditions/condition-rules.ts'
import { monitorProblems } from '../../../src/domain/monitors/monitor-rules.ts'
import { sampleDraft, sampleMonitors } from '../../../src/domain/onboarding/sample-monitors.ts'
import { type HandAgent, joinAgent } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Named = { type: string; id: string; name: string }
type Installed = { projects: { project_id: string; created: Named[]; existing: Named[] }[] }
type Monitor = { id: string; meta: { name: string; tags: string[] }; schedule_ids: string[]; request: object }

let running: TestServer
let api: Api
let agent: HandAgent
let projectId: string
beforeAll(async () => {
  running = await startServer()
  api = running.api
  agent = await joinAgent(api, running.server.joinToken)
  const list = await api.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
  projectId = list.projects[0]?.project.id ?? ''
})
afterAll(() => running.stop())

const install = (body: object = { project_ids: [projectId] }) => api.post<Installed>('/api/2/import/sample', body)
const listed = async () => (await api.get<{ data: Monitor[] }>('/api/3/monitors/')).data

test('every sample is a valid monitor with valid conditions', () => {
  for (const sample of sampleMonitors) {
    expect(monitorProblems(sampleDraft(sample, 'http://127.0.0.1:4601')), sample.slug).toEqual([])
    expect(conditionProblems({ meta: {}, conditions: [...sample.conditions] }), sample.slug).toEqual([])
    expect(sample.description).toMatch(/^[A-Z].+\.$/)
  }
  expect(new Set(sampleMonitors.map(({ slug }) => slug)).size).toBe(sampleMonitors.length)
})

describe('The samples', () => {
  test('are installed once, tagged, on one schedule of five minutes, and each runs immediately', async () => {
    const { projects } = await install()
    expect(projects).toHaveLength(1)
    expect(projects[0]?.existing).toEqual([])
    const made = await listed()
    expect(made.map(({ meta }) => meta.name).sort()).toEqual(sampleMonitors.map(({ name }) => name).sort())
    const schedules = await api.get<{
      data: { id: string; name: string; tags: string[]; frequency: number; targets: string[] }[]
    }>('/api/3/schedules/')
    const [schedule] = schedules.data.filter(({ tags }) => tags.includes('sample'))
    expect(schedule).toMatchObject({ name: 'Sample schedule', frequency: 300 })
    expect(schedule?.targets.sort()).toEqual(made.map(({ id }) => id).sort())
    for (const { meta, schedule_ids } of made) expect([meta.tags, schedule_ids]).toEqual([['sample'], [schedule?.id]])
    expect(await agent.work()).toHaveLength(sampleMonitors.length)
    expect(JSON.stringify(await listed())).not.toContain('sample-token-that-opens-nothing')
  })

  test('match their descriptions: the sample API responds accordingly', async () => {
    for (const sample of sampleMonitors.filter(({ slug }) => slug !== 'slow')) {
      const { request } = sampleDraft(sample, running.server.sampleUrl)
      const url = new URL(request.url)
      for (const { key, value } of request.parameters) url.searchParams.append(key, value)
      const answer = await fetch(url, {
        method: request.method,
        headers: request.headers.map(({ key, value }): [string, string] => [key, value]),
        redirect: request.follow_redirects === false ? 'manual' : 'follow',
        body: request.body,
      })
      const body = await answer.text()
      for (const { source, val, property } of sample.conditions) {
        if (source === 'http_code') expect(String(answer.status), sample.slug).toBe(val)
        if (source === 'text') expect(body, sample.slug).toContain(val)
        if (source === 'header') expect(answer.headers.get(property ?? ''), sample.slug).toContain(val)
      }
    }
  })

  test('that exist are reported and left unchanged; only missing ones are created', async () => {
    const before = await listed()
    const [renamed, gone] = before
    await api.post(`/api/2/calls/${renamed?.id}/`, { meta: { name: 'Mine now', tags: ['own'] } })
    expect((await api.call('DELETE', `/api/2/calls/${gone?.id}/`)).status).toBe(204)
    const { projects } = await install()
    expect(projects[0]?.created).toMatchObject([{ type: 'monitor', name: gone?.meta.name }])
    expect(projects[0]?.existing).toHaveLength(sampleMonitors.length)
    expect((await listed()).filter(({ id }) => id === renamed?.id)).toMatchObject([{ meta: { name: 'Mine now' } }])
    expect((await install()).projects[0]?.created).toEqual([])
  })

  test('are created once by two concurrent imports', async () => {
    const other = await api.post<{ id: string; api_key: string }>('/api/2/account/projects', { name: 'Twice' })
    const theirs = api.as(other.api_key)
    const both = await Promise.all(
      [1, 2].map(() => theirs.post<Installed>('/api/2/import/sample', { project_ids: [other.id] })),
    )
    expect(both.map(({ projects }) => projects[0]?.created.length).sort()).toEqual([0, sampleMonitors.length + 1])
    expect((await theirs.get<{ data: Monitor[] }>('/api/3/monitors/')).data).toHaveLength(sampleMonitors.length)
  })

  test('are each audited, without the token in plain text', async () => {
    const { db } = running.server.services.database
    const entries = await db.selectFrom('audit').selectAll().where('action', '=', 'sample.import').execute()
    expect(entries.length).toBeGreaterThan(sampleMonitors.length)
    expect(JSON.stringify(entries)).not.toContain('sample-token-that-opens-nothing')
  })

  test('are removed together; those without the tag stay, as does everything else', async () => {
    await api.post('/api/2/calls/', {
      meta: { name: 'Own', tags: ['sample'] },
      request: { url: 'https://example.com/' },
    })
    const { removed } = (await api.call('DELETE', '/api/2/import/sample')).body as { removed: Named[] }
    expect(removed.filter(({ type }) => type === 'monitor')).toHaveLength(sampleMonitors.length - 1)
    expect(removed.filter(({ type }) => type === 'schedule')).toHaveLength(1)
    expect((await listed()).map(({ meta }) => meta.name).sort()).toEqual(['Mine now', 'Own'])
  })

  test('of unknown kinds are refused, and so are projects of others', async () => {
    const refusal = async (body: object) => {
      const { status, body: said } = await api.call('POST', '/api/2/import/sample', body)
      return [status, JSON.stringify(said)] as const
    }
    expect((await refusal({ project_ids: [projectId], kind: 'pictures' }))[1]).toContain('kind')
    expect((await refusal({ project_ids: ['another'] }))[1]).toContain('project_ids[0]')
    expect((await refusal({ project_ids: [] }))[1]).toContain('project_ids')
  })
})
