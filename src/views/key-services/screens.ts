import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screen of a key service. */
export const screens: ScreensOf<RouteOfArea<'key-services'>> = {
  'key-service': () => import('./KeyServiceScreen.tsx'),
}
