import type { Shape } from '../../contract/core/endpoint.ts'
import type { workflowJob } from '../../contract/runs/jobs.ts'
import type { Job } from '../runner/request.ts'

/** A run of a workflow as the server hands it out. */
export type WorkflowJob = Shape<typeof workflowJob>

/** A job of either kind. */
export type AgentJob = Job | WorkflowJob

/** Whether a job is that of a workflow. */
export const isWorkflow = (job: AgentJob): job is WorkflowJob => 'workflow' in job
