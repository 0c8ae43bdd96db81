import { conditionSet } from '../conditions/conditions.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { MONITOR_BYTES, monitors } from './monitors.ts'

/** A monitor, its conditions and its schedule, created in one request. */
export const watches = {
  'watch.create': endpoint('POST /api/3/monitors/watched', {
    summary:
      'Creates a monitor with its conditions and adds it to a schedule, all or nothing: to an existing one with the same frequency and locations, otherwise to a new one',
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
        /** Ids of locations; absent means all. */
        'locations?': '1 <= string[] <= 1000',
      },
    }),
    answer: shape({
      monitor: { id: 'string', name: 'string' },
      schedule: { id: 'string', name: 'string', /** Whether the request created it. */ isNew: 'boolean' },
    }),
  }),
} as const
