import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of the audit log. */
export const screens: ScreensOf<RouteOfArea<'audit'>> = {
  audit: () => import('./AuditScreen.tsx'),
  'audit-of-resource': () => import('./ResourceAuditScreen.tsx'),
  'audit-of-organization': () => import('./OrganizationAuditScreen.tsx'),
}
