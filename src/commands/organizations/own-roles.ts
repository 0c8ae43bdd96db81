import { type Command, command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import type { World } from '../core/world.ts'
import { barredAsLast } from './last-admin.ts'

const of = { organization: 'collection' } as const
const role = '2 <= string <= 64'
const prompts = { role: 'Which role?' }

const nameOf = (world: World, organization: string): string =>
  world.entities('collection').find(({ id }) => id === organization)?.name ?? 'the organization'

/** Commands on one's own roles in an organization. */
export const ownRoleCommands: readonly Command[] = [
  command({
    id: 'organization.add-own-role',
    words: 'take own-role',
    title: 'Give yourself a role',
    pending: 'Saving',
    icon: 'plus',
    effect: 'write',
    args: { organization: 'string', role },
    of,
    prompts,
    writes: ['organization.add-own-role'],
    async run({ organization, role }, world) {
      await world.call('organization.add-own-role', { params: { role }, query: { org: organization } })
      world.send('project', { type: 'REFRESH' })
      world.tell(`You have the role ${role} now`)
    },
  }),
  command({
    id: 'organization.give-up-role',
    words: 'give-up role',
    title: 'Give up a role',
    pending: 'Saving',
    icon: 'close',
    effect: 'destroy',
    args: { organization: 'string', role },
    of,
    prompts,
    confirm: ({ organization, role }, world) => ({
      question: `Give up the role ${role}?`,
      effects: [
        `The access that it gives you in “${nameOf(world, organization)}” ends at once`,
        'Only an ADMIN can give it back',
      ],
      ...(role === 'ADMIN' && barredAsLast(organization, world)),
      word: role.toLowerCase(),
      name: role,
      button: 'Give up role',
    }),
    writes: ['organization.give-up-role'],
    async run({ organization, role }, world) {
      await world.call('organization.give-up-role', { params: { role }, query: { org: organization } })
      world.send('project', { type: 'REFRESH' })
      world.tell(`You no longer have the role ${role}`)
    },
  }),
  command({
    id: 'organization.leave',
    words: 'leave organization',
    title: 'Leave the organization',
    pending: 'Leaving',
    icon: 'close',
    effect: 'destroy',
    args: { organization: 'string' },
    of,
    confirm({ organization }, world) {
      const name = nameOf(world, organization)
      return {
        question: `Leave “${name}”?`,
        effects: [
          'All of your roles there end, and the access that they give you',
          'Direct access to single projects is kept',
          'You come back only by an invitation',
        ],
        ...barredAsLast(organization, world),
        word: slugOf(name).slice(0, 40).replace(/-$/, '') || organization,
        name,
        button: 'Leave',
      }
    },
    writes: ['organization.give-up-role'],
    async run({ organization }, world) {
      const name = nameOf(world, organization)
      await world.call('organization.give-up-role', { params: { role: 'DEFAULT' }, query: { org: organization } })
      world.go('organizations')
      world.send('project', { type: 'REFRESH' })
      world.tell(`You left “${name}”`)
    },
  }),
]
