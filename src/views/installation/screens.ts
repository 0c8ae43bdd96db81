import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** Screens about the installation as a whole. */
export const screens: ScreensOf<RouteOfArea<'installation'>> = {
  terminal: () => import('./TerminalScreen.tsx'),
}
