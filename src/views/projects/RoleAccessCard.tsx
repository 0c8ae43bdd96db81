import { ACCESS_LEVELS } from '../../contract/accounts/access-levels.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { usePerform } from '../core/use-world.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Select } from '../parts/form/Select.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { Time } from '../parts/text/Time.tsx'

type Grant = AnswerOf<ProductContract['project.roles']>['results'][number]

const OPTIONS = ACCESS_LEVELS.map((value) => ({ value, label: levelWords[value].name }))

const columnsOf = (setLevel: ((role: string, level: string) => void) | null): readonly Column<Grant>[] => [
  { id: 'role', head: 'Role', names: true, grows: true, cell: ({ role_id }) => role_id },
  {
    id: 'level',
    head: 'Level',
    cell: ({ role_id, access_level }) =>
      setLevel ? (
        <Select
          small
          label={`Level of ${role_id}`}
          value={access_level}
          options={OPTIONS}
          onValue={(level) => setLevel(role_id, level)}
        />
      ) : (
        <span data-tip={levelWords[access_level].may}>{levelWords[access_level].name}</span>
      ),
  },
  { id: 'since', head: 'Since', align: 'end', hide: 's', cell: ({ created }) => <Time at={created} /> },
]

type RoleAccessProps = { readonly projectId: string; readonly organization: string; readonly mayManage: boolean }

/** The roles of the organization whose members may enter the project, each with its level. */
export const RoleAccessCard = ({ projectId, organization, mayManage }: RoleAccessProps) => {
  const perform = usePerform()
  const { data, error, status, refetch } = useResource('project.roles', { params: { id: projectId } })
  const isSlow = useSlow(status === 'pending' && !data)
  const setLevel = (role: string, access_level: string) => perform('role-access.grant', { role, access_level })
  return (
    <Card
      title="Roles"
      sub={data?.results.length}
      flush
      actions={
        mayManage &&
        data &&
        data.unassigned.length > 0 && <Act command="role-access.grant" size="small" label="Let a role in" />
      }
    >
      {!data ? (
        error ? (
          <LoadError error={error} refetch={refetch} />
        ) : (
          isSlow && <Loading page={false} />
        )
      ) : data.results.length === 0 ? (
        <EmptyState title="No role has a level here">
          ADMINs of {organization} own this project. A role with a level lets all its members in.
        </EmptyState>
      ) : (
        <Table
          label="Roles"
          columns={columnsOf(mayManage ? setLevel : null)}
          rows={data.results}
          rowId={({ id }) => id}
          rowName={({ role_id }) => role_id}
          menu={({ id }) =>
            mayManage ? [{ command: 'role-access.remove', args: { access: id }, icon: 'trash', danger: true }] : []
          }
        />
      )}
    </Card>
  )
}
