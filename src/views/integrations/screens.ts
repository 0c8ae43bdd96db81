import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of integrations. */
export const screens: ScreensOf<RouteOfArea<'integrations'>> = {
  'organization-integrations': () => import('./IntegrationsScreen.tsx'),
  'integration-onboarding': () => import('./IntegrationOnboardingScreen.tsx'),
  'integration-complete': () => import('./IntegrationCompleteScreen.tsx'),
}
