import { kind, noRoutes } from '../core/kind-row.ts'

/** Projects, and the collections (organizations) that hold them. */
export const projectKinds = {
  project: kind({
    noun: ['project', 'projects'],
    icon: 'catalog',
    parameter: null,
    list: 'session',
    naming: null,
    routes: { list: 'collections', one: null, make: 'new-project', edit: 'project-settings' },
  }),
  collection: kind({
    noun: ['collection', 'collections'],
    icon: 'catalog',
    parameter: 'orgId',
    list: 'session',
    naming: null,
    routes: { ...noRoutes, list: 'collections' },
  }),
}
