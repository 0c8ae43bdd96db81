import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of the own account. */
export const screens: ScreensOf<Exclude<RouteOfArea<'accounts'>, 'accounts' | 'account'>> = {
  keyboard: () => import('./keyboard/KeyboardScreen.tsx'),
  profile: () => import('./ProfileScreen.tsx'),
}
