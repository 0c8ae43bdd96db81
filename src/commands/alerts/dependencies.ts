import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

const shared = {
  effect: 'write',
  needs: 'edit',
  args: { monitor: 'string', on: 'string' },
  of: { monitor: 'monitor', on: 'monitor' },
  writes: ['dependency.update'],
} as const

const change = async (world: World, id: string, changed: (ids: readonly string[]) => readonly string[]) => {
  const { depends_on } = await world.call('dependency.read', { params: { id } })
  const ids = changed(depends_on.map((each) => each.id))
  await world.call('dependency.update', { params: { id }, body: { depends_on: [...new Set(ids)] } })
}

/** Dependencies between monitors: while one fails, the alerts of those that hang on it are held back. */
export const dependencyCommands = [
  command({
    ...shared,
    id: 'dependency.add',
    words: 'depend monitor',
    aliases: ['add dependency'],
    title: 'Add dependency',
    pending: 'Saving',
    icon: 'plus',
    prompts: { on: 'On which monitor does it depend?' },
    done: 'dependency added',
    undo: (args) => ({ id: 'dependency.remove', args }),
    run: ({ monitor, on }, world) => change(world, monitor, (ids) => [...ids, on]),
  }),
  command({
    ...shared,
    id: 'dependency.remove',
    widens: 'Its alerts are sent again while the other monitor fails.',
    silences: false,
    words: 'undepend monitor',
    aliases: ['remove dependency'],
    title: 'Remove dependency',
    pending: 'Saving',
    icon: 'close',
    prompts: { on: 'On which monitor does it depend no more?' },
    done: 'dependency removed',
    undo: (args) => ({ id: 'dependency.add', args }),
    run: ({ monitor, on }, world) => change(world, monitor, (ids) => ids.filter((id) => id !== on)),
  }),
]
