import { useMachine } from '../core/machines-of.ts'
import { useTitle } from '../core/use-current-route.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'

type Row = {
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
  readonly projects: number
}

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    head: 'Organization',
    names: true,
    grows: true,
    cell: ({ id, name, roles }) =>
      roles.includes('ADMIN') ? (
        <Go to="organization-settings" params={{ orgId: id }} kind="ghost">
          {name}
        </Go>
      ) : (
        name
      ),
  },
  {
    id: 'roles',
    head: 'Your roles',
    cell: ({ roles }) => roles.filter((role) => role !== 'DEFAULT').join(', ') || '–',
  },
  { id: 'projects', head: 'Your projects', align: 'end', hide: 's', cell: ({ projects }) => projects },
]

/** The organizations that a person belongs to. */
const OrganizationsScreen = () => {
  useTitle()
  const session = useMachine('project', (snapshot) => snapshot?.context)
  const rows: Row[] = (session?.organizations ?? []).map(({ id, name }) => ({
    id,
    name,
    roles: session?.account?.roles[id] ?? [],
    projects: session?.projects.filter(({ project }) => project.org_id === id).length ?? 0,
  }))
  return (
    <>
      <PageHead
        title="Organizations"
        lead="An organization holds projects and the people who may enter them."
        actions={<Act command="organization.create" kind="primary" icon="plus" />}
      />
      {rows.length === 0 ? (
        <EmptyState title="You belong to no organization">
          Create one to share projects with others: its roles decide who may enter which project.
        </EmptyState>
      ) : (
        <Card flush>
          <Table
            label="Organizations"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            rowName={({ name }) => name}
            menu={({ id, roles }) => [
              { command: 'organization.leave', args: { organization: id }, icon: 'close', danger: true },
              ...roles
                .filter((role) => role !== 'DEFAULT')
                .map((role) => ({
                  command: 'organization.give-up-role' as const,
                  args: { organization: id, role },
                  icon: 'close' as const,
                  label: `Give up role ${role}`,
                })),
            ]}
          />
        </Card>
      )}
    </>
  )
}

export default OrganizationsScreen
