import { endpoint, shape } from '../core/endpoint.ts'

/** Links between people whose open projects differ. */
export const links = {
  'link.resolve': endpoint('GET /api/3/links/{id}', {
    summary:
      'Returns the project of the monitor, workflow, schedule, alert, result or incident with this id; ids that do not exist, and those of projects that the caller may not see, get the same answer',
    access: 'account',
    answer: shape({ project_id: 'string' }),
  }),
} as const
