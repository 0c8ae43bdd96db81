import { type Command, command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import type { World } from '../core/world.ts'

const name = '1 <= string <= 400'
const of = { organization: 'collection' } as const

const settingsOf = (world: World, organization: string) =>
  world.known('organization.read', { params: { org: organization } })

/** Commands on organizations and their settings. */
export const organizationCommands: readonly Command[] = [
  command({
    id: 'organization.create',
    words: 'add organization',
    title: 'Create organization',
    pending: 'Creating',
    icon: 'plus',
    effect: 'write',
    args: { name },
    prompts: { name: 'Which name?' },
    writes: ['organization.create'],
    async run({ name }, world) {
      const made = await world.call('organization.create', { body: { name } })
      world.send('project', { type: 'REFRESH' })
      world.tell(`“${made.name}” created`)
      world.go('organization-settings', { orgId: made.id })
    },
  }),
  command({
    id: 'organization.update',
    words: 'set organization',
    title: 'Change organization',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    args: {
      organization: 'string',
      'name?': name,
      'tags?': 'string[] <= 50',
      'enforce_2fa?': 'boolean',
      'password_expiry_days?': '0 <= number.integer <= 365',
      'session_hours?': '1 <= number.integer <= 8760',
    },
    of,
    needsOption: true,
    prompts: {
      name: 'Which name?',
      enforce_2fa: 'Must members have a second factor?',
      password_expiry_days: 'After how many days must a password be changed (0 for never)?',
      session_hours: 'After how many hours does a sign-in end?',
    },
    undo: 'calls',
    writes: ['organization.update'],
    async run({ organization, ...body }, world) {
      await world.call('organization.update', { params: { org: organization }, body })
      world.send('project', { type: 'REFRESH' })
      world.tell('Organization saved')
    },
  }),
  command({
    id: 'organization.remove',
    words: 'remove organization',
    title: 'Delete organization',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    args: { organization: 'string' },
    of,
    confirm({ organization }, world) {
      const row = settingsOf(world, organization)
      const name = row?.name ?? organization
      return {
        question: `Delete the organization “${name}” permanently?`,
        effects: [
          'It must have no projects: move them out or delete them first',
          'Its roles, invitations, certificates, downtimes, integrations and service accounts are deleted',
          'Its members keep their accounts',
        ],
        word: slugOf(name).slice(0, 40).replace(/-$/, '') || organization,
        name,
        button: 'Delete organization',
      }
    },
    writes: ['organization.remove'],
    async run({ organization }, world) {
      const name = settingsOf(world, organization)?.name ?? 'The organization'
      await world.call('organization.remove', { params: { org: organization } })
      world.go('organizations')
      world.send('project', { type: 'REFRESH' })
      world.tell(`“${name}” deleted`)
    },
  }),
  command({
    id: 'organization.add-project',
    words: 'move project-in organization',
    title: 'Move a project in',
    pending: 'Moving',
    icon: 'plus',
    effect: 'write',
    args: { organization: 'string', project: 'string' },
    of: { organization: 'collection', project: 'project' },
    prompts: { project: 'Which of your projects?' },
    writes: ['organization.add-project'],
    async run({ organization, project }, world) {
      const moved = await world.call('organization.add-project', {
        params: { org: organization },
        body: { project_id: project },
      })
      world.send('project', { type: 'REFRESH' })
      world.tell(`“${moved.name}” belongs to the organization now`)
    },
  }),
  command({
    id: 'organization.remove-project',
    words: 'move project-out organization',
    title: 'Move out',
    pending: 'Moving',
    icon: 'close',
    effect: 'destroy',
    args: { organization: 'string', project: 'string' },
    of: { organization: 'collection', project: 'project' },
    prompts: { project: 'Which project?' },
    confirm({ organization, project }, world) {
      const row = world
        .known('organization.projects', { params: { org: organization } })
        ?.results.find(({ id }) => id === project)
      const name = row?.name ?? project
      return {
        question: `Move “${name}” out of the organization?`,
        effects: [
          'It becomes a personal project, and you an OWNER of it',
          'ADMINs and roles of the organization lose it at once; people with direct access keep it',
          'Certificates and downtimes of the organization no longer apply to it',
        ],
        word: slugOf(name).slice(0, 24).replace(/-$/, '') || project.slice(0, 6),
        name,
        button: 'Move out',
        reversible: true,
      }
    },
    writes: ['organization.remove-project'],
    async run({ organization, project }, world) {
      await world.call('organization.remove-project', { params: { org: organization, id: project } })
      world.send('project', { type: 'REFRESH' })
      world.tell('The project is a personal one now')
    },
  }),
]
