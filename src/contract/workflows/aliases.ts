import { type Aliases, alias } from '../core/alias.ts'
import { workflows } from './workflows.ts'

/** Workflows for existing command-line clients. */
export const workflowAliases: Aliases = {
  'workflow.put': alias(workflows.endpoints, 'PUT /api/2/workflows/', { alsoOf: 'workflow.create' }),
}
