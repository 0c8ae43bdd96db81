import { ACCESS_LEVELS } from '../../contract/accounts/access-levels.ts'
import { oneOf } from '../../contract/core/notation.ts'
import { type Command, command } from '../core/command.ts'
import { objectsIn, ofOrganization } from '../core/objects.ts'
import type { World } from '../core/world.ts'
import { isLastAdmin } from './last-admin.ts'

const of = { organization: 'collection' } as const
const objects = {
  account: objectsIn('organization.members', ofOrganization, ({ results }) =>
    results.map(({ id, name, email }) => ({ id, name: email || name, note: email && name !== email ? name : '' })),
  ),
  role: objectsIn('organization.roles', ofOrganization, ({ results }) => results.map(({ id }) => ({ id, name: id }))),
}
const role = '2 <= string <= 64'

const prompts = {
  account: 'Which member?',
  role: 'Which role?',
  description: 'What is the role for?',
  creates_projects: 'May its members create projects in the organization?',
  project: 'In which project?',
  access_level: 'Which access level?',
}

const memberName = (world: World, organization: string, account: string): string =>
  world.known('organization.members', { params: { org: organization } })?.results.find(({ id }) => id === account)
    ?.name ?? account

const NO_LEVEL = 'none'

/** Commands on the members and the roles of an organization. */
export const memberCommands: readonly Command[] = [
  command({
    id: 'organization.add-role',
    words: 'give role',
    title: 'Give role',
    pending: 'Saving',
    icon: 'plus',
    effect: 'write',
    args: { organization: 'string', account: 'string', role },
    of,
    objects,
    prompts,
    writes: ['organization.add-role'],
    async run({ organization, account, role }, world) {
      await world.call('organization.add-role', { params: { org: organization, id: account, role } })
      world.tell(`${memberName(world, organization, account)} has the role ${role} now`)
    },
  }),
  command({
    id: 'organization.take-role',
    words: 'take role',
    title: 'Take role',
    pending: 'Saving',
    icon: 'close',
    effect: 'write',
    args: { organization: 'string', account: 'string', role },
    of,
    objects,
    prompts,
    undo: (args) => ({ id: 'organization.add-role', args }),
    writes: ['organization.take-role'],
    async run({ organization, account, role }, world) {
      await world.call('organization.take-role', { params: { org: organization, id: account, role } })
      world.tell(`${memberName(world, organization, account)} no longer has the role ${role}`)
    },
  }),
  command({
    id: 'organization.remove-member',
    words: 'remove member',
    title: 'Remove from the organization',
    pending: 'Removing',
    icon: 'trash',
    effect: 'destroy',
    args: { organization: 'string', account: 'string' },
    of,
    objects: { account: objects.account },
    prompts,
    confirm({ organization, account }, world) {
      const name = memberName(world, organization, account)
      return {
        question: `Remove ${name} from the organization?`,
        effects: [
          'All of its roles are taken, and the access that they gave ends with the next request',
          'Direct access to single projects is kept',
        ],
        ...(isLastAdmin(organization, account, world) && {
          barred: 'This is the last ADMIN of the organization: make another member an ADMIN first.',
        }),
        word: 'remove',
        name,
        button: 'Remove member',
      }
    },
    writes: ['organization.remove-member'],
    async run({ organization, account }, world) {
      const name = memberName(world, organization, account)
      await world.call('organization.remove-member', { params: { org: organization, id: account } })
      world.tell(`${name} removed`)
    },
  }),
  command({
    id: 'organization.create-role',
    words: 'create role',
    title: 'Add role',
    pending: 'Adding',
    icon: 'plus',
    effect: 'write',
    args: { organization: 'string', role, 'description?': 'string <= 1500', 'creates_projects?': 'boolean' },
    of,
    prompts,
    writes: ['organization.create-role'],
    async run({ organization, role: id, ...body }, world) {
      await world.call('organization.create-role', { params: { org: organization }, body: { id, ...body } })
      world.tell(`Role ${id} added`)
    },
  }),
  command({
    id: 'organization.update-role',
    words: 'change role',
    title: 'Change role',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    args: { organization: 'string', role, 'description?': 'string <= 1500', 'creates_projects?': 'boolean' },
    of,
    objects: { role: objects.role },
    prompts,
    needsOption: true,
    writes: ['organization.update-role'],
    async run({ organization, role, ...body }, world) {
      await world.call('organization.update-role', { params: { org: organization, role }, body })
      world.tell(`Role ${role} changed`)
    },
  }),
  command({
    id: 'organization.remove-role',
    words: 'delete role',
    title: 'Delete role',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    args: { organization: 'string', role },
    of,
    objects: { role: objects.role },
    prompts,
    confirm({ organization, role }, world) {
      const row = world
        .known('organization.roles', { params: { org: organization } })
        ?.results.find(({ id }) => id === role)
      return {
        question: `Delete the role ${role}?`,
        effects: row
          ? [`${row.members} members lose it, and with it access to ${row.projects} projects, at once`]
          : ['Its members lose the access that it gives, at once'],
        word: role.toLowerCase(),
        name: role,
        button: 'Delete role',
      }
    },
    writes: ['organization.remove-role'],
    async run({ organization, role }, world) {
      await world.call('organization.remove-role', { params: { org: organization, role } })
      world.tell(`Role ${role} deleted`)
    },
  }),
  command({
    id: 'organization.grant-role',
    words: 'set role-level',
    title: 'Set the level of a role',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    args: { organization: 'string', project: 'string', role, access_level: oneOf([...ACCESS_LEVELS, NO_LEVEL]) },
    of: { organization: 'collection', project: 'project' },
    objects: { role: objects.role },
    prompts,
    choices: { access_level: () => [...ACCESS_LEVELS, NO_LEVEL].map((value) => ({ value })) },
    undo(args, world) {
      const levels = world.known('organization.access', { params: { org: args.organization } })?.results
      const before = levels?.find((one) => one.project_id === args.project && one.role_id === args.role)
      return levels
        ? { id: 'organization.grant-role', args: { ...args, access_level: before?.access_level ?? NO_LEVEL } }
        : undefined
    },
    writes: ['organization.grant-role'],
    async run({ organization, project, role, access_level }, world) {
      await world.call('organization.grant-role', {
        params: { org: organization, id: project, role },
        body: { access_level: access_level === NO_LEVEL ? null : access_level },
      })
      world.tell(access_level === NO_LEVEL ? `${role} has no access now` : `${role} is ${access_level} now`)
    },
  }),
]
