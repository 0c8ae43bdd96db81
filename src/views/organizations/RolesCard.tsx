import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Named } from '../parts/text/Named.tsx'
import { LoadedCard } from './LoadedCard.tsx'

type Role = AnswerOf<ProductContract['organization.roles']>['results'][number]

const columns: readonly Column<Role>[] = [
  {
    id: 'id',
    head: 'Role',
    names: true,
    grows: true,
    cell: ({ id, description }) => <Named below={description || undefined}>{id}</Named>,
  },
  {
    id: 'creates',
    head: 'Creates projects',
    hide: 's',
    cell: ({ creates_projects }) => (creates_projects ? 'yes' : <span className="muted">no</span>),
  },
  { id: 'members', head: 'Members', align: 'end', cell: ({ members }) => members },
  { id: 'projects', head: 'Projects', align: 'end', hide: 's', cell: ({ projects }) => projects },
]

/** The roles of an organization. */
export const RolesCard = ({ orgId }: { orgId: string }) => {
  const roles = useResource('organization.roles', { params: { org: orgId } })
  const args = { organization: orgId }
  return (
    <LoadedCard
      of={roles}
      title="Roles"
      actions={<Act command="organization.create-role" args={args} size="small" icon="plus" />}
    >
      {({ results }) => (
        <Table
          label="Roles"
          columns={columns}
          rows={results}
          rowId={({ id }) => id}
          rowName={({ id }) => id}
          menu={({ id, built_in, creates_projects }) => [
            {
              command: 'organization.update-role',
              args: { ...args, role: id, creates_projects: !creates_projects },
              icon: 'edit',
              label: creates_projects ? 'Stop it from creating projects' : 'Let it create projects',
            },
            ...(built_in
              ? []
              : [
                  {
                    command: 'organization.remove-role' as const,
                    args: { ...args, role: id },
                    icon: 'trash' as const,
                    danger: true,
                  },
                ]),
          ]}
        />
      )}
    </LoadedCard>
  )
}
