import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screen of the public status page. */
export const screens: ScreensOf<RouteOfArea<'status'>> = {
  'status-page': () => import('./StatusPageScreen.tsx'),
}
