import { resources } from '../../contract/resources.ts'
import { ALL_SCHEDULES } from '../../domain/downtimes/downtime-rules.ts'
import { type Command, command } from '../core/command.ts'
import { resourceCommands } from '../core/resource-commands.ts'
import { timeIn, zoneOf } from '../core/time-words.ts'
import type { World } from '../core/world.ts'

const lost = (id: string, world: World): readonly string[] => {
  const isActive = world
    .known('downtime.list', { params: { id: ALL_SCHEDULES } })
    ?.results.some((each) => each.id === id && each.status === 'active')
  return [isActive ? 'Its schedules run again at once' : 'Runs are made in its times']
}

const [create, ...others] = resourceCommands(resources.downtimes, { lost })

/** A time in words, such as `tomorrow 9`, as the instant that the API takes; any other text as it is, which the server judges. */
const instantIn = (text: unknown, world: World): unknown => {
  const at = typeof text === 'string' ? timeIn(text, world) : null
  return at === null ? text : new Date(at).toISOString()
}

/** The create command, for one schedule or, without one, for all. */
const ofSchedule = (command: Command): Command => ({
  ...command,
  silences: true,
  args: { ...command.args, 'schedule?': 'string' },
  of: { ...command.of, schedule: 'schedule' },
  async run({ schedule, name, start_time, end_time, repeated, repeat_days, timezone }, world) {
    const given = {
      name,
      start_time: instantIn(start_time, world),
      end_time: instantIn(end_time, world),
      repeated,
      repeat_days,
      timezone: timezone ?? zoneOf(world),
    }
    const downtime = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    // The draft's own definitions have checked the arguments; a command's are not typed here.
    const body = { downtime } as { downtime: { start_time: string; end_time: string } }
    const row = await world.call('downtime.create', { params: { id: String(schedule ?? ALL_SCHEDULES) }, body })
    world.tell(`“${row.meta.name}” created`)
    world.go('downtimes')
  },
})

/** Commands on downtimes. */
export const downtimeCommands: readonly Command[] = [
  ...(create ? [ofSchedule(create)] : []),
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
