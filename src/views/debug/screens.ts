import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of the debug screen. */
export const screens: ScreensOf<RouteOfArea<'debug'>> = {
  debug: () => import('./DebugScreen.tsx'),
}
