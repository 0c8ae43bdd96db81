import { ACCESS_LEVELS } from '../../contract/accounts/access-levels.ts'
import { oneOf } from '../../contract/core/notation.ts'
import { type Command, command } from '../core/command.ts'
import { nameIn, objectsIn, ofOrganization, ofProject } from '../core/objects.ts'
import { announceInvitation, followAccess } from './access.ts'
import { lastOwner } from './last-owner.ts'

const invitation = { invitation: 'string' } as const
const prompts = {
  invitation: 'Which invitation?',
  role: 'Which role of the organization?',
  access: 'Which role?',
  access_level: 'Which access level?',
  email: 'Whose email address?',
  roles: 'With which roles?',
  any_address: 'May an account with another address accept?',
}

/** One's own invitations, by the project or the organization. */
const own = objectsIn(
  'project.list',
  () => ({}),
  ({ meta }) =>
    meta.invites.map(({ id, project_name, org_name, invited_by }) => ({
      id,
      name: project_name ?? org_name ?? id,
      note: `from ${invited_by}`,
    })),
)
const ofMembers = objectsIn('organization.invites', ofOrganization, ({ results }) =>
  results.map(({ id, email, roles }) => ({ id, name: email, note: roles.join(', ') })),
)
const roles = objectsIn('project.roles', ofProject, ({ results }) =>
  results.map(({ id, role_id, access_level }) => ({ id, name: role_id, note: access_level })),
)

