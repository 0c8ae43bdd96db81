import { counted } from '../core/bulk-words.ts'
import { command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import type { World } from '../core/world.ts'

const idOf = ({ project }: World): string => {
  if (!project) throw new Error('This needs a project: choose one first.')
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
    `${counted(monitors, 'monitor')} with all results and figures`,
    `${counted(schedules, 'schedule')}: nothing is run any more`,
    'Webhooks, alerts and API keys: programs are refused at once',
    'Everybody in the project loses it',
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
    prompts: { alert_on_manual_runs: 'Do runs by hand alert?' },
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
      world.tell(`The project is called “${name.trim()}” now`)
    },
  }),
  command({
    id: 'project.alert-on-manual-runs',
    words: 'alert on-manual-runs',
    title: 'Alert on runs by hand',
    pending: 'Saving',
    icon: 'bell',
    effect: 'write',
    needs: 'manage',
    args: { on: 'boolean' },
    prompts: { on: 'Do runs by hand alert?' },
    writes: ['project.update'],
    async run({ on }, world) {
      await change(world, { alert_on_manual_runs: on })
      world.tell(on ? 'Runs by hand alert from now on' : 'Runs by hand do not alert any more', {
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
        question: `Delete the project “${name}” for good?`,
        effects: lost(world),
        word: slugOf(name).slice(0, 40).replace(/-$/, '') || id,
        deed: 'Delete project',
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
