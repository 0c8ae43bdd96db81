import type { ownRoles } from '../../../contract/organizations/own-roles.ts'
import { refuseOutsider } from '../../access/organizations.ts'
import type { HandlersOf } from '../../http/context.ts'
import { notFound, Refusal } from '../../refusal.ts'
import {
  hasOtherAdmin,
  lockOrganization,
  membersOf,
  removeMember,
  takeRole,
} from '../../store/organizations/members.ts'
import { addRoles } from '../../store/organizations/organizations.ts'
import { rolesOf } from '../../store/organizations/roles.ts'
import { recordMember } from './members.ts'

const ofPeople = new Refusal(403, 'forbidden', 'Only people have roles of their own here: sign in.')
const noMember = new Refusal(404, 'not_found', 'You are no member of an organization with that id.')
const lastAdmin = new Refusal(
  409,
  'conflict',
  'You are the last ADMIN of the organization: make another member an ADMIN first, or delete it.',
)

/** Handlers of the caller's own roles in an organization. */
export const ownRoleHandlers = (): HandlersOf<typeof ownRoles> => ({
  'organization.add-own-role': async ({ params: { role }, query: { org } }, context) => {
    const { caller, db, now } = context
    if (caller.kind !== 'account') return ofPeople
    // Under the lock: whoever loses ADMIN at the same moment does not give it back to themselves.
    await lockOrganization(db, org)
    const outside = await refuseOutsider(db, caller, org, 'write', now)
    if (outside) return outside
    const [before] = await membersOf(db, org, { id: caller.accountId })
    // A site admin administers organizations without being a member, and stays outside of them.
    if (!before) return noMember
    if ((await rolesOf(db, org, role)).length === 0) return notFound('role', 'organization')
    await addRoles(db, { orgId: org, accountId: caller.accountId, roles: [role], now })
    const [after] = await membersOf(db, org, { id: caller.accountId })
    recordMember(context, org, before, after)
    return null
  },

  'organization.give-up-role': async ({ params: { role }, query: { org } }, context) => {
    const { caller, db } = context
    if (caller.kind !== 'account') return ofPeople
    await lockOrganization(db, org)
    const [before] = await membersOf(db, org, { id: caller.accountId })
    if (!before) return noMember
    const leaves = role === 'DEFAULT'
    if (!leaves && !before.roles.includes(role)) return notFound('role', 'organization')
    const endsAdmin = before.roles.includes('ADMIN') && (leaves || role === 'ADMIN')
    if (endsAdmin && !(await hasOtherAdmin(db, org, caller.accountId))) return lastAdmin
    if (leaves) await removeMember(db, org, caller.accountId)
    else await takeRole(db, org, caller.accountId, role)
    const [after] = await membersOf(db, org, { id: caller.accountId })
    recordMember(context, org, before, after)
    return null
  },
})
