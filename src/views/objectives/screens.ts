import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of objectives. */
export const screens: ScreensOf<RouteOfArea<'objectives'>> = {
  objectives: () => import('./ObjectivesScreen.tsx'),
  'home-settings': () => import('./HomeSettingsScreen.tsx'),
}
