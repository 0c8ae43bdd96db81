import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { organizations as endpoints } from '../../../contract/organizations/organizations.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Context, HandlersPart } from '../../http/context.ts'
import { notFound, Refusal } from '../../refusal.ts'
import type { Db } from '../../store/core/database.ts'
import { offsetOfCursor } from '../../store/core/key-cursor.ts'
import { factorKindsOf } from '../../store/identity/factors.ts'
import {
  hasOtherAdmin,
  lockOrganization,
  type MemberRow,
  membersOf,
  removeMember,
  takeRole,
} from '../../store/organizations/members.ts'
import { addRoles } from '../../store/organizations/organizations.ts'
import { rolesOf } from '../../store/organizations/roles.ts'

type Member = AnswerOf<(typeof endpoints)['organization.member']>

const PAGE = 100
const lastAdmin = new Refusal(
  409,
  'conflict',
  'This is the last ADMIN of the organization: make another member an ADMIN first.',
)

/** Handlers of the members of an organization and their roles. */
export const memberHandlers = () =>
  ({
    'organization.members': async ({ params, query }, { db }) => {
      const offset = offsetOfCursor(query.cursor)
      const limit = query.limit ?? PAGE
      const rows = await membersOf(db, params.org, { search: query.search ?? '', limit: limit + 1, offset })
      const more = rows.length > limit
      return {
        meta: { more, next_cursor: more ? String(offset + limit) : null },
        results: await shownAll(db, rows.slice(0, limit)),
      }
    },

    'organization.member': async ({ params }, { db }) => {
      const [row] = await membersOf(db, params.org, { id: params.id })
      return row ? shown(db, row) : notFound('member', 'organization')
    },

    'organization.remove-member': async ({ params: { org, id } }, context) => {
      const { db } = context
      await lockOrganization(db, org)
      const [before] = await membersOf(db, org, { id })
      if (!before) return notFound('member', 'organization')
      if (before.roles.includes('ADMIN') && !(await hasOtherAdmin(db, org, id))) return lastAdmin
      await removeMember(db, org, id)
      recordMember(context, org, before, undefined)
      return null
    },

    'organization.add-role': async ({ params: { org, id, role } }, context) => {
      const { db, now } = context
      await lockOrganization(db, org)
      const [before] = await membersOf(db, org, { id })
      if (!before) return notFound('member', 'organization')
      if ((await rolesOf(db, org, role)).length === 0) return notFound('role', 'organization')
      await addRoles(db, { orgId: org, accountId: id, roles: [role], now })
      const [after] = await membersOf(db, org, { id })
      if (!after) throw new Error('The member is gone.')
      recordMember(context, org, before, after)
      return shown(db, after)
    },

    'organization.take-role': async ({ params: { org, id, role } }, context) => {
      const { db } = context
      await lockOrganization(db, org)
      const [before] = await membersOf(db, org, { id })
      if (!before) return notFound('member', 'organization')
      if (role === 'DEFAULT')
        return new Refusal(409, 'conflict', 'Every member has the role DEFAULT: remove the member instead.')
      if (!before.roles.includes(role)) return notFound('role', 'organization')
      if (role === 'ADMIN' && !(await hasOtherAdmin(db, org, id))) return lastAdmin
      await takeRole(db, org, id, role)
      const [after] = await membersOf(db, org, { id })
      recordMember(context, org, before, after)
      return null
    },
  }) satisfies HandlersPart<typeof endpoints>

const shown = async (db: Db, row: MemberRow): Promise<Member> => {
  const [member] = await shownAll(db, [row])
  if (!member) throw new Error('The member has no row.')
  return member
}

const shownAll = async (db: Db, rows: readonly MemberRow[]): Promise<Member[]> => {
  const kinds = await factorKindsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => memberOf(row, kinds.get(row.id) ?? []))
}

const memberOf = (row: MemberRow, multifactor: readonly string[]): Member => ({
  id: row.id,
  name: row.name,
  email: row.email,
  email_verified: row.is_confirmed,
  picture: row.picture,
  roles: [...row.roles],
  multifactor: [...multifactor],
  last_login: row.last_login === null ? null : formatTime(row.last_login),
  blocked: row.blocked === null ? null : formatTime(row.blocked),
  joined: formatTime(row.joined),
})

/** Records what has become of a member and the roles. */
export const recordMember = (
  context: Context,
  organizationId: string,
  before: MemberRow | undefined,
  after: MemberRow | undefined,
): void => {
  const about = after ?? before
  if (!about) return
  const audited = ({ email, roles }: MemberRow) => ({ email, roles })
  context.record({
    resource: { type: 'account', id: about.id, name: about.name },
    organizationId,
    ...(before && { before: audited(before) }),
    ...(after && { after: audited(after) }),
  })
}
