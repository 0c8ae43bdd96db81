import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of the home. */
export const screens: ScreensOf<RouteOfArea<'home'>> = {
  home: () => import('./HomeScreen.tsx'),
  'home-performance': () => import('./PerformanceScreen.tsx'),
}