/** Commands on one's own invitations and access, on the levels of roles in the open project, and on invitations to organizations. */
export const ownAccessCommands: readonly Command[] = [
  command({
    id: 'invitation.accept',
    words: 'accept invitation',
    title: 'Accept',
    pending: 'Accepting',
    icon: 'check',
    effect: 'write',
    args: invitation,
    objects: { invitation: own },
    prompts,
    writes: ['invite.accept'],
    async run({ invitation: id }, world) {
      const { project_id } = await world.call('invite.accept', { params: { id } })
      world.send('project', { type: 'REFRESH' })
      world.tell(project_id === null ? 'You belong to the organization now' : 'You may enter the project now')
    },
  }),
  command({
    id: 'invitation.refuse',
    words: 'refuse invitation',
    title: 'Refuse',
    pending: 'Refusing',
    icon: 'close',
    effect: 'destroy',
    args: invitation,
    objects: { invitation: own },
    prompts,
    confirm({ invitation }, world) {
      const name = nameIn(own, invitation, world)
      return {
        question: name ? `Refuse the invitation to ${name}?` : 'Refuse the invitation?',
        effects: ['Whoever invited you can invite you again'],
        word: null,
        name: name ?? 'the invitation',
        button: 'Refuse',
      }
    },
    writes: ['invite.refuse'],
    async run({ invitation: id }, world) {
      await world.call('invite.refuse', { params: { id } })
      world.send('project', { type: 'REFRESH' })
      world.tell('Invitation refused')
    },
  }),
  command({
    id: 'access.leave',
    words: 'leave project',
    title: 'Leave project',
    pending: 'Leaving',
    icon: 'close',
    effect: 'destroy',
    needs: 'see',
    args: {},
    confirm(_, world) {
      const own = world.known('account.read', {})?.id
      const barred = lastOwner(({ role_id }, account) => role_id === null && account === own, world)
      return {
        question: `Leave “${world.project?.name ?? 'the project'}”?`,
        effects: ['Your direct access ends at once; access through a role stays'],
        ...(barred !== null && { barred }),
        word: 'leave',
        name: world.project?.name ?? 'the project',
        button: 'Leave',
      }
    },
    writes: ['access.leave'],
    async run(_, world) {
      const { id = '', name = 'the project' } = world.project ?? {}
      await world.call('access.leave', { params: { id } })
      // It may be open still, through a role: then the list has it again.
      world.go('collections')
      world.send('project', { type: 'LEFT', id })
      world.send('project', { type: 'REFRESH' })
      world.tell(`You left “${name}”`)
    },
  }),
  command({
    id: 'role-access.grant',
    words: 'set role-access',
    title: 'Set the level of a role',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    needs: 'manage',
    args: { role: '2 <= string <= 64', access_level: oneOf(ACCESS_LEVELS) },
    prompts,
    choices: {
      role: (world) => {
        const roles = world.known('project.roles', { params: { id: world.project?.id ?? '' } })
        const assigned =
          roles?.results.map(({ role_id, access_level }) => ({ value: role_id, note: access_level })) ?? []
        return [...(roles?.unassigned.map((value) => ({ value })) ?? []), ...assigned]
      },
    },
    writes: ['role-access.grant'],
    async run({ role, access_level }, world) {
      const { id = '' } = world.project ?? {}
      await world.call('role-access.grant', { params: { id }, body: { role_id: role, access_level } })
      followAccess(world)
      world.tell(`${role} is ${access_level} now`)
    },
  }),
  command({
    id: 'role-access.remove',
    words: 'remove role-access',
    title: 'Remove the role',
    pending: 'Removing',
    icon: 'trash',
    effect: 'destroy',
    needs: 'manage',
    args: { access: 'string' },
    objects: { access: roles },
    prompts,
    confirm({ access }, world) {
      const role = nameIn(roles, access, world)
      return {
        question: role
          ? `Take the level of ${role} in this project away?`
          : 'Take the level of the role in this project away?',
        effects: ['Its members lose the access with their next request'],
        word: 'remove',
        name: role ?? 'the role',
        button: 'Remove',
      }
    },
    writes: ['role-access.remove'],
    async run({ access }, world) {
      const { id = '' } = world.project ?? {}
      await world.call('role-access.remove', { params: { id, accessId: access } })
      followAccess(world)
      world.tell('The role has no level here now')
    },
  }),
  command({
    id: 'organization-invite.create',
    words: 'invite member',
    title: 'Invite',
    pending: 'Inviting',
    icon: 'mail',
    effect: 'write',
    args: { organization: 'string', email: 'string <= 320', 'roles?': 'string[]', 'any_address?': 'boolean' },
    of: { organization: 'collection' },
    prompts,
    writes: ['organization.invite'],
    async run({ organization, ...body }, world) {
      const { link } = await world.call('organization.invite', { params: { org: organization }, body })
      announceInvitation(world, body.email, link)
    },
  }),
  command({
    id: 'organization-invite.resend',
    words: 'resend member-invitation',
    title: 'Send again',
    pending: 'Sending',
    icon: 'mail',
    effect: 'write',
    args: { organization: 'string', invitation: 'string' },
    of: { organization: 'collection' },
    objects: { invitation: ofMembers },
    prompts,
    writes: ['organization.resend-invite'],
    async run({ organization, invitation: id }, world) {
      const { link, email } = await world.call('organization.resend-invite', { params: { org: organization, id } })
      announceInvitation(world, email, link)
    },
  }),
  command({
    id: 'organization-invite.revoke',
    words: 'revoke member-invitation',
    title: 'Revoke',
    pending: 'Revoking',
    icon: 'trash',
    effect: 'destroy',
    args: { organization: 'string', invitation: 'string' },
    of: { organization: 'collection' },
    objects: { invitation: ofMembers },
    prompts,
    confirm({ organization, invitation }, world) {
      const email = nameIn(ofMembers, invitation, world, { organization })
      return {
        question: email ? `Revoke the invitation of ${email}?` : 'Revoke the invitation?',
        effects: ['Its link stops working'],
        word: null,
        name: email ?? 'the invitation',
        button: 'Revoke',
      }
    },
    writes: ['organization.revoke-invite'],
    async run({ organization, invitation: id }, world) {
      await world.call('organization.revoke-invite', { params: { org: organization, id } })
      world.tell('Invitation revoked')
    },
  }),
]
