import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screen of service accounts. */
export const screens: ScreensOf<RouteOfArea<'service-accounts'>> = {
  'service-accounts': () => import('./ServiceAccountsScreen.tsx'),
}
