import { hasFlag } from '../core/addresses.ts'
import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

/** Opens another project from a screen with unsaved work, which is of the project that is left: the person is asked before. */
const leaveFor = (project: string, world: World): void => {
  // If the person stayed, the lines after it would act in the wrong project.
  if (world.presence?.()?.console === 'several')
    throw new Error('This screen has unsaved changes: save or discard them before lines open another project.')
  world.go('home', {}, { project_key_str: project })
}

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
      if (world.presence?.()?.isDirty) return leaveFor(project, world)
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
