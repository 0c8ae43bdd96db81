import { Go } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'
import type { OrganizationPage } from './organization-page.ts'

const projects: readonly Column<OrganizationPage['owned'][number]>[] = [
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
  { id: 'members', head: 'Members', align: 'end', cell: ({ member_count }) => formats.count(member_count) },
  {
    id: 'monitors',
    head: 'Monitors',
    align: 'end',
    hide: 's',
    cell: ({ monitor_count }) => formats.count(monitor_count),
  },
  { id: 'created', head: 'Created', align: 'end', hide: 's', cell: ({ created }) => <Time at={created} /> },
]

const roles: readonly Column<OrganizationPage['roles'][number]>[] = [
  { id: 'id', head: 'Role', names: true, cell: ({ id }) => <span className="mono">{id}</span> },
  { id: 'description', head: 'Description', grows: true, hide: 't', cell: ({ description }) => description },
  { id: 'members', head: 'People', align: 'end', cell: ({ members }) => formats.count(members) },
  { id: 'projects', head: 'Projects', align: 'end', cell: ({ projects: many }) => formats.count(many) },
]

/** The projects and the roles of an organization. */
export const OrganizationProjects = ({ organization }: { organization: OrganizationPage }) => (
  <>
    <Card title="Projects" sub={organization.projects} flush={organization.owned.length > 0}>
      {organization.owned.length > 0 ? (
        <Table
          label="Projects"
          columns={projects}
          rows={organization.owned}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
        />
      ) : (
        <p className="muted">It has no projects.</p>
      )}
    </Card>
    {organization.owned_truncated && (
      <p className="muted">Only the newest {organization.owned.length} projects are shown.</p>
    )}
    <Card title="Roles" sub={organization.roles.length} flush>
      <Table label="Roles" columns={roles} rows={organization.roles} rowId={({ id }) => id} rowName={({ id }) => id} />
    </Card>
  </>
)
