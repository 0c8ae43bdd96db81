import { route } from '../core/route.ts'

/** Organizations and their settings. */
export const organizationRoutes = {
  organizations: route({
    path: '/settings/organization',
    title: 'Organizations',
    flags: ['noProjectOk'],
    words: 'organizations',
    icon: 'catalog',
    parent: 'collections',
  }),
  'organization-settings': route({
    path: '/organization/{orgId}/settings',
    title: 'Organization settings',
    flags: ['noProjectOk'],
    words: 'organization settings',
    icon: 'settings',
    parent: 'collections',
    crumb: 'Settings',
  }),
}
