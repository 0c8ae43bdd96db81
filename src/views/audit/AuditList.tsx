import { useMemo } from 'react'
import { usePlace } from '../core/use-place.ts'
import { useSlow } from '../core/use-slow.ts'
import { Trouble } from '../kit/detail/Trouble.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditTable } from './AuditTable.tsx'
import { auditQuery, isNarrowed } from './audit-filter.ts'
import { type AuditScope, useEntries } from './use-entries.ts'

const NoEntries = ({ narrowed, scope }: { narrowed: boolean; scope: AuditScope }) => (
  <Card label="Audit log">
    {narrowed ? (
      <EmptyState title="No entry matches" actions={<Act command="list.clear-filter" label="Clear the filter" />}>
        Nothing that was done matches this filter.
      </EmptyState>
    ) : (
      <EmptyState
        title="Nothing was done yet"
        actions={
          scope.of === 'project' && (
            <Act command="open.new-monitor" args={{ monitor: 'new' }} label="Add a monitor" kind="primary" />
          )
        }
        line="new monitor"
      >
        Every change leaves an entry here: who did what, to what, when and from where. Entries are only ever added, and
        each vouches for the one before it.
      </EmptyState>
    )}
  </Card>
)

/** The audit log, narrowed by the address: of the project, of one thing in it, or of an organization. */
export const AuditList = ({ scope }: { scope: AuditScope }) => {
  const { search } = usePlace()
  const query = useMemo(() => auditQuery(search, Date.now()), [search])
  const entries = useEntries(scope, query)
  const { rows, status, isThere, error, refetch, hasOlder } = entries
  const slow = useSlow(status === 'pending' && !isThere)
  const narrowed = isNarrowed(search)
  const withResource = scope.of !== 'resource'
  if (!isThere && error) return <Trouble error={error} refetch={refetch} />
  return (
    <>
      {(isThere ? rows.length > 0 || narrowed : narrowed) && (
        <AuditFilters rows={rows} more={hasOlder} isNarrowed={narrowed} withType={withResource} />
      )}
      {!isThere ? (
        slow && <Loading page={false} />
      ) : rows.length === 0 ? (
        <NoEntries narrowed={narrowed} scope={scope} />
      ) : (
        <AuditTable entries={entries} withResource={withResource} />
      )}
    </>
  )
}
