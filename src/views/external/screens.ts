import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of links that leave the app, and of what is shown from outside. */
export const screens: ScreensOf<RouteOfArea<'external'>> = {
  external: () => import('./ExternalScreen.tsx'),
  'superset-viewer': () => import('./AnalyticsScreen.tsx'),
}
