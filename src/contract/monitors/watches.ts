import { conditionSet } from '../conditions/conditions.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { MONITOR_BYTES, monitors } from './monitors.ts'

/** Watching an address from one request on, where it would take a monitor, its conditions and a schedule. */
export const watches = {
  'watch.create': endpoint('POST /api/3/monitors/watched', {
    summary:
      'Creates a monitor with its conditions and puts it on a schedule, all or nothing: on one that runs as often from the same locations where there is such, else on one of its own',
    access: 'edit',
    audit: 'watch.create',
    status: 201,
    repeatable: true,
    maxBodyBytes: MONITOR_BYTES,
    body: shape({
      meta: monitors.draft.meta,
      request: monitors.draft.request,
      'conditions?': conditionSet,
      schedule: {
        /** Whole seconds. */
        frequency: '1 <= number.integer <= 31536000',
        /** Ids of locations; absent: from everywhere. */
        'locations?': '1 <= string[] <= 1000',
      },
    }),
    answer: shape({
      monitor: { id: 'string', name: 'string' },
      schedule: { id: 'string', name: 'string', /** Whether it was made for this. */ isNew: 'boolean' },
    }),
  }),
} as const
