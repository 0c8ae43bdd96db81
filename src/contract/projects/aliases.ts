import { project } from '../accounts/accounts.ts'
import { type Aliases, alias } from '../core/alias.ts'
import type { NestedForm } from '../core/nested-form.ts'
import { projects } from './projects.ts'

/** A field of the project that is shown at its place in the envelope too. */
const ofProject = (field: 'name' | 'tags' | 'id' | 'created' | 'last_update'): NestedForm['derived'][string] => ({
  definition: project[field],
  of: (row) => Object(row.project)[field],
})

/** A project as `{ id, meta, project }`. */
const form: NestedForm = {
  group: 'project',
  top: ['project', 'organization', 'access_level', 'settings'],
  meta: [],
  renamed: {},
  derived: {
    id: ofProject('id'),
    'meta.name': ofProject('name'),
    'meta.tags': ofProject('tags'),
    'meta.project_id': ofProject('id'),
    'meta.created': ofProject('created'),
    'meta.last_update': ofProject('last_update'),
  },
}

/** The project of the request, for clients whose key names it. */
export const projectAliases: Aliases = {
  'project.current': alias(projects, 'GET /api/2/project/', { alsoOf: 'project.read', form, projectAs: 'id' }),
}
