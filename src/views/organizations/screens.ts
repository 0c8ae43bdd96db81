import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of organizations. */
export const screens: ScreensOf<RouteOfArea<'organizations'>> = {
  organizations: () => import('./OrganizationsScreen.tsx'),
  'organization-settings': () => import('./OrganizationSettingsScreen.tsx'),
}
