import type { Failure } from '../../../machines/resource/failure.ts'
import { useOlder } from '../core/use-older.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { type AuditQuery, type Entry, joined } from './audit-filter.ts'

/** Whose entries: of the project, of one thing in it, of an organization, or of what belongs to no project. */
export type AuditScope =
  | { readonly of: 'project' | 'installation' }
  | { readonly of: 'resource' | 'organization'; readonly id: string }

export type EntriesState = {
  readonly rows: readonly Entry[]
  readonly status: 'notSet' | 'pending' | 'success' | 'failed'
  readonly isThere: boolean
  readonly error: Failure | null
  readonly hasOlder: boolean
  readonly loadingOlder: boolean
  refetch(): void
}

/** Entries by a query: new ones come in on top, older ones page by page. */
export const useEntries = (scope: AuditScope, query: AuditQuery): EntriesState => {
  const world = useWorld()
  const id = 'id' in scope ? scope.id : ''
  const first = {
    project: useResource('audit.list', scope.of === 'project' ? { query } : null),
    installation: useResource('audit.list-of-installation', scope.of === 'installation' ? { query } : null),
    resource: useResource('audit.list-of-resource', scope.of === 'resource' ? { params: { id }, query } : null),
    organization: useResource(
      'audit.list-of-organization',
      scope.of === 'organization' ? { params: { org: id }, query } : null,
    ),
  }[scope.of]
  const of = JSON.stringify([query, scope])
  const { rows, hasOlder, loadingOlder } = useOlder<Entry>({
    of,
    first: first.data,
    join: joined,
    read: (cursor) => {
      const from = { ...query, cursor }
      return {
        project: () => world.call('audit.list', { query: from }),
        installation: () => world.call('audit.list-of-installation', { query: from }),
        resource: () => world.call('audit.list-of-resource', { params: { id }, query: from }),
        organization: () => world.call('audit.list-of-organization', { params: { org: id }, query: from }),
      }[scope.of]()
    },
  })
  return {
    rows,
    status: first.status,
    isThere: first.data !== undefined,
    error: first.error,
    hasOlder,
    loadingOlder,
    refetch: first.refetch,
  }
}
