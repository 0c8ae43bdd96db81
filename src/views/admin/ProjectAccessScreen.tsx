import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { Named } from '../parts/text/Named.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import { permissionWords } from './permission-words.ts'

type Project = AnswerOf<ProductContract['project.look-up']>
type Person = { readonly account_id: string; readonly account_name: string; readonly account_email: string }

const PersonLink = ({ account_id, account_name, account_email }: Person) => (
  <Named below={<span className="trunc">{account_email}</span>}>
    <Go to="account" params={{ accountId: account_id }} kind="text">
      {account_name}
    </Go>
  </Named>
)

const grants: readonly Column<Project['grants'][number]>[] = [
  {
    id: 'who',
    head: 'Account',
    names: true,
    grows: true,
    cell: (grant) =>
      grant.is_service_account ? (
        <Named below="service account">{grant.account_name}</Named>
      ) : (
        <PersonLink {...grant} />
      ),
  },
  { id: 'level', head: 'Level', cell: ({ access_level }) => levelWords[access_level].name },
  { id: 'by', head: 'Through', cell: ({ role_id }) => (role_id === null ? 'direct access' : `role ${role_id}`) },
  { id: 'since', head: 'Since', align: 'end', hide: 's', cell: ({ created }) => <Time at={created} /> },
]

const site: readonly Column<Project['site'][number]>[] = [
  { id: 'who', head: 'Account', names: true, grows: true, cell: (person) => <PersonLink {...person} /> },
  { id: 'permission', head: 'Permission', cell: ({ site_permission }) => permissionWords[site_permission].name },
]

/** Who may enter a project, and through what, for site admins. */
const ProjectAccessScreen = () => {
  const { projectId = '' } = useCurrentRoute().params
  const found = useResource('project.look-up', { params: { id: projectId } })
  useTitle(found.data?.name)
  return (
    <Loaded of={found} label="Access to the project">
      {(project) => (
        <>
          <PageHead
            title={project.name}
            lead={
              project.organization ? (
                <>
                  Project of{' '}
                  <Go to="site-organization" params={{ orgId: project.organization.id }} kind="text">
                    {project.organization.name}
                  </Go>
                </>
              ) : (
                'Personal project'
              )
            }
            actions={<Act command="project.switch" args={{ project: project.id }} icon="switch" label="Open project" />}
          />
          <div className="stack">
            <Card title="Access" sub={project.grants.length} flush={project.grants.length > 0}>
              {project.grants.length > 0 ? (
                <Table
                  label="Access"
                  columns={grants}
                  rows={project.grants}
                  rowId={({ id, account_id }) => `${id} ${account_id}`}
                  rowName={({ account_name }) => account_name}
                  twoLine
                />
              ) : (
                <p className="muted">Nobody has access to this project but those with a site permission.</p>
              )}
            </Card>
            {project.grants_truncated && (
              <p className="muted">Only the first {project.grants.length} grants are shown.</p>
            )}
            <Card title="By site permission" sub={project.site.length} flush>
              <Table
                label="By site permission"
                columns={site}
                rows={project.site}
                rowId={({ account_id }) => account_id}
                rowName={({ account_name }) => account_name}
                twoLine
              />
            </Card>
          </div>
        </>
      )}
    </Loaded>
  )
}

export default ProjectAccessScreen
