import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of connected applications. */
export const screens: ScreensOf<RouteOfArea<'connections'>> = {
  connect: () => import('./ConnectScreen.tsx'),
  connections: () => import('./ConnectionsScreen.tsx'),
}
