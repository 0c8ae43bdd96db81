import { useCallback, useMemo, useState } from 'react'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useList } from '../core/use-list.ts'
import { OlderEnd } from '../parts/table/OlderEnd.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { auditColumns } from './audit-columns.tsx'
import type { Entry } from './audit-filter.ts'
import { EntryDetail } from './EntryDetail.tsx'
import type { EntriesState } from './use-entries.ts'

const rowId = ({ id }: Entry): string => id
const rowName = ({ action, resource, time }: Entry): string => `${action} ${resource.name ?? ''}, ${time}`
const pointing = ({ id }: Entry) => ({ command: 'list.point', args: { row: id } })

/** The entries, each of which opens to what it changed. */
export const AuditTable = ({ entries, withResource }: { entries: EntriesState; withResource: boolean }) => {
  const { rows, hasOlder, loadingOlder } = entries
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { cursor } = useList({ kind: 'audit-entry', rows, rowId, rowName })
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
  const columns = useMemo(() => auditColumns({ withResource, isOpen: (id) => open.has(id) }), [withResource, open])
  const detail = (row: Entry) => (open.has(row.id) ? <EntryDetail entry={row} withMore={withResource} /> : null)
  return (
    <>
      <Card flush label="Audit log">
        <Table label="Audit log" twoLine sticky {...{ columns, rows, rowId, rowName, cursor, pointing, detail }} />
      </Card>
      {hasOlder && <OlderEnd command="audit.older" loading={loadingOlder} />}
    </>
  )
}
