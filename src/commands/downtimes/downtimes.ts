import { resources } from '../../contract/resources.ts'
import { ALL_SCHEDULES } from '../../domain/downtimes/downtime-rules.ts'
import { type Command, command } from '../core/command.ts'
import { resourceCommands } from '../core/resource-commands.ts'
import { withInstants, zoneOf, zoneOfCall } from '../core/time-words.ts'
import type { World } from '../core/world.ts'
import { repeatChoices } from './repeat-choices.ts'

const lost = (id: string, world: World): readonly string[] => {
  const isActive = world
    .known('downtime.list', { params: { id: ALL_SCHEDULES } })
    ?.results.some((each) => each.id === id && each.status === 'active')
  return [isActive ? 'Its schedules run again at once' : 'Runs are made in its times']
}

const [create, update, ...others] = resourceCommands(resources.downtimes, { lost })

/** The create command, for one schedule or, without one, for all. */
const ofSchedule = (command: Command): Command => ({
  ...command,
  silences: true,
  args: { ...command.args, 'schedule?': 'string' },
  of: { ...command.of, schedule: 'schedule' },
  without: { schedule: () => 'all schedules of the project' },
  choices: { repeat_days: repeatChoices },
  async run({ schedule, ...args }, world) {
    const given = withInstants({ timezone: zoneOf(world), ...args }, command.args, world)
    const downtime = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    // The draft's own definitions have checked the arguments; a command's are not typed here.
    const body = { downtime } as { downtime: { start_time: string; end_time: string } }
    const row = await world.call('downtime.create', { params: { id: String(schedule ?? ALL_SCHEDULES) }, body })
    world.tell(`“${row.meta.name}” created`)
    world.go('downtimes')
  },
})

/** The change command: its times are those of the zone that it gives the downtime, or that the downtime has. */
const inOwnZone = (command: Command): Command => ({
  ...command,
  choices: { repeat_days: repeatChoices },
  run(args, world) {
    const rows = world.known('downtime.list', { params: { id: ALL_SCHEDULES } })?.results
    const zone = zoneOfCall(args, world, rows?.find(({ id }) => id === args.downtime)?.schedule.timezone)
    return command.run(withInstants(args, command.args, world, zone), world)
  },
})

/** Commands on downtimes. */
export const downtimeCommands: readonly Command[] = [
  ...(create ? [ofSchedule(create)] : []),
  ...(update ? [inOwnZone(update)] : []),
  ...others,
  command({
    id: 'downtime.new',
    words: 'new downtime',
    title: 'New downtime',
    icon: 'pause',
    keys: 'n',
    keysFor: 'downtime',
    needs: 'edit',
    args: { 'schedule?': 'string' },
    of: { schedule: 'schedule' },
    run: ({ schedule }, world) => world.go('new-downtime', {}, { schedule }),
  }),
]
