import { kind, nowhere } from '../core/kind-row.ts'

/** Projects, and the collections (organizations) that hold them. */
export const projectKinds = {
  project: kind({
    noun: ['project', 'projects'],
    prompt: 'Which project?',
    icon: 'catalog',
    parameter: null,
    named: 'by name',
    list: 'session',
    naming: null,
    routes: { list: 'collections', one: null, make: 'new-project', edit: 'project-settings' },
  }),
  collection: kind({
    noun: ['collection', 'collections'],
    prompt: 'Which collection?',
    icon: 'catalog',
    parameter: 'orgId',
    named: 'by name',
    list: 'session',
    naming: null,
    routes: { ...nowhere, list: 'collections' },
  }),
}
