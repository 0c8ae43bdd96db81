import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { Time } from '../parts/text/Time.tsx'

type Invite = AnswerOf<ProductContract['invite.list']>['results'][number]

const columns: readonly Column<Invite>[] = [
  { id: 'who', head: 'Address', names: true, grows: true, cell: ({ email }) => email },
  {
    id: 'level',
    head: 'Level',
    cell: ({ access_level }) => (access_level === null ? null : levelWords[access_level].name),
  },
  { id: 'by', head: 'By', hide: 't', cell: ({ invited_email }) => invited_email },
  { id: 'expires', head: 'Expires', align: 'end', hide: 's', cell: ({ expires }) => <Time at={expires} /> },
]

/** Pending invitations to the project. */
export const InvitesCard = ({ projectId }: { projectId: string }) => {
  const { data, error, status, refetch } = useResource('invite.list', { params: { id: projectId } })
  const isSlow = useSlow(status === 'pending' && !data)
  if (data?.results.length === 0) return null
  return (
    <Card
      title="Invitations"
      sub={data?.results.length}
      flush
      actions={<Act command="invite.create" size="small" label="Invite" />}
    >
      {data ? (
        <Table
          label="Invitations"
          columns={columns}
          rows={data.results}
          rowId={({ id }) => id}
          rowName={({ email }) => email}
          menu={({ id }) => [
            { command: 'invite.resend', args: { invitation: id }, icon: 'mail' },
            { command: 'invite.revoke', args: { invitation: id }, icon: 'trash', danger: true },
          ]}
        />
      ) : error ? (
        <LoadError error={error} refetch={refetch} />
      ) : (
        isSlow && <Loading page={false} />
      )}
    </Card>
  )
}
