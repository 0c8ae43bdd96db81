import type { organizations as endpoints } from '../../../contract/organizations/organizations.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { isMemberWith } from '../../access/member-rights.ts'
import { refuseOutsider } from '../../access/organizations.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { forbidden, invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/core/database.ts'
import {
  grantsOfOrganization,
  makeOwner,
  moveProject,
  type ProjectGrant,
} from '../../store/organizations/organization-projects.ts'
import { rolesOf } from '../../store/organizations/roles.ts'
import { createProject, type ProjectRow } from '../../store/projects/projects.ts'
import { removeRoleGrant, roleGrantsOf, setRoleGrant } from '../../store/projects/role-grants.ts'
import { projectAnswer } from '../projects/project-list.ts'

/** Handlers of the projects of an organization, and of who may enter them. */
export const organizationProjectHandlers = ({ sealing }: Pick<Services, 'sealing'>) =>
  ({
    'organization.projects': async ({ params }, { db }) => ({
      meta: { more: false, next_cursor: null },
      results: (await projectsOf(db, params.org)).map(projectAnswer),
    }),

    'organization.add-project': async ({ params: { org }, body }, context) => {
      const { caller, db, now } = context
      if (caller.kind !== 'account') return forbidden('Only people can do this: sign in.')
      const { name, project_id } = body
      if ((name === undefined) === (project_id === undefined))
        return invalid([
          {
            field: name === undefined ? 'name' : 'project_id',
            code: 'invalid',
            message: 'Give either the name of a new project, or the project_id of one to move.',
          },
        ])
      if (project_id !== undefined) return moveIn(context, sealing, { org, projectId: project_id })
      if (name?.trim() === '') return invalid([{ field: 'name', code: 'required', message: 'name must not be empty.' }])
      const made = { name: name?.trim() ?? '', orgId: org, tags: [], accountId: caller.accountId, now }
      const project = await createProject(db, made)
      record(context, project, { before: null, after: org })
      return projectAnswer(project)
    },

    'organization.remove-project': async ({ params: { org, id } }, context) => {
      const { caller, db, now } = context
      if (caller.kind !== 'account') return forbidden('Only people can do this: sign in.')
      const project = await projectOf(db, id)
      if (project?.org_id !== org) return notFound('project')
      await moveProject(db, sealing, { project, toOrgId: null, now })
      // Without a role of the organization, nobody else may own it.
      await makeOwner(db, { projectKey: project.key, accountId: caller.accountId, now })
      record(context, project, { before: org, after: null })
      return null
    },

    'organization.access': async ({ params }, { db }) => listOf(await grantsOfOrganization(db, params.org)),

    'organization.role-access': async ({ params }, { db }) =>
      listOf(await grantsOfOrganization(db, params.org, { rolesOnly: true })),

    'organization.grant-role': async ({ params: { org, id, role }, body }, context) => {
      const { db, now } = context
      const project = await projectOf(db, id)
      if (project?.org_id !== org) return notFound('project')
      if ((await rolesOf(db, org, role)).length === 0) return notFound('role', 'organization')
      if (role === 'ADMIN') return new Refusal(409, 'conflict', 'ADMINs own every project of their organization.')
      const before = (await roleGrantsOf(db, project.key)).find(({ role_id }) => role_id === role)
      const level = body.access_level
      if (level === null) await removeRoleGrant(db, project.key, role)
      else await setRoleGrant(db, { projectKey: project.key, orgId: org, roleId: role, level, now })
      context.record({
        resource: { type: 'role', id: role, name: role },
        before: { access_level: before?.access_level ?? null },
        after: { access_level: level },
        project: { key: project.key, id: project.id, orgId: org },
      })
      return null
    },
  }) satisfies HandlersPart<typeof endpoints>

const projectsOf = (db: Db, orgId: string): Promise<ProjectRow[]> =>
  db
    .selectFrom('project')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('removed', 'is', null)
    .orderBy('name')
    .orderBy('key')
    .execute()

const projectOf = (db: Db, id: string): Promise<ProjectRow | undefined> =>
  db.selectFrom('project').selectAll().where('id', '=', id).where('removed', 'is', null).forUpdate().executeTakeFirst()

const moveIn = async (
  context: Context,
  sealing: Services['sealing'],
  { org, projectId }: { org: string; projectId: string },
) => {
  const { caller, db, now } = context
  const project = projectId.includes('\0') ? undefined : await projectOf(db, projectId)
  const mayMove =
    caller.kind === 'account' &&
    project !== undefined &&
    (caller.sitePermission === 'site_admin' || (await isMemberWith(db, project.key, caller.accountId, 'own')))
  if (!project || !mayMove)
    return invalid([
      { field: 'project_id', code: 'unknown', message: 'project_id must be the id of a project that you own.' },
    ])
  if (project.org_id === org) return new Refusal(409, 'conflict', 'This project belongs to the organization already.')
  const before = project.org_id
  const outside = before === null ? null : await refuseOutsider(db, caller, before, 'write', now)
  if (outside)
    return outside.code === 'not_found'
      ? forbidden('This project belongs to another organization: only an ADMIN of that one moves it.')
      : outside
  await moveProject(db, sealing, { project, toOrgId: org, now })
  record(context, project, { before, after: org })
  // The organization that it leaves keeps its own log.
  if (before !== null)
    context.record({
      resource: { type: 'project', id: project.id, name: project.name },
      organizationId: before,
      before: { org_id: before },
      after: { org_id: org },
    })
  return projectAnswer({ ...project, org_id: org, last_update: now })
}

/** Records where a project belongs, in its own log and in that of the organization. */
const record = (
  context: Context,
  { key, id, name }: ProjectRow,
  moved: { before: string | null; after: string | null },
): void =>
  context.record({
    resource: { type: 'project', id, name },
    before: { org_id: moved.before },
    after: { org_id: moved.after },
    project: { key, id, orgId: moved.after ?? moved.before },
  })

const listOf = (rows: readonly ProjectGrant[]) => ({
  meta: { more: false, next_cursor: null },
  results: rows.map((row) => ({ ...row, created: formatTime(row.created) })),
})
