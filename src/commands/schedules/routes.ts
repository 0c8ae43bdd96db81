import { route } from '../core/route.ts'

/** Schedules. */
export const scheduleRoutes = {
  schedules: route({ path: '/schedules', title: 'Schedules', keys: 'g s' }),
  'new-schedule': route({ path: '/schedules/new', title: 'New schedule' }),
  schedule: route({ path: '/schedules/{scheduleId}', title: 'Schedule' }),
  'schedule-targets': route({
    path: '/schedules/{scheduleId}/targets',
    title: 'Targets of a schedule',
    icon: 'monitor',
  }),
  'schedule-downtimes': route({
    path: '/schedules/{scheduleId}/downtimes',
    title: 'Downtimes of a schedule',
    icon: 'pause',
  }),
}
