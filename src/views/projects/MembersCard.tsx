import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Avatar } from '../parts/text/Avatar.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { MixedScripts } from '../parts/text/MixedScripts.tsx'
import { Named } from '../parts/text/Named.tsx'
import { Time } from '../parts/text/Time.tsx'
import { otherWays, wayWords } from './member-ways.ts'

type Member = AnswerOf<ProductContract['project.members']>['results'][number]

const columns: readonly Column<Member>[] = [
  {
    id: 'who',
    head: 'Person',
    names: true,
    grows: true,
    cell: ({ account_name, account_email }) => (
      <span className={classes.person}>
        <Avatar name={account_name} round small />
        <span className="trunc">{account_name}</span>
        <MixedScripts name={account_name} />
        <span className="muted trunc hide-s">{account_email}</span>
      </span>
    ),
  },
  {
    id: 'level',
    head: 'Level',
    cell: ({ access_level }) => <span data-tip={levelWords[access_level].may}>{levelWords[access_level].name}</span>,
  },
  {
    id: 'through',
    head: 'Through',
    hide: 's',
    cell: (member) => <Named below={otherWays(member.grants) ?? undefined}>{wayWords(member)}</Named>,
  },
  { id: 'since', head: 'Since', align: 'end', hide: 's', cell: ({ created }) => <Time at={created} /> },
]

/** Members of the project. */
export const MembersCard = ({ projectId, mayManage }: { projectId: string; mayManage: boolean }) => {
  const { data, error, status, refetch } = useResource('project.members', { params: { id: projectId } })
  const isSlow = useSlow(status === 'pending' && !data)
  return (
    <Card
      title="Members"
      sub={data?.results.length}
      flush
      actions={mayManage && <Act command="invite.create" size="small" label="Invite" />}
    >
      {data ? (
        <Table
          label="Members"
          columns={columns}
          rows={data.results}
          rowId={({ id }) => id}
          rowName={({ account_name }) => account_name}
          twoLine
          menu={({ account_email, grants }) =>
            mayManage
              ? [
                  { command: 'access.grant', args: { email: account_email }, icon: 'edit' as const },
                  ...grants
                    .filter(({ role_id }) => role_id === null)
                    .map(({ id }) => ({
                      command: 'access.remove' as const,
                      args: { access: id },
                      icon: 'trash' as const,
                      danger: true,
                    })),
                ]
              : []
          }
        />
      ) : error ? (
        <LoadError error={error} refetch={refetch} />
      ) : (
        isSlow && <Loading page={false} />
      )}
    </Card>
  )
}
