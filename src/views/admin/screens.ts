import type { ScreensOf } from '../core/screen-load.ts'

/** Routes of other areas whose screens are of administration. */
export type AdminRoute =
  | 'accounts'
  | 'account'
  | 'site-projects'
  | 'site-project'
  | 'site-organizations'
  | 'site-organization'

/** The screens of administration. */
export const screens: ScreensOf<AdminRoute> = {
  accounts: () => import('./AccountsScreen.tsx'),
  account: () => import('./AccountScreen.tsx'),
  'site-organizations': () => import('./OrganizationsScreen.tsx'),
  'site-organization': () => import('./OrganizationScreen.tsx'),
  'site-projects': () => import('./ProjectsScreen.tsx'),
  'site-project': () => import('./ProjectAccessScreen.tsx'),
}
