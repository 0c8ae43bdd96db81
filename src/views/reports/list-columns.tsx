import { Go } from '../parts/act/Go.tsx'
import { Count } from '../parts/chart/Figure.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Named } from '../parts/text/Named.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { Report } from './report-list.ts'

const rowsOf = ({ report }: Report): number => report.groups.reduce((sum, { rows }) => sum + rows.length, 0)

/** Columns of the list of reports. */
export const listColumns: readonly Column<Report>[] = [
  {
    id: 'name',
    head: 'Report',
    names: true,
    grows: true,
    cell: ({ id, meta }) => (
      <Named {...(meta.description && { below: <span className="trunc">{meta.description}</span> })}>
        <Go to="report" params={{ reportId: id }}>
          {meta.name}
        </Go>
      </Named>
    ),
  },
  {
    id: 'groups',
    head: 'Groups',
    align: 'end',
    hide: 's',
    cell: ({ report }) => <Count value={report.groups.length} />,
  },
  {
    id: 'rows',
    head: 'Rows',
    align: 'end',
    cell: (one) => (
      <span className="num">
        {rowsOf(one)}
        {one.missing_call_ids.length > 0 && <small className="bad"> {one.missing_call_ids.length} deleted</small>}
      </span>
    ),
  },
  {
    id: 'public',
    head: 'Link',
    cell: ({ meta }) => (meta.public ? <Tags names={['public']} /> : <span className="muted">—</span>),
  },
  {
    id: 'updated',
    head: 'Updated',
    align: 'end',
    hide: 's',
    cell: ({ meta }) => (
      <span className="sec">
        <Time at={meta.last_update} />
      </span>
    ),
  },
]
