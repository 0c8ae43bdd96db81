import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { organizations as endpoints } from '../../../contract/organizations/organizations.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { isBuiltInRole, roleIdProblems } from '../../../domain/organizations/role-rules.ts'
import type { HandlersPart } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import { lockOrganization } from '../../store/organizations/members.ts'
import { addRole, changeRole, type RoleRow, removeRole, rolesOf } from '../../store/organizations/roles.ts'

type Role = AnswerOf<(typeof endpoints)['organization.update-role']>

/** More would make the grid of roles unreadable, and each request slower. */
const MOST_ROLES = 200

/** Handlers of the roles of an organization. */
export const roleHandlers = () =>
  ({
    'organization.roles': async ({ params }, { db }) => ({
      meta: { more: false, next_cursor: null },
      results: (await rolesOf(db, params.org)).map(shownRole),
    }),

    'organization.create-role': async ({ params: { org }, body }, { db, now, record }) => {
      await lockOrganization(db, org)
      const known = (await rolesOf(db, org)).map(({ id }) => id)
      const problems = roleIdProblems(body.id)
      if (problems.length > 0) return invalid(problems)
      if (known.includes(body.id))
        return new Refusal(409, 'conflict', `The organization has a role ${body.id} already.`)
      if (known.length >= MOST_ROLES)
        return new Refusal(422, 'quota', `An organization has at most ${MOST_ROLES} roles: delete one first.`)
      const { id, description = '', creates_projects: createsProjects = false } = body
      await addRole(db, org, id, { description: description.trim(), createsProjects, now })
      const [row] = await rolesOf(db, org, id)
      if (!row) throw new Error('The role was not stored.')
      record({ resource: resourceOf(row), organizationId: org, after: auditedOf(row) })
      return shownRole(row)
    },

    'organization.update-role': async ({ params: { org, role }, body }, { db, now, record }) => {
      await lockOrganization(db, org)
      const [before] = await rolesOf(db, org, role)
      if (!before) return notFound('role', 'organization')
      await changeRole(db, org, role, {
        description: body.description?.trim() ?? before.description,
        createsProjects: body.creates_projects ?? before.creates_projects,
        now,
      })
      const [after] = await rolesOf(db, org, role)
      if (!after) throw new Error('The role was not stored.')
      record({ resource: resourceOf(after), organizationId: org, before: auditedOf(before), after: auditedOf(after) })
      return shownRole(after)
    },

    'organization.remove-role': async ({ params: { org, role } }, { db, record }) => {
      await lockOrganization(db, org)
      const [before] = await rolesOf(db, org, role)
      if (!before) return notFound('role', 'organization')
      if (isBuiltInRole(role)) return new Refusal(409, 'conflict', `Every organization has the role ${role}.`)
      await removeRole(db, org, role)
      record({ resource: resourceOf(before), organizationId: org, before: auditedOf(before) })
      return null
    },
  }) satisfies HandlersPart<typeof endpoints>

/** A role as the API returns it. */
export const shownRole = ({ created, last_update, ...row }: RoleRow): Role => ({
  ...row,
  creates_projects: row.creates_projects || row.id === 'ADMIN',
  built_in: isBuiltInRole(row.id),
  created: formatTime(created),
  last_update: formatTime(last_update),
})

const resourceOf = ({ id }: RoleRow) => ({ type: 'role', id, name: id })

const auditedOf = ({ description, creates_projects }: RoleRow) => ({ description, creates_projects })
