import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { MixedScripts } from '../parts/text/MixedScripts.tsx'
import { Named } from '../parts/text/Named.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import { LoadedCard } from './LoadedCard.tsx'

type Member = AnswerOf<ProductContract['organization.members']>['results'][number]

const columns: readonly Column<Member>[] = [
  {
    id: 'name',
    head: 'Person',
    names: true,
    grows: true,
    cell: ({ name, email }) => (
      <Named
        below={
          <>
            <span className="trunc">{email}</span>
            <MixedScripts name={name} />
          </>
        }
      >
        {name}
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
    head: 'Second factor',
    hide: 't',
    cell: ({ multifactor }) => multifactor.join(', ') || <span className="muted">none</span>,
  },
  {
    id: 'login',
    head: 'Last sign-in',
    align: 'end',
    hide: 's',
    cell: ({ last_login }) => (last_login ? <Time at={last_login} /> : <span className="muted">never</span>),
  },
]

/** The people of an organization. */
export const MembersCard = ({ orgId }: { orgId: string }) => {
  const members = useResource('organization.members', { params: { org: orgId } })
  const args = (account: string) => ({ organization: orgId, account })
  return (
    <LoadedCard
      of={members}
      title="People"
      actions={<Act command="organization.add-role" args={{ organization: orgId }} size="small" label="Give role" />}
    >
      {({ results }) => (
        <Table
          label="People"
          columns={columns}
          rows={results}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
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
      )}
    </LoadedCard>
  )
}
