import type { Shape } from '../../contract/core/endpoint.ts'
import type { job, workflowJob } from '../../contract/runs/jobs.ts'
import type { Db } from '../store/core/database.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import type { LeasedJob } from './lease.ts'
import type { WorkflowOfRun } from './workflow-orders.ts'

export type Job = Shape<typeof job>

/** A run of a workflow as it is handed out. */
export type WorkflowJob = Shape<typeof workflowJob>

/** A run to be made a job of: its lease, its monitor, and the names of the variables that the monitor uses. */
export type Order = {
  readonly leased: LeasedJob
  readonly monitor: OrderedMonitor
  /** The workflow whose step it is; absent for a run of the monitor alone. */
  readonly workflow?: WorkflowOfRun
}
type OrderedMonitor = {
  readonly id: string
  readonly name: string
  readonly doc: MonitorDoc
  readonly reads: ReadonlySet<string>
}

/** A secret that a run sends: its name for people, and the origins that it may be sent to. */
export type Held = { readonly name: string; readonly origins: readonly string[] }

/** Parts of a job from elsewhere than its monitor: from its environment, its authentication, its files. */
export type Ingredient = {
  /** Variables by name: those that the monitor reads, and no others. Its own and those of the run take precedence. */
  readonly variables?: Readonly<Record<string, string>>
  /** Names of the variables above whose values are secret. */
  readonly secret_variables?: readonly string[]
  /** The secrets that the run sends. */
  readonly held?: readonly Held[]
  /** Values that must be masked in whatever the agent reports. */
  readonly secrets?: readonly string[]
  /** Why the run must not be made, as a sentence without its end: it would go out without its credentials. */
  readonly refused?: string
  /** The key that a secret of the run needs, and that is not available: with `refused`, which says so. */
  readonly keyAway?: string
  /** Further fields of the job. They are left out of a job that would send a secret where it may not go. */
  readonly fields?: Partial<Job>
}

/**
 * Looks up, once for all runs that are handed out together, what is needed, and returns the ingredient of each. Secrets are
 * decrypted here; what is kept in memory is keyed by a version, as monitors are by `last_update`.
 */
export type IngredientSource = (db: Db, orders: readonly Order[]) => Promise<(order: Order) => Ingredient>

/** All ingredients of a run as one. */
export type Joined = Required<Omit<Ingredient, 'refused' | 'keyAway'>> & Pick<Ingredient, 'refused' | 'keyAway'>

/** Joins ingredients; of two values for a variable, the first is taken. */
export const joinIngredients = (parts: readonly Ingredient[]): Joined => {
  const variables: Record<string, string> = {}
  for (const part of parts.toReversed()) Object.assign(variables, part.variables)
  const fields: Partial<Job> = {}
  for (const part of parts) Object.assign(fields, part.fields)
  const refusal = parts.find(({ keyAway }) => keyAway) ?? parts.find(({ refused }) => refused !== undefined)
  return {
    variables,
    fields,
    ...(refusal?.refused !== undefined && { refused: refusal.refused }),
    ...(refusal?.keyAway !== undefined && { keyAway: refusal.keyAway }),
    secret_variables: parts.flatMap(({ secret_variables = [] }) => secret_variables),
    held: parts.flatMap(({ held = [] }) => held),
    secrets: parts.flatMap(({ secrets = [] }) => secrets),
  }
}
