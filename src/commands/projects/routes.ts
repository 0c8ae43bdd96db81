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
  'project-settings': route({ path: '/settings/project', title: 'Project settings', icon: 'settings' }),
}
