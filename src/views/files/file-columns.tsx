import { Go } from '../parts/act/Go.tsx'
import { tip } from '../parts/overlay/tip.ts'
import type { Column } from '../parts/table/table-column.ts'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { FileRow } from './file-list.ts'
import { kindWords } from './file-words.ts'
import { ProjectConditions } from './ProjectConditions.tsx'

const UsedBy = ({ used_by: users, used_by_project: isInProject }: FileRow) => {
  const [first] = users
  if (!first && isInProject) return <ProjectConditions />
  if (!first) return <span className="muted">nothing</span>
  if (users.length === 1 && !isInProject)
    return (
      <Go to="monitor" params={{ callId: first.id }} kind="text" className="trunc">
        {first.name}
      </Go>
    )
  const names = [...users.map(({ name }) => name), ...(isInProject ? ['Conditions of the project'] : [])]
  return (
    <span {...tip(names.join(', '))}>
      {formats.count(names.length)} {isInProject ? 'places' : 'monitors'}
    </span>
  )
}

/** Columns of the list of files. */
export const fileColumns: readonly Column<FileRow>[] = [
  {
    id: 'name',
    head: 'File',
    names: true,
    grows: true,
    cell: ({ id, meta, file }) => (
      <Named below={meta.name === file.name ? (meta.description ?? undefined) : file.name}>
        <Go to="file" params={{ fileId: id }}>
          {meta.name}
        </Go>
      </Named>
    ),
  },
  { id: 'kind', head: 'Kind', hide: 'm', cell: ({ file }) => kindWords(file) },
  { id: 'tags', head: 'Tags', hide: 't', cell: ({ meta }) => <Tags names={meta.tags} /> },
  { id: 'used', head: 'Used by', hide: 't', cell: (row) => <UsedBy {...row} /> },
  {
    id: 'size',
    head: 'Size',
    align: 'end',
    cell: ({ file }) => <span className="num">{formats.bytes(file.size)}</span>,
  },
  { id: 'updated', head: 'Updated', align: 'end', hide: 'm', cell: ({ meta }) => <Time at={meta.last_update} /> },
]
