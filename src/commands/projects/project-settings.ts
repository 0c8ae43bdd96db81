import { counted } from '../core/bulk-words.ts'
import { command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import type { World } from '../core/world.ts'

const idOf = ({ project }: World): string => {
  if (!project) throw new Error('Choose a project first.')
  return project.id
}

const change = async (
  world: World,
  body: { name?: string; tags?: string[]; alert_on_manual_runs?: boolean },
): Promise<void> => {
  await world.call('project.update', { params: { id: idOf(world) }, body })
  world.send('project', { type: 'REFRESH' })
}

const lost = (world: World): readonly string[] => {
  const monitors = world.entities('monitor').length
  const schedules = world.entities('schedule').length
  return [
    `${counted(monitors, 'monitor')} with all results and statistics`,
    `${counted(schedules, 'schedule')}: they no longer run`,
    'Webhooks, alerts and API keys: programs are refused at once',
    'All members lose access to it',
  ]
}

/** The settings of the open project. */
export const projectSettingsCommands = [
  command({
    id: 'project.update',
    words: 'change project',
    title: 'Change project',
    pending: 'Saving',
    icon: 'settings',
    effect: 'write',
    needs: 'manage',
    needsOption: true,
    args: { 'name?': '1 <= string <= 400', 'tags?': 'string[] <= 50', 'alert_on_manual_runs?': 'boolean' },
    prompts: { alert_on_manual_runs: 'Alert on manual runs?' },
    writes: ['project.update'],
    async run(args, world) {
      await change(world, args)
      world.tell('Project saved')
    },
  }),
  command({
    id: 'project.rename',
    words: 'rename project',
    title: 'Rename project',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    needs: 'manage',
    args: { name: '1 <= string <= 400' },
    writes: ['project.update'],
    async run({ name }, world) {
      await change(world, { name })
      world.tell(`Project renamed to “${name.trim()}”`)
    },
  }),
  command({
    id: 'project.alert-on-manual-runs',
    words: 'alert on-manual-runs',
    title: 'Alert on manual runs',
    pending: 'Saving',
    icon: 'bell',
    effect: 'write',
    needs: 'manage',
    args: { on: 'boolean' },
    prompts: { on: 'Alert on manual runs?' },
    writes: ['project.update'],
    async run({ on }, world) {
      await change(world, { alert_on_manual_runs: on })
      world.tell(on ? 'Manual runs now alert' : 'Manual runs no longer alert', {
        undo: `alert on-manual-runs ${!on}`,
      })
    },
  }),
  command({
    id: 'project.remove',
    words: 'delete project',
    title: 'Delete project',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    needs: 'own',
    args: {},
    confirm: (_, world) => {
      const { id = '', name = '' } = world.project ?? {}
      return {
        question: `Delete the project “${name}” permanently?`,
        effects: lost(world),
        word: slugOf(name).slice(0, 40).replace(/-$/, '') || id,
        name,
        button: 'Delete project',
      }
    },
    writes: ['project.remove'],
    async run(_, world) {
      const id = idOf(world)
      const name = world.project?.name ?? ''
      await world.call('project.remove', { params: { id } })
      world.go('collections')
      world.send('project', { type: 'REMOVED', id })
      world.tell(`“${name}” deleted`)
    },
  }),
]
