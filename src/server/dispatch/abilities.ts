import type { Job, WorkflowJob } from './ingredients.ts'

const TOO_OLD =
  'the agent is older than this monitor: it cannot connect to another server than that of the address. Update the agent'

/** An older agent would ignore where the call connects, and judge another server. */
const exceedsAgent = ({ call }: Job, capabilities: readonly string[]): boolean =>
  !capabilities.includes('connect-to') && Boolean(call.connect_to || call.tls_name)

const callFor = (job: Job, capabilities: readonly string[]): Job =>
  exceedsAgent(job, capabilities)
    ? // That a secret may go nowhere stops agents that do not read `refused`.
      {
        ...job,
        refused: job.refused ?? TOO_OLD,
        secret_fields: ['A call that this agent cannot make'],
        secret_origins: [],
      }
    : job

/** A job as an agent with these capabilities may get it: a call that it cannot make as it is meant is refused, with the reason. */
export const jobForAgent = <Made extends Job | WorkflowJob>(job: Made, capabilities: readonly string[]): Made => {
  if ('call' in job) return callFor(job, capabilities) as Made
  const { workflow } = job
  const steps = workflow.steps.map((step) => ({ ...step, job: step.job && callFor(step.job, capabilities) }))
  return { ...job, workflow: { ...workflow, steps } }
}
