import { ACCESS_LEVELS } from '../../contract/accounts/access-levels.ts'
import { useResource } from '../core/use-resource.ts'
import { usePerform } from '../core/use-world.ts'
import { Select } from '../parts/form/Select.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { LoadedCard } from './LoadedCard.tsx'

type Project = { readonly id: string; readonly name: string }

const OPTIONS = [
  { value: 'none', label: '–' },
  ...ACCESS_LEVELS.map((value) => ({ value, label: levelWords[value].name })),
]

/** The levels of the roles of an organization in its projects, as a grid: each cell is a choice. */
export const GrantsCard = ({ orgId }: { orgId: string }) => {
  const perform = usePerform()
  const roles = useResource('organization.roles', { params: { org: orgId } })
  const projects = useResource('organization.projects', { params: { org: orgId } })
  const grants = useResource('organization.access', { params: { org: orgId } })
  const custom = roles.data?.results.filter(({ id }) => id !== 'ADMIN') ?? []
  const levelOf = (projectId: string, roleId: string): string =>
    grants.data?.results.find((one) => one.project_id === projectId && one.role_id === roleId)?.access_level ?? 'none'
  const columns: readonly Column<Project>[] = [
    { id: 'project', head: 'Project', names: true, grows: true, cell: ({ name }) => name },
    ...custom.map(
      ({ id }): Column<Project> => ({
        id,
        head: id,
        cell: (project) => (
          <Select
            small
            label={`Level of ${id} in ${project.name}`}
            value={levelOf(project.id, id)}
            options={OPTIONS}
            onValue={(access_level) =>
              perform('organization.grant-role', { organization: orgId, project: project.id, role: id, access_level })
            }
          />
        ),
      }),
    ),
  ]
  return (
    <LoadedCard of={projects} title="Access by role">
      {({ results }) =>
        results.length === 0 ? (
          <EmptyState title="No projects yet">Roles get their levels here, project by project.</EmptyState>
        ) : (
          <>
            <p className="sec" style={{ padding: 'var(--s-4) var(--card-pad)' }}>
              ADMINs own every project. A role’s level applies to its members from their next request on.
            </p>
            <div className="scroll-x">
              <Table
                label="Access by role"
                columns={columns}
                rows={results}
                rowId={({ id }) => id}
                rowName={({ name }) => name}
              />
            </div>
          </>
        )
      }
    </LoadedCard>
  )
}
