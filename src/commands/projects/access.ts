import { ACCESS_LEVELS } from '../../contract/accounts/access-levels.ts'
import { oneOf } from '../../contract/core/notation.ts'
import { type Command, command } from '../core/command.ts'
import { nameIn, objectsIn, ofProject } from '../core/objects.ts'
import type { World } from '../core/world.ts'
import { lastOwner } from './last-owner.ts'

const idOf = ({ project }: World): string => {
  if (!project) throw new Error('Choose a project first.')
  return project.id
}
const level = oneOf(ACCESS_LEVELS)
const prompts = {
  email: 'Whose email address?',
  access_level: 'Which access level?',
  access: 'Whose access?',
  invitation: 'Which invitation?',
}
const objects = {
  access: objectsIn('project.members', ofProject, ({ results }) =>
    results.flatMap(({ account_name, account_email, grants }) =>
      grants
        .filter(({ role_id }) => role_id === null)
        .map(({ id, level: note }) => ({ id, name: account_email || account_name, note })),
    ),
  ),
  invitation: objectsIn('invite.list', ofProject, ({ results }) =>
    results.map(({ id, email, access_level }) => ({ id, name: email, note: access_level ?? '' })),
  ),
}

/** Tells where an invitation is: on its way by mail, or, without a mail server, in a link that is shown once. */
export const announceInvitation = (world: World, email: string, link: string | null): void => {
  if (link === null) world.tell(`The invitation of ${email} is on its way`)
  else
    world.send('secret', {
      type: 'SHOW',
      title: `Invitation of ${email}`,
      secret: link,
      label: 'Link',
      note: `No mail server is set up here: send this link to ${email}. It works once, within 14 days, and is not shown again.`,
    })
}

/** Fetches what access shows in: members, roles, and one's own level. */
export const followAccess = (world: World): void => {
  world.refresh()
  world.send('project', { type: 'REFRESH' })
}

/** Commands on the members of the open project, and on invitations to it. */
export const accessCommands: readonly Command[] = [
  command({
    id: 'access.grant',
    words: 'set access',
    title: 'Set access',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    needs: 'manage',
    args: { email: 'string <= 320', access_level: level },
    prompts,
    writes: ['access.grant'],
    async run({ email, access_level }, world) {
      const member = await world.call('access.grant', { params: { id: idOf(world) }, body: { email, access_level } })
      followAccess(world)
      world.tell(`${member.account_name} is ${member.access_level} now`)
    },
  }),
  command({
    id: 'access.remove',
    words: 'remove access',
    title: 'Remove direct access',
    pending: 'Removing',
    icon: 'trash',
    effect: 'destroy',
    needs: 'manage',
    args: { access: 'string' },
    objects: { access: objects.access },
    prompts,
    confirm: ({ access }, world) => {
      const id = world.project?.id ?? ''
      const barred = lastOwner((grant) => grant.id === access, world)
      const name =
        world
          .known('project.members', { params: { id } })
          ?.results.find(({ grants }) => grants.some((one) => one.id === access))?.account_name ?? access
      return {
        question: `Remove the direct access of ${name}?`,
        effects: ['The direct access ends with the next request; access through a role stays'],
        ...(barred !== null && { barred }),
        word: 'remove',
        name,
        button: 'Remove',
      }
    },
    writes: ['access.remove'],
    async run({ access }, world) {
      await world.call('access.remove', { params: { id: idOf(world), accessId: access } })
      followAccess(world)
      world.tell('Access removed')
    },
  }),
  command({
    id: 'invite.create',
    words: 'invite person',
    title: 'Invite',
    pending: 'Inviting',
    icon: 'mail',
    effect: 'write',
    needs: 'manage',
    args: { email: 'string <= 320', access_level: level, 'any_address?': 'boolean' },
    prompts: { ...prompts, any_address: 'May an account with another address accept?' },
    writes: ['invite.create'],
    async run(body, world) {
      const { link } = await world.call('invite.create', { params: { id: idOf(world) }, body })
      announceInvitation(world, body.email, link)
    },
  }),
  command({
    id: 'invite.resend',
    words: 'resend invitation',
    title: 'Send again',
    pending: 'Sending',
    icon: 'mail',
    effect: 'write',
    needs: 'manage',
    args: { invitation: 'string' },
    objects: { invitation: objects.invitation },
    prompts,
    writes: ['invite.resend'],
    async run({ invitation }, world) {
      const { link, email } = await world.call('invite.resend', { params: { id: idOf(world), inviteId: invitation } })
      announceInvitation(world, email, link)
    },
  }),
  command({
    id: 'invite.revoke',
    words: 'revoke invitation',
    title: 'Revoke',
    pending: 'Revoking',
    icon: 'trash',
    effect: 'destroy',
    needs: 'manage',
    args: { invitation: 'string' },
    objects: { invitation: objects.invitation },
    prompts,
    confirm({ invitation }, world) {
      const email = nameIn(objects.invitation, invitation, world)
      return {
        question: email ? `Revoke the invitation of ${email}?` : 'Revoke the invitation?',
        effects: ['Its link stops working'],
        word: 'revoke',
        name: email ?? 'the invitation',
        button: 'Revoke',
      }
    },
    writes: ['invite.revoke'],
    async run({ invitation }, world) {
      await world.call('invite.revoke', { params: { id: idOf(world), inviteId: invitation } })
      world.tell('Invitation revoked')
    },
  }),
]
