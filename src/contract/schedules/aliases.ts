import { type Aliases, alias } from '../core/alias.ts'
import { ENVELOPE, type NestedForm } from '../core/nested-form.ts'
import { schedules } from './schedules.ts'

/** Schedules as `{ id, meta, schedule }`. */
const form: NestedForm = {
  group: 'schedule',
  top: ['id'],
  meta: ['name', 'tags', 'created', 'last_update'],
  renamed: { targets: 'target_ids' },
  derived: ENVELOPE,
}
const { endpoints } = schedules

/** Schedules for existing command-line clients. */
export const scheduleAliases: Aliases = {
  'schedule.list-nested': alias(endpoints, 'GET /api/2/schedules/', { alsoOf: 'schedule.list', form }),
  'schedule.create-nested': alias(endpoints, 'POST /api/2/schedules/', { alsoOf: 'schedule.create', form }),
  'schedule.put-nested': alias(endpoints, 'PUT /api/2/schedules/', { alsoOf: 'schedule.create', form }),
  'schedule.read-nested': alias(endpoints, 'GET /api/2/schedules/{id}/', { alsoOf: 'schedule.read', form }),
  'schedule.update-nested': alias(endpoints, 'POST /api/2/schedules/{id}/', { alsoOf: 'schedule.update', form }),
  'schedule.remove-nested': alias(endpoints, 'DELETE /api/2/schedules/{id}/', { alsoOf: 'schedule.remove' }),
  'schedule.attach-nested': alias(endpoints, 'POST /api/2/schedules/{id}/call/{callId}', {
    alsoOf: 'schedule.attach',
    form,
  }),
  'schedule.put-call-nested': alias(endpoints, 'PUT /api/2/schedules/{id}/call/{callId}', {
    alsoOf: 'schedule.attach',
    form,
  }),
  'schedule.detach-nested': alias(endpoints, 'DELETE /api/2/schedules/{id}/call/{callId}', {
    alsoOf: 'schedule.detach',
  }),
}
