import type { RouteOfArea } from '../../commands/areas.ts'
import type { Load, ScreensOf } from '../core/screen-load.ts'

const schedule: Load = () => import('./ScheduleScreen.tsx')

/** The screens of schedules. */
export const screens: ScreensOf<RouteOfArea<'schedules'>> = {
  schedules: () => import('./SchedulesScreen.tsx'),
  'new-schedule': schedule,
  schedule: schedule,
  'schedule-targets': schedule,
  'schedule-downtimes': schedule,
}
