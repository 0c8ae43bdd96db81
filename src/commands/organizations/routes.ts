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
  'site-organizations': route({
    path: '/admin/organizations',
    title: 'All organizations',
    flags: ['noProjectOk', 'siteAdminOnly'],
    words: 'all organizations',
    icon: 'catalog',
  }),
  'site-organization': route({
    path: '/admin/organizations/{orgId}',
    title: 'Organization of the installation',
    flags: ['noProjectOk', 'siteAdminOnly'],
    words: null,
    icon: 'catalog',
    parent: 'site-organizations',
    crumb: 'Organization',
  }),
}
