import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of projects. */
export const screens: ScreensOf<Exclude<RouteOfArea<'projects'>, `site-${string}`>> = {
  collections: () => import('./CollectionsScreen.tsx'),
  organization: () => import('./OrganizationScreen.tsx'),
  'new-project': () => import('./NewProjectScreen.tsx'),
  'project-settings': () => import('./ProjectSettingsScreen.tsx'),
}
