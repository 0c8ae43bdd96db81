import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of environments. */
export const screens: ScreensOf<RouteOfArea<'environments'>> = {
  environments: () => import('./EnvironmentsScreen.tsx'),
  environment: () => import('./EnvironmentsScreen.tsx'),
}
