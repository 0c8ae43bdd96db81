import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { projectAccess } from '../../../contract/projects/access.ts'
import { holds, isLevel, type Level } from '../../../domain/core/access.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { accessChangeRefusal } from '../../../domain/projects/access-rules.ts'
import { accountOf, type Caller } from '../../access/caller.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { forbidden, invalid, notFound, Refusal } from '../../refusal.ts'
import { rolesOf } from '../../store/organizations/roles.ts'
import {
  accessBy,
  colleagueBy,
  countOwners,
  membersOf,
  type ProjectMember,
  removeAccess,
  setAccess,
} from '../../store/projects/members.ts'
import { type RoleGrant, removeRoleGrant, roleGrantsOf, setRoleGrant } from '../../store/projects/role-grants.ts'
import { lockOwnAccess } from './locked-access.ts'

type Member = AnswerOf<ProductContract['project.members']>['results'][number]

const lastOwner = new Refusal(
  409,
  'conflict',
  'This is the last OWNER of the project: make another person an OWNER first.',
)
const ownedByAdmins = new Refusal(409, 'conflict', 'ADMINs own every project of their organization.')

/** Handlers of who may enter a project: accounts and roles. */
export const projectAccessHandlers = (): HandlersOf<typeof projectAccess> => ({
  'access.grant': async ({ params, body }, context) => {
    const { db, project, now } = context
    const unlocked = await lockOwnAccess(context, params.id)
    if (unlocked) return unlocked
    const { account_id: id, email, access_level: level } = body
    if ((id === undefined) === (email === undefined))
      return invalid([
        { field: 'account_id', code: 'invalid', message: 'Give either the account_id or the email of an account.' },
      ])
    const by = id !== undefined ? { id } : { email: email ?? '' }
    const account = /\0/.test(id ?? email ?? '') ? undefined : await colleagueBy(db, project.key, by)
    if (!account) {
      const field = id !== undefined ? 'account_id' : 'email'
      const message = `${field} must be that of a member of the project or of its organization: invite others.`
      return invalid([{ field, code: 'unknown', message }])
    }
    if (account.service_org_id !== null)
      return new Refusal(409, 'conflict', 'A service account enters projects by its roles: give one of them a level.')
    const before = await accessBy(db, project.key, { accountId: account.id })
    const refused = refusalOf(context, account.id, before, level)
    if (refused) return refused
    const owners = await countOwners(db, project.key)
    await setAccess(db, { projectKey: project.key, accountId: account.id, level, now })
    if (owners > 0 && (await countOwners(db, project.key)) === 0) return lastOwner
    const [after] = await membersOf(db, project.key, account.id)
    if (!after) throw new Error('The access was not stored.')
    context.record({
      resource: { type: 'access', id: account.id, name: account.email },
      before: { access_level: before?.access_level ?? null },
      after: { access_level: level },
    })
    return shownMember(after)
  },

  'access.remove': async ({ params }, context) => {
    const { db, project } = context
    const unlocked = await lockOwnAccess(context, params.id)
    if (unlocked) return unlocked
    const before = await accessBy(db, project.key, { id: params.accessId })
    if (!before) return (await refusalOfRole(context, params.accessId)) ?? notFound('access')
    return refusalOf(context, before.account_id, before, null) ?? remove(context, before)
  },

  'access.leave': async ({ params }, context) => {
    const { caller, db, project } = context
    if (caller.kind !== 'account') return forbidden('Only people can leave a project: sign in.')
    const unlocked = await lockOwnAccess(context, params.id)
    if (unlocked) return unlocked
    const before = await accessBy(db, project.key, { accountId: caller.accountId })
    return before ? remove(context, before) : refusalToLeave(context, caller)
  },

  'project.roles': async ({ params }, context) => {
    const { db, project } = context
    if (params.id !== project.id) return notFound('project')
    const grants = await roleGrantsOf(db, project.key)
    return {
      meta: { more: false, next_cursor: null, project_id: project.id },
      results: grants.map(shownGrant),
      unassigned: await unassignedRoles(context, grants),
    }
  },

  'role-access.grant': async ({ params, body }, context) => {
    const { db, project, level: by, now } = context
    const unlocked = await lockOwnAccess(context, params.id)
    if (unlocked) return unlocked
    const { role_id: roleId, access_level: level } = body
    if (project.orgId === null)
      return new Refusal(
        409,
        'conflict',
        'This project belongs to no organization, so there are no roles to give a level.',
      )
    if (roleId === 'ADMIN') return ownedByAdmins
    if (roleId.includes('\0') || (await rolesOf(db, project.orgId, roleId)).length === 0)
      return invalid([
        { field: 'role_id', code: 'unknown', message: 'role_id must be a role of the project’s organization.' },
      ])
    const before = (await roleGrantsOf(db, project.key)).find(({ role_id }) => role_id === roleId)
    const isOwn = await hasRole(context, roleId)
    const refused = accessChangeRefusal({ by, isOwn, before: before?.access_level ?? null, after: level })
    if (refused !== null) return forbidden(refused)
    await setRoleGrant(db, { projectKey: project.key, orgId: project.orgId, roleId, level, now })
    const after = (await roleGrantsOf(db, project.key)).find(({ role_id }) => role_id === roleId)
    if (!after) throw new Error('The level of the role was not stored.')
    context.record({
      resource: { type: 'role', id: roleId, name: roleId },
      before: { access_level: before?.access_level ?? null },
      after: { access_level: level },
    })
    return shownGrant(after)
  },

  'role-access.remove': async ({ params }, context) => {
    const { db, project, level: by } = context
    const unlocked = await lockOwnAccess(context, params.id)
    if (unlocked) return unlocked
    const before = (await roleGrantsOf(db, project.key)).find(({ id }) => id === params.accessId)
    if (!before) return notFound('access')
    const refused = accessChangeRefusal({ by, isOwn: false, before: before.access_level, after: null })
    if (refused !== null) return forbidden(refused)
    await removeRoleGrant(db, project.key, before.role_id)
    context.record({
      resource: { type: 'role', id: before.role_id, name: before.role_id },
      before: { access_level: before.access_level },
      after: { access_level: null },
    })
    return null
  },
})

