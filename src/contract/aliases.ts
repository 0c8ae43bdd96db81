import { webhookAliases } from './alerts/aliases.ts'
import { authAliases } from './auth/aliases.ts'
import { contract } from './contract.ts'
import { isAlias } from './core/alias.ts'
import type { Contract } from './core/endpoint.ts'
import { downtimeAliases } from './downtimes/aliases.ts'
import { callAliases } from './monitors/aliases.ts'
import { organizationAliases } from './organizations/aliases.ts'
import { projectAliases } from './projects/aliases.ts'
import { scheduleAliases } from './schedules/aliases.ts'
import { workflowAliases } from './workflows/aliases.ts'

/** Every alias of an endpoint, by name. */
export const aliases = {
  ...callAliases,
  ...scheduleAliases,
  ...downtimeAliases,
  ...webhookAliases,
  ...workflowAliases,
  ...authAliases,
  ...projectAliases,
  ...organizationAliases,
} as const

/** Every endpoint that the server answers: those of the product, and their aliases for programs. */
export const served: Contract = { ...contract, ...aliases }

/** The name of the endpoint that does the work: an alias stands for another one. */
export const nameOfWork = (name: string): string => {
  const endpoint = served[name]
  return endpoint && isAlias(endpoint) ? endpoint.alsoOf : name
}
