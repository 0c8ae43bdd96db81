import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of notifications. */
export const screens: ScreensOf<RouteOfArea<'notifications'>> = {
  notifications: () => import('./NotificationsScreen.tsx'),
}
