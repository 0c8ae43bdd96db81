import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of API keys. */
export const screens: ScreensOf<RouteOfArea<'api-keys'>> = {
  'api-keys': () => import('./ApiKeysScreen.tsx'),
}
