import { type Aliases, alias } from '../core/alias.ts'
import { downtimes } from './downtimes.ts'

/** Downtimes for existing command-line clients. */
export const downtimeAliases: Aliases = {
  'downtime.put': alias(downtimes.endpoints, 'PUT /api/2/schedules/{id}/downtime/', { alsoOf: 'downtime.create' }),
}
