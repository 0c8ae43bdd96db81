import { afterAll, beforeAll, expect, test } from 'vitest'
import { conditionProblems } from '../../../src/domain/conditions/condition-rules.ts'
import { monitorProblems } from '../../../src/domain/monitors/monitor-rules.ts'
import { sampleDraft } from '../../../src/domain/onboarding/sample-monitors.ts'
import { workflowMonitors } from '../../../src/domain/onboarding/sample-workflow.ts'
import { type HandAgent, joinAgent } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { leaseWorkflow, madeReport } from '../../support/workflows.ts'

type Named = { type: string; id: string; name: string }

let running: TestServer
let api: Api
let agent: HandAgent
beforeAll(async () => {
  running = await startServer()
  api = running.api
  agent = await joinAgent(api, running.server.joinToken)
})
afterAll(() => running.stop())

test('every monitor of the sample workflow is valid', () => {
  for (const sample of workflowMonitors) {
    expect(monitorProblems(sampleDraft(sample, 'http://127.0.0.1:4601')), sample.slug).toEqual([])
    expect(conditionProblems({ meta: {}, conditions: [...sample.conditions] }), sample.slug).toEqual([])
  }
})

test('the sample workflow signs in, uses its token, and signs out; installed twice, it is there once', async () => {
  const list = await api.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
  const project_ids = [list.projects[0]?.project.id]
  const install = async () => {
    const { projects } = await api.post<{ projects: { created: Named[]; existing: Named[] }[] }>(
      '/api/2/import/sample',
      { project_ids, kind: 'workflows' },
    )
    return { created: projects[0]?.created ?? [], existing: projects[0]?.existing ?? [] }
  }
  const { created } = await install()
  expect(created.map(({ type }) => type)).toEqual([...workflowMonitors.map(() => 'monitor'), 'workflow', 'schedule'])
  const workflow = created.find(({ type }) => type === 'workflow')?.id ?? ''
  const queued = await api.get<{ results: { id: string }[] }>(
    `/api/2/workflows/${workflow}/results/?result_category=QUEUED`,
  )
  const id = queued.results[0]?.id ?? ''
  await agent.report(await madeReport(await leaseWorkflow(agent, id)))
  const result = await api.get<{ results: object[] }>(`/api/2/workflows/results/${id}/`)
  expect(result).toMatchObject({ meta: { result_category: 'PASS', status: 'COMPLETE' }, steps: { run: 4, skipped: 0 } })
  expect(JSON.stringify(result)).not.toContain('sample-access-')
  expect(await api.get(`/api/2/workflows/${workflow}/`)).toMatchObject({ monitored: true, meta: { tags: ['sample'] } })
  const again = await install()
  expect(again.created).toEqual([])
  expect(again.existing).toHaveLength(workflowMonitors.length + 2)
  const { removed } = await api.call('DELETE', '/api/2/import/sample').then(({ body }) => body as { removed: Named[] })
  expect(removed.map(({ type }) => type).sort()).toEqual([
    ...workflowMonitors.map(() => 'monitor'),
    'schedule',
    'workflow',
  ])
})
