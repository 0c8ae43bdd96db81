import { ListScreen } from '../kit/list/ListScreen.tsx'
import { defineList, type RowOf } from '../kit/list/list.ts'
import { useListing } from '../kit/list/use-listing.ts'
import { serverSearch } from '../kit/list/words-filter.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'

type SiteOrganization = RowOf<'organization.list'>

const organizationList = defineList('organization.list', {
  kind: null,
  one: 'organization',
  many: 'organizations',
  title: 'All organizations',
  rowId: ({ id }) => id,
  rowName: ({ name }) => name,
  opens: ({ id }) => ({ to: 'site-organization', params: { orgId: id } }),
  query: { limit: 100 },
  paged: true,
  filters: [serverSearch({ label: 'Filter by name or id', asks: (search) => ({ search }) })],
  empty: { text: 'Organizations that people create are listed here.' },
})

const columns: readonly Column<SiteOrganization>[] = [
  {
    id: 'name',
    head: 'Organization',
    names: true,
    grows: true,
    cell: ({ id, name }) => (
      <Go to="site-organization" params={{ orgId: id }} kind="text">
        {name}
      </Go>
    ),
  },
  { id: 'members', head: 'People', align: 'end', cell: ({ members }) => formats.count(members) },
  { id: 'projects', head: 'Projects', align: 'end', cell: ({ projects }) => formats.count(projects) },
  { id: 'runs', head: 'Runs this month', align: 'end', hide: 's', cell: ({ runs }) => formats.count(runs) },
  {
    id: 'factor',
    head: 'Two-step',
    hide: 'm',
    cell: ({ enforce_2fa }) => (enforce_2fa ? 'Required' : <span className="muted">optional</span>),
  },
  { id: 'created', head: 'Created', align: 'end', hide: 's', cell: ({ created }) => <Time at={created} /> },
]

/** Organizations of the installation, for its site admins. */
const OrganizationsScreen = () => (
  <ListScreen
    listing={useListing(organizationList)}
    columns={columns}
    lead="Every organization of this installation, with its people and projects."
  />
)
export default OrganizationsScreen
