import { useCallback, useMemo, useState } from 'react'
import type { Failure } from '../../../machines/resource/failure.ts'
import { useScreenEvents } from '../app/screen-machines.ts'
import { useResource } from '../app/use-resource.ts'
import { useWorld } from '../app/use-world.ts'
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

type Older = {
  readonly of: string
  readonly rows: readonly Entry[]
  readonly cursor: string | null
  readonly loading: boolean
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
  const none: Older = { of, rows: [], cursor: null, loading: false }
  const [older, setOlder] = useState(none)
  const kept = older.of === of ? older : none
  const { data } = first
  const rows = useMemo(() => joined(kept.rows, data?.results ?? [], data?.meta.more === false), [kept.rows, data])
  const cursor = kept.rows.length > 0 ? kept.cursor : (data?.meta.next_cursor ?? null)
  const busy = kept.loading

  const readOlder = useCallback(async () => {
    if (cursor === null || busy) return
    setOlder({ of, rows, cursor, loading: true })
    const from = { ...query, cursor }
    const reading = {
      project: () => world.call('audit.list', { query: from }),
      installation: () => world.call('audit.list-of-installation', { query: from }),
      resource: () => world.call('audit.list-of-resource', { params: { id }, query: from }),
      organization: () => world.call('audit.list-of-organization', { params: { org: id }, query: from }),
    }[scope.of]
    const answer = await reading().catch(() => null)
    setOlder((now) => {
      if (now.of !== of) return now
      if (!answer) return { ...now, loading: false }
      return { of, rows: [...now.rows, ...answer.results], cursor: answer.meta.next_cursor, loading: false }
    })
  }, [world, scope.of, id, of, rows, cursor, busy, query])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'OLDER') void readOlder()
      },
      [readOlder],
    ),
  )
  return {
    rows,
    status: first.status,
    isThere: data !== undefined,
    error: first.error,
    hasOlder: cursor !== null,
    loadingOlder: busy,
    refetch: first.refetch,
  }
}