/** Roles of the organization without a level in the project, for those who may give them one. */
const unassignedRoles = async ({ db, level, project }: ProjectContext, grants: readonly RoleGrant[]) => {
  if (project.orgId === null || !holds(level, 'manage')) return []
  const assigned = new Set(['ADMIN', ...grants.map(({ role_id }) => role_id)])
  return (await rolesOf(db, project.orgId)).map(({ id }) => id).filter((id) => !assigned.has(id))
}

/** Says by what an account without direct access may enter, and who can end it. */
const refusalToLeave = async (
  { db, project }: ProjectContext,
  { accountId, sitePermission }: Extract<Caller, { kind: 'account' }>,
): Promise<Refusal> => {
  const [member] = await membersOf(db, project.key, accountId)
  const roles = (member?.grants ?? []).flatMap(({ role_id }) => role_id ?? [])
  const why = roles.includes('ADMIN')
    ? 'You own this project as an ADMIN of its organization: another ADMIN can take the role from you.'
    : roles.length > 0
      ? `Your access to this project comes from ${roles.length > 1 ? 'the roles' : 'the role'} ${roles.join(', ')}: an ADMIN of the organization can take ${roles.length > 1 ? 'them' : 'it'} from you.`
      : `You enter this project by your site permission ${sitePermission ?? ''}, as you do every project: you are not a member of it.`
  return new Refusal(409, 'conflict', why)
}

/** A member of a project as the API returns it. */
export const shownMember = ({ grants, created, ...row }: ProjectMember): Member => ({
  ...row,
  grants: grants.map(({ id, access_level: level, role_id }) => ({ id, level, role_id })),
  created: formatTime(created),
})

const shownGrant = ({ created, ...row }: RoleGrant) => ({ ...row, created: formatTime(created) })

type Entry = { readonly id: string; readonly account_id: string; readonly access_level: string; readonly email: string }

const levelOf = (entry: Entry | undefined): Level | null =>
  entry && isLevel(entry.access_level) ? entry.access_level : null

const refusalOf = (
  { caller, level: by }: ProjectContext,
  accountId: string,
  before: Entry | undefined,
  after: Level | null,
): Refusal | null => {
  const isOwn = accountOf(caller) === accountId
  const refused = accessChangeRefusal({ by, isOwn, before: levelOf(before), after })
  return refused === null ? null : forbidden(refused)
}

/** Says which role gives access that cannot be taken from one account alone. */
const refusalOfRole = async ({ db, project }: ProjectContext, accessId: string): Promise<Refusal | null> => {
  const members = await membersOf(db, project.key)
  const found = members.flatMap(({ grants }) => grants).find(({ id, role_id }) => id === accessId && role_id !== null)
  if (!found) return null
  const message = `This access comes from the role ${found.role_id}: take the role from the account, or change the level of the role.`
  return found.role_id === 'ADMIN' ? ownedByAdmins : new Refusal(409, 'conflict', message)
}

const hasRole = async ({ caller, db, project }: ProjectContext, roleId: string): Promise<boolean> => {
  const accountId = accountOf(caller)
  if (accountId === null || project.orgId === null) return false
  const member = await db
    .selectFrom('organization_member')
    .select('role_id')
    .where('org_id', '=', project.orgId)
    .where('account_id', '=', accountId)
    .where('role_id', '=', roleId)
    .executeTakeFirst()
  return member !== undefined
}

const remove = async (context: ProjectContext, before: Entry): Promise<Refusal | null> => {
  const { db, project } = context
  const owners = await countOwners(db, project.key)
  await removeAccess(db, before.id)
  if (owners > 0 && (await countOwners(db, project.key)) === 0) return lastOwner
  context.record({
    resource: { type: 'access', id: before.account_id, name: before.email },
    before: { access_level: before.access_level },
    after: { access_level: null },
  })
  return null
}
