import { useCallback, useMemo, useState } from 'react'
import { useScreenEvents } from '../core/screen-machines.ts'
import { ListBody } from '../kit/list/ListBody.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { auditColumns } from './audit-columns.tsx'
import type { Entry } from './audit-entry.ts'
import { auditLists } from './audit-list.ts'
import { EntryDetail } from './EntryDetail.tsx'

/** What an audit list covers: a project, one thing in it, an organization, or what belongs to no project. */
export type AuditScope =
  | { readonly of: 'project' | 'installation' }
  | { readonly of: 'resource' | 'organization'; readonly id: string }

/** Variables of the endpoint's path. */
const paramsOf = (scope: AuditScope): Readonly<Record<string, string>> | undefined => {
  if (scope.of === 'organization') return { org: scope.id }
  return scope.of === 'resource' ? { id: scope.id } : undefined
}

/** Ids of the entries that are open, which `audit.expand` and Enter toggle. */
const useOpenEntries = (): ReadonlySet<string> => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  useScreenEvents(
    'screen',
    useCallback(({ type, id }) => {
      if (type !== 'OPEN' || typeof id !== 'string') return
      setOpen((now) => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      })
    }, []),
  )
  return open
}

/** Audit entries, narrowed by the address. An entry opens to its changes. */
export const AuditList = ({ scope }: { scope: AuditScope }) => {
  const listing = useListing(auditLists[scope.of], { params: paramsOf(scope) })
  const open = useOpenEntries()
  const withResource = scope.of !== 'resource'
  const columns = useMemo(() => auditColumns({ withResource, isOpen: (id) => open.has(id) }), [withResource, open])
  const detail = (row: Entry) => (open.has(row.id) ? <EntryDetail entry={row} withMore={withResource} /> : null)
  return <ListBody listing={listing} columns={columns} table={{ detail }} />
}
