import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of insights. */
export const screens: ScreensOf<RouteOfArea<'insights'>> = {
  insights: () => import('./InsightsScreen.tsx'),
}
