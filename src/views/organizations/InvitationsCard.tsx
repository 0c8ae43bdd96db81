import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import { LoadedCard } from './LoadedCard.tsx'

type Invite = AnswerOf<ProductContract['organization.invites']>['results'][number]

const columns: readonly Column<Invite>[] = [
  { id: 'who', head: 'Address', names: true, grows: true, cell: ({ email }) => email },
  { id: 'roles', head: 'Roles', hide: 's', cell: ({ roles }) => <Tags names={roles} /> },
  { id: 'by', head: 'By', hide: 't', cell: ({ invited_email }) => invited_email },
  { id: 'expires', head: 'Expires', align: 'end', cell: ({ expires }) => <Time at={expires} /> },
]

/** Pending invitations to an organization. */
export const InvitationsCard = ({ orgId }: { orgId: string }) => {
  const invites = useResource('organization.invites', { params: { org: orgId } })
  const args = { organization: orgId }
  return (
    <LoadedCard
      of={invites}
      title="Invitations"
      actions={<Act command="organization-invite.create" args={args} size="small" icon="mail" />}
    >
      {({ results }) =>
        results.length > 0 && (
          <Table
            label="Invitations"
            columns={columns}
            rows={results}
            rowId={({ id }) => id}
            rowName={({ email }) => email}
            menu={({ id }) => [
              { command: 'organization-invite.resend', args: { ...args, invitation: id }, icon: 'mail' },
              { command: 'organization-invite.revoke', args: { ...args, invitation: id }, icon: 'trash', danger: true },
            ]}
          />
        )
      }
    </LoadedCard>
  )
}
