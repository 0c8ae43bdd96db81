import type { Load } from '../core/screen-load.ts'

const schedule: Load = () => import('./ScheduleScreen.tsx')

/** The screens of schedules. */
export const scheduleScreens = {
  schedules: () => import('./SchedulesScreen.tsx'),
  'new-schedule': schedule,
  schedule: schedule,
  'schedule-targets': schedule,
  'schedule-downtimes': schedule,
}
