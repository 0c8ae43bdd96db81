import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { Named } from '../parts/text/Named.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { OrganizationPage } from './organization-page.ts'

type Person = OrganizationPage['accounts'][number]

const columns: readonly Column<Person>[] = [
  {
    id: 'name',
    head: 'Person',
    names: true,
    grows: true,
    cell: ({ id, name, email }) => (
      <Named below={<span className="trunc">{email}</span>}>
        <Go to="account" params={{ accountId: id }} kind="text">
          {name}
        </Go>
      </Named>
    ),
  },
  {
    id: 'roles',
    head: 'Roles',
    cell: ({ roles }) => (roles.length > 0 ? <Tags names={roles} /> : <span className="muted">DEFAULT</span>),
  },
  {
    id: 'factor',
    head: 'Two-step',
    hide: 't',
    cell: ({ has_second_factor }) => (has_second_factor ? 'On' : <span className="muted">off</span>),
  },
  {
    id: 'login',
    head: 'Last sign-in',
    align: 'end',
    hide: 's',
    cell: ({ last_login, blocked }) =>
      blocked !== null ? 'blocked' : last_login ? <Time at={last_login} /> : <span className="muted">never</span>,
  },
]

/** The people of an organization, whose roles a site admin may change. */
export const OrganizationPeople = ({ organization }: { organization: OrganizationPage }) => {
  const { id: orgId, accounts, members } = organization
  const args = (account: string) => ({ organization: orgId, account })
  return (
    <Card
      title="People"
      sub={members}
      flush={accounts.length > 0}
      actions={
        accounts.length > 0 && (
          <Act command="organization.add-role" args={{ organization: orgId }} size="small" label="Give role" />
        )
      }
    >
      {accounts.length > 0 ? (
        <Table
          label="People"
          columns={columns}
          rows={accounts}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          twoLine
          menu={({ id, roles }) => [
            { command: 'organization.add-role', args: args(id), icon: 'plus' },
            ...roles.map((role) => ({
              command: 'organization.take-role' as const,
              args: { ...args(id), role },
              icon: 'close' as const,
              label: `Take role ${role}`,
            })),
            { command: 'organization.remove-member', args: args(id), icon: 'trash', danger: true },
          ]}
        />
      ) : (
        <p className="muted">It has no people. A site admin can invite somebody under its settings.</p>
      )}
    </Card>
  )
}
