import { Go } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { Time } from '../parts/text/Time.tsx'
import type { AccountPage } from './account-page.ts'

type Organization = AccountPage['organizations'][number]
type Grant = AccountPage['grants'][number]

const organizations: readonly Column<Organization>[] = [
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
  { id: 'roles', head: 'Roles', cell: ({ roles }) => <span className="mono">{roles.join(', ')}</span> },
]

const grants: readonly Column<Grant>[] = [
  {
    id: 'project',
    head: 'Project',
    names: true,
    grows: true,
    cell: ({ project_id, project_name }) => (
      <Go to="site-project" params={{ projectId: project_id }} kind="text">
        {project_name}
      </Go>
    ),
  },
  { id: 'level', head: 'Level', cell: ({ access_level }) => levelWords[access_level].name },
  { id: 'by', head: 'Through', cell: ({ role_id }) => (role_id === null ? 'direct access' : `role ${role_id}`) },
  { id: 'since', head: 'Since', align: 'end', hide: 's', cell: ({ created }) => <Time at={created} /> },
]

/** The organizations of an account with its roles, and its projects with the way of each grant. */
export const AccountGrants = ({ account }: { account: AccountPage }) => (
  <>
    <Card title="Organizations" sub={account.organizations.length} flush={account.organizations.length > 0}>
      {account.organizations.length > 0 ? (
        <Table
          label="Organizations"
          columns={organizations}
          rows={account.organizations}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
        />
      ) : (
        <p className="muted">It is a member of no organization.</p>
      )}
    </Card>
    <Card title="Projects" sub={account.project_count} flush={account.grants.length > 0}>
      {account.grants.length > 0 ? (
        <Table
          label="Projects"
          columns={grants}
          rows={account.grants}
          rowId={({ project_id, role_id }) => `${project_id} ${role_id ?? ''}`}
          rowName={({ project_name }) => project_name}
        />
      ) : (
        <p className="muted">It has access to no project.</p>
      )}
    </Card>
    {account.grants_truncated && <p className="muted">Only the first {account.grants.length} grants are shown.</p>}
  </>
)
