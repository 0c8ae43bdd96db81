import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import { LoadedCard } from './LoadedCard.tsx'

type Project = AnswerOf<ProductContract['organization.projects']>['results'][number]

const columns: readonly Column<Project>[] = [
  { id: 'name', head: 'Project', names: true, grows: true, cell: ({ name }) => name },
  { id: 'tags', head: 'Tags', hide: 't', cell: ({ tags }) => <Tags names={tags} /> },
  { id: 'created', head: 'Created', align: 'end', hide: 's', cell: ({ created }) => <Time at={created} /> },
]

/** The projects of an organization: created, moved in, moved out. */
export const OrganizationProjectsCard = ({ orgId }: { orgId: string }) => {
  const projects = useResource('organization.projects', { params: { org: orgId } })
  const args = { organization: orgId }
  return (
    <LoadedCard
      of={projects}
      title="Projects"
      actions={
        <>
          <Act command="organization.add-project" args={args} size="small" kind="ghost" />
          <Go to="new-project" search={{ collection: orgId }} kind="secondary" size="small" icon="plus">
            New project
          </Go>
        </>
      }
    >
      {({ results }) =>
        results.length === 0 ? (
          <EmptyState title="No projects yet">
            Create one, or move one in that you own. Its secrets, monitors and results move with it.
          </EmptyState>
        ) : (
          <Table
            label="Projects"
            columns={columns}
            rows={results}
            rowId={({ id }) => id}
            rowName={({ name }) => name}
            menu={({ id }) => [
              { command: 'project.switch', args: { project: id }, icon: 'switch' },
              { command: 'organization.remove-project', args: { ...args, project: id }, icon: 'close', danger: true },
            ]}
          />
        )
      }
    </LoadedCard>
  )
}
