import { type Aliases, alias } from '../core/alias.ts'
import { monitors } from './monitors.ts'

const { endpoints } = monitors

/** Monitors for existing command-line clients, which call them calls. */
export const callAliases: Aliases = {
  'monitor.list-calls': alias(endpoints, 'GET /api/2/calls/', { alsoOf: 'monitor.list' }),
  'monitor.put': alias(endpoints, 'PUT /api/2/calls/', { alsoOf: 'monitor.create' }),
  'monitor.read-call': alias(endpoints, 'GET /api/2/calls/{id}/', { alsoOf: 'monitor.read' }),
  'monitor.run-call': alias(endpoints, 'POST /api/2/calls/{id}/run', { alsoOf: 'monitor.run' }),
}
