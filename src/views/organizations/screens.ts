import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of organizations. */
export const screens: ScreensOf<Exclude<RouteOfArea<'organizations'>, `site-${string}`>> = {
  organizations: () => import('./OrganizationsScreen.tsx'),
  'organization-settings': () => import('./OrganizationSettingsScreen.tsx'),
}
