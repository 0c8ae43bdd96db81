import { resources } from '../contract/contract.ts'
import { counted } from './bulk-words.ts'
import { command } from './command.ts'
import { resourceCommands } from './resource-commands.ts'
import type { World } from './world.ts'

const lost = (id: string, world: World): readonly string[] => {
  const row = world.known('schedule.list', {})?.data.find((each) => each.id === id)
  const targets = row?.targets.length ?? 0
  return [
    ...(targets > 0 ? [`${counted(targets, 'monitor')} ${targets === 1 ? 'is' : 'are'} not run by it any more`] : []),
    'Runs that are queued already may still happen',
  ]
}

const turn = async (world: World, id: string, enabled: boolean): Promise<void> => {
  await world.call('schedule.update', { params: { id }, body: { enabled } })
}

/** What is done with schedules. */
export const scheduleCommands = [
  ...resourceCommands(resources.schedules, { icon: 'schedule', lost }),
  command({
    id: 'schedule.pause',
    words: 'pause schedule',
    title: 'Pause',
    pending: 'Pausing',
    icon: 'pause',
    effect: 'write',
    needs: 'edit',
    args: { schedule: 'string' },
    of: { schedule: 'schedule' },
    done: 'paused',
    undo: (args) => ({ id: 'schedule.resume', args }),
    writes: ['schedule.update'],
    run: ({ schedule }, world) => turn(world, schedule, false),
  }),
  command({
    id: 'schedule.resume',
    words: 'resume schedule',
    title: 'Resume',
    pending: 'Resuming',
    icon: 'play',
    effect: 'write',
    needs: 'edit',
    args: { schedule: 'string' },
    of: { schedule: 'schedule' },
    done: 'resumed',
    undo: (args) => ({ id: 'schedule.pause', args }),
    writes: ['schedule.update'],
    run: ({ schedule }, world) => turn(world, schedule, true),
  }),
  command({
    id: 'schedule.attach',
    words: 'schedule monitor',
    title: 'Add to schedule',
    pending: 'Adding',
    icon: 'schedule',
    effect: 'write',
    needs: 'edit',
    args: { monitor: 'string', schedule: 'string' },
    of: { monitor: 'monitor', schedule: 'schedule' },
    done: 'scheduled',
    undo: (args) => ({ id: 'schedule.detach', args }),
    writes: ['schedule.attach'],
    async run({ monitor, schedule }, world) {
      await world.call('schedule.attach', { params: { id: schedule, callId: monitor } })
    },
  }),
  command({
    id: 'schedule.detach',
    words: 'unschedule monitor',
    title: 'Take off schedule',
    pending: 'Removing',
    icon: 'schedule',
    effect: 'write',
    needs: 'edit',
    args: { monitor: 'string', schedule: 'string' },
    of: { monitor: 'monitor', schedule: 'schedule' },
    done: 'taken off the schedule',
    undo: (args) => ({ id: 'schedule.attach', args }),
    writes: ['schedule.detach'],
    async run({ monitor, schedule }, world) {
      await world.call('schedule.detach', { params: { id: schedule, callId: monitor } })
    },
  }),
]
