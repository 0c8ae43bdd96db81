import { bracesAsWritten, mayHoldEscape, usesEscape } from '../../domain/core/placeholders.ts'
import type { Job, WorkflowJob } from './ingredients.ts'

/** Capability of agents that connect where a call asks, and know the escapes of placeholders. */
const NEW_CALLS = 'calls-0.6'

const CONNECTS =
  'the agent is older than this monitor: it cannot connect to another server than that of the address. Update the agent'
const ESCAPES = 'the agent is older than this monitor: it cannot escape the values of variables. Update the agent'

/** The parts of a job in which placeholders are replaced. */
const textsOf = ({ call, browser, conditions, project_conditions }: Job) => ({
  call,
  conditions,
  ...(browser && { browser }),
  ...(project_conditions && { project_conditions }),
})

/** Why an older agent must not get a job: it would ignore what the call asks, and judge another one. Null where it may. */
const excessOf = ({ call }: Job, text: string): string | null => {
  if (call.connect_to || call.tls_name) return CONNECTS
  return usesEscape(text) ? ESCAPES : null
}

const callForOlder = (job: Job): Job => {
  const text = JSON.stringify(textsOf(job))
  const excess = excessOf(job, text)
  if (excess !== null)
    return {
      ...job,
      refused: job.refused ?? excess,
      // That a secret may go nowhere stops agents that do not read `refused`.
      secret_fields: ['A call that this agent cannot make'],
      secret_origins: [],
    }
  // To an older agent, braces with a bar are no placeholder as they stand.
  return mayHoldEscape(text) ? { ...job, ...(JSON.parse(bracesAsWritten(text)) as ReturnType<typeof textsOf>) } : job
}

/**
 * A job as an agent with these capabilities may get it. Agents before 0.6 get calls that they can make as they are meant; the others are
 * refused, with the reason.
 */
export const jobForAgent = <Made extends Job | WorkflowJob>(job: Made, capabilities: readonly string[]): Made => {
  if (capabilities.includes(NEW_CALLS)) return job
  if ('call' in job) return callForOlder(job) as Made
  const { workflow } = job
  const steps = workflow.steps.map((step) => ({ ...step, job: step.job && callForOlder(step.job) }))
  return { ...job, workflow: { ...workflow, steps } }
}
