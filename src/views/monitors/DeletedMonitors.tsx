import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Named } from '../parts/text/Named.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import { type DeletedMonitor, deletedMonitorList } from './deleted-monitor-list.ts'

const columns: readonly Column<DeletedMonitor>[] = [
  {
    id: 'name',
    head: 'Monitor',
    names: true,
    grows: true,
    cell: ({ name, url }) => <Named below={url}>{name}</Named>,
  },
  { id: 'deleted', head: 'Deleted', cell: ({ deleted }) => <Time at={deleted} /> },
  { id: 'until', head: 'Restorable until', cell: ({ restorable_until: until }) => <Time at={until} as="full" /> },
]

/** Deleted monitors that can be restored. */
export const DeletedMonitors = () => (
  <ListScreen
    listing={useListing(deletedMonitorList)}
    columns={columns}
    // The way back stays when the last one is restored.
    head={() => (
      <PageHead
        title={deletedMonitorList.title}
        lead="A deleted monitor can be restored for 30 days, with its results, its schedules and its dependencies."
        actions={
          <Go to="monitors" kind="secondary">
            All monitors
          </Go>
        }
      />
    )}
  />
)
