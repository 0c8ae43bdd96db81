import { hasFlag } from '../core/addresses.ts'
import { command } from '../core/command.ts'

/** Projects and switching between them. */
export const projectCommands = [
  command({
    id: 'project.switch',
    words: 'switch project',
    aliases: ['open project'],
    title: 'Switch project',
    screen: false,
    icon: 'switch',
    args: { project: 'string' },
    of: { project: 'project' },
    run({ project }, world) {
      world.send('project', { type: 'SWITCH', id: project })
      // A screen of one object would show what the other project does not have.
      const isOfObject = Object.keys(world.place?.params ?? {}).length > 0
      if (!world.place || hasFlag(world.place.name, 'noProjectOk') || isOfObject) world.go('home')
    },
  }),
  command({
    id: 'project.create',
    words: 'create project',
    title: 'Create project',
    pending: 'Creating',
    icon: 'plus',
    effect: 'write',
    args: { name: '1 <= string <= 400', 'org_id?': 'string <= 128', 'tags?': 'string[] <= 50' },
    of: { org_id: 'collection' },
    prompts: { org_id: 'In which collection?' },
    writes: ['project.create'],
    async run(args, world) {
      const { id, name } = await world.call('project.create', { body: args })
      const { projects } = await world.call('project.list', {})
      const record = projects.find(({ project }) => project.id === id)
      world.tell(`“${name}” created in ${record?.organization?.name ?? 'your personal projects'}`)
      if (!record) return
      world.send('project', { type: 'ADDED', record })
      world.send('project', { type: 'SWITCH', id })
      world.go('home')
    },
  }),
  command({
    id: 'project.retry',
    words: 'read projects',
    title: 'Try again',
    icon: 'reload',
    hidden: true,
    args: {},
    run: (_, world) => world.send('project', { type: 'RETRY' }),
  }),
]
