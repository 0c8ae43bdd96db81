import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of onboarding. */
export const screens: ScreensOf<RouteOfArea<'onboarding'>> = {
  welcome: () => import('./WelcomeScreen.tsx'),
  'getting-started': () => import('./GettingStartedScreen.tsx'),
}
