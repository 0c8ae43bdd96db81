import { type RunOptions, runCall } from '../../src/agent/runner/run-call.ts'
import { runWorkflow } from '../../src/agent/workflows/run-workflow.ts'
import { type AgentJob, isWorkflow, type WorkflowJob } from '../../src/agent/workflows/workflow-job.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import type { HandAgent, Report } from './agent.ts'
import type { Api } from './api.ts'
import { eventually } from './eventually.ts'

const options: RunOptions = { allowed: parseAllowed('127.0.0.0/8, ::1'), userAgent: 'Sonde/test' }

/** Makes a run as an agent does, and returns its report. */
export const madeReport = (job: AgentJob, change: Partial<RunOptions> = {}): Promise<Report> =>
  isWorkflow(job) ? runWorkflow(job, { ...options, ...change }, runCall) : runCall(job, { ...options, ...change })

/** Leases jobs until the run of a workflow is among them. */
export const leaseWorkflow = (agent: HandAgent, runId: string): Promise<WorkflowJob> =>
  eventually(
    async () => {
      // The hand knows only jobs of monitors by type; an agent is handed both.
      const jobs: readonly AgentJob[] = await agent.work(100, 1)
      return jobs.filter(isWorkflow).find(({ id }) => id === runId)
    },
    { what: `the workflow run ${runId}` },
  )

/** Creates a monitor with these parts; returns its id. */
export const newMonitor = async (
  api: Api,
  name: string,
  request: object,
  conditions: readonly object[] = [],
): Promise<string> => {
  const { id } = await api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request })
  if (conditions.length > 0) await api.post(`/api/2/calls/${id}/conditions/`, { meta: {}, conditions })
  return id
}

/** Creates a workflow of these steps; returns its id. */
export const newWorkflow = async (
  api: Api,
  steps: readonly (string | { call_id: string; teardown?: boolean })[],
  settings: {
    name?: string
    tags?: string[]
    workspace?: string
    handle_cookies?: boolean
    stop_on_failure?: boolean
  } = {},
): Promise<string> => {
  const { name = 'Checkout', tags = [], workspace = 'global', ...workflow } = settings
  const { id } = await api.post<{ id: string }>('/api/2/workflows/', {
    meta: { name, tags, workspace },
    workflow: { ...workflow, steps: steps.map((step) => (typeof step === 'string' ? { call_id: step } : step)) },
  })
  return id
}

/** Runs a workflow once on demand and reports what an agent makes of it; returns the id of its result. */
export const runOnce = async (
  api: Api,
  agent: HandAgent,
  workflowId: string,
  asked: object = {},
): Promise<{ id: string; report: Report }> => {
  const { workflow_result_id: id } = await api.post<{ workflow_result_id: string }>(
    `/api/2/workflows/${workflowId}/run`,
    asked,
  )
  const report = await madeReport(await leaseWorkflow(agent, id))
  const { refused } = await agent.report(report)
  if (refused.length > 0) throw new Error(`The report was refused: ${JSON.stringify(refused)}`)
  return { id, report }
}

/** The result of a workflow, as it is answered. */
export type WorkflowResult = {
  meta: Record<string, unknown>
  steps: object
  failed_step: object | null
  results: { index: number; name: string; result_category: string; result: string; result_id: string | null }[]
  variables: { initial: Record<string, string>; set: Record<string, string> }
  messages: string[]
}

/** A condition that sets a variable from a JSON path. */
export const sets = (name: string, property: string, scope = 'workflow') => ({
  source: 'json',
  property,
  condition: 'exists',
  set_variable: { name, scope },
})
