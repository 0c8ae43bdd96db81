import { route } from '../core/route.ts'

/** Projects and their collections. */
export const projectRoutes = {
  collections: route({ path: '/collections', title: 'Collections', flags: ['noProjectOk'], keys: 'g C' }),
  'new-project': route({
    path: '/project',
    title: 'New project',
    flags: ['noProjectOk'],
    keys: 'n',
    keysFor: 'project',
  }),
  organization: route({
    path: '/organization/{orgId}/overview',
    title: 'Organization',
    flags: ['noProjectOk'],
    words: 'organization overview',
    icon: 'catalog',
    parent: 'collections',
  }),
  'site-projects': route({
    path: '/admin/projects',
    title: 'All projects',
    flags: ['noProjectOk', 'siteAdminOnly'],
    words: 'all projects',
    icon: 'catalog',
  }),
  'site-project': route({
    path: '/admin/projects/{projectId}',
    title: 'Access to the project',
    flags: ['noProjectOk', 'siteAdminOnly'],
    words: null,
    icon: 'catalog',
    parent: 'site-projects',
  }),
  'project-settings': route({ path: '/settings/project', title: 'Project settings', icon: 'settings' }),
}
