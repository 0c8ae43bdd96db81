import { ListScreen } from '../kit/list/ListScreen.tsx'
import { defineList, type RowOf } from '../kit/list/list.ts'
import { useListing } from '../kit/list/use-listing.ts'
import { serverSearch } from '../kit/list/words-filter.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Time } from '../parts/text/Time.tsx'

type SiteProject = RowOf<'project.search'>

const projectList = defineList('project.search', {
  kind: null,
  one: 'project',
  many: 'projects',
  title: 'All projects',
  rowId: ({ id }) => id,
  rowName: ({ name }) => name,
  opens: ({ id }) => ({ to: 'site-project', params: { projectId: id } }),
  query: { limit: 50 },
  paged: true,
  filters: [serverSearch({ label: 'Filter by name or id', asks: (search) => ({ search }) })],
  empty: { text: 'Projects of all people and organizations are listed here.' },
})

const columns: readonly Column<SiteProject>[] = [
  {
    id: 'name',
    head: 'Project',
    names: true,
    grows: true,
    cell: ({ id, name }) => (
      <Go to="site-project" params={{ projectId: id }} kind="text">
        {name}
      </Go>
    ),
  },
  {
    id: 'organization',
    head: 'Organization',
    hide: 't',
    cell: ({ organization }) =>
      organization ? (
        <Go to="site-organization" params={{ orgId: organization.id }} kind="text">
          {organization.name}
        </Go>
      ) : (
        <span className="muted">personal</span>
      ),
  },
  { id: 'members', head: 'Members', align: 'end', cell: ({ member_count }) => member_count },
  { id: 'monitors', head: 'Monitors', align: 'end', hide: 's', cell: ({ monitor_count }) => monitor_count },
  { id: 'created', head: 'Created', align: 'end', hide: 's', cell: ({ created }) => <Time at={created} /> },
]

/** Projects of the installation, for its site admins. */
const ProjectsScreen = () => (
  <ListScreen
    listing={useListing(projectList)}
    columns={columns}
    lead="Every project of this installation, and who may enter it."
  />
)
export default ProjectsScreen
