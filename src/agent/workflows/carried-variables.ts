import type { SetVariable } from '../../domain/conditions/set-variables.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import type { Job } from '../runner/request.ts'
import type { WorkflowJob } from './workflow-job.ts'

/** Shorter values may be common words, which masking would remove from everything. */
const MIN_SECRET_LENGTH = 8

/**
 * The variables that steps of a workflow set, for its later steps. A step's job keeps the variables of the run (its context), which stand
 * above all others; and it masks the secrets of all steps, since a service can echo in one step what it was sent in another. The origins
 * of secrets stay those of each step: a value that was read from a response is plain data.
 */
export class CarriedVariables {
  readonly #context: ReadonlySet<string>
  /** Secrets, and names of secret variables, of all steps. */
  readonly #secrets: ReadonlySet<string>
  readonly #secretNames: ReadonlySet<string>
  readonly #values = new Map<string, string>()

  constructor({ workflow }: WorkflowJob) {
    const jobs = workflow.steps.flatMap(({ job }) => job ?? [])
    this.#context = new Set(workflow.context)
    this.#secrets = new Set(jobs.flatMap(({ secrets }) => secrets))
    this.#secretNames = new Set(jobs.flatMap(({ secret_variables = [] }) => secret_variables))
  }

  /** Takes what a step has set. Returns the names of those whose value was read from a masked text, which no later step gets. */
  take(set: readonly SetVariable[]): string[] {
    const masked: string[] = []
    for (const { name, value } of set) {
      if (value.includes(MASK)) masked.push(name)
      else this.#values.set(name, value)
    }
    return masked
  }

  /** The job of a step with these variables. */
  jobOf(job: Job): Job {
    const carried = [...this.#values].filter(([name]) => !this.#context.has(name))
    const secret = carried.filter(([name]) => this.#secretNames.has(name))
    const learned = secret.flatMap(([, value]) => (value.length >= MIN_SECRET_LENGTH ? [value] : []))
    return {
      ...job,
      variables: { ...job.variables, ...Object.fromEntries(carried) },
      secrets: [...this.#secrets, ...learned],
      secret_variables: [...new Set([...(job.secret_variables ?? []), ...secret.map(([name]) => name)])],
    }
  }

  /** The names that steps have set. */
  get names(): readonly string[] {
    return [...this.#values.keys()]
  }
}
