import { resources } from '../../contract/resources.ts'
import { ALL_SCHEDULES, downtimeOf } from '../../domain/downtimes/downtime-rules.ts'
import { type Command, command } from '../core/command.ts'
import { entityOf } from '../core/naming.ts'
import { resourceCommands } from '../core/resource-commands.ts'
import { withInstants, zoneOf, zoneOfCall } from '../core/time-words.ts'
import type { World } from '../core/world.ts'
import { announcement, isLong, plannedDowntime, plannedWords, refuseBackwards } from './announced.ts'
import { repeatChoices } from './repeat-choices.ts'

type Values = Readonly<Record<string, unknown>>

const lost = (id: string, world: World): readonly string[] => {
  const isActive = world
    .known('downtime.list', { params: { id: ALL_SCHEDULES } })
    ?.results.some((each) => each.id === id && each.status === 'active')
  return [isActive ? 'Its schedules run again at once' : 'Runs are made in its times']
}

const [create, update, ...others] = resourceCommands(resources.downtimes, { lost })

const EVERYTHING = 'all monitors of the project'

/** Whom a downtime of a schedule silences; without one, everything. */
const silencedBy = (schedule: unknown, world: World): string =>
  schedule === undefined
    ? EVERYTHING
    : `the monitors of “${entityOf(String(schedule), world.entities('schedule'))?.name ?? schedule}”`

/** The create command, for one schedule or, without one, for all. It says when and whom the downtime silences, and asks where that is much. */
const ofSchedule = (command: Command): Command => ({
  ...command,
  silences: true,
  args: { ...command.args, 'schedule?': 'string' },
  of: { ...command.of, schedule: 'schedule' },
  without: { schedule: () => 'all schedules of the project' },
  choices: { repeat_days: repeatChoices },
  confirm({ schedule, ...args }, world) {
    const planned = plannedDowntime(args, { definitions: command.args, zone: zoneOfCall(args, world) }, world)
    if (schedule !== undefined && !isLong(planned)) return null
    const question = `Create a downtime for ${silencedBy(schedule, world)}?`
    return announcement(planned, { question, button: 'Create downtime' }, world)
  },
  async run({ schedule, ...args }, world) {
    const given = withInstants({ timezone: zoneOf(world), ...args }, command.args, world)
    const planned = plannedDowntime(given, { definitions: {}, zone: zoneOf(world) }, world)
    refuseBackwards(planned, world)
    const downtime = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    // The draft's own definitions have checked the arguments; a command's are not typed here.
    const body = { downtime } as { downtime: { start_time: string; end_time: string } }
    const row = await world.call('downtime.create', { params: { id: String(schedule ?? ALL_SCHEDULES) }, body })
    const when = planned ? `: ${plannedWords(planned, world)}` : ''
    world.tell(`“${row.meta.name}” created for ${silencedBy(schedule, world)}${when}`)
    world.go('downtimes')
  },
})

/** The downtime as a change leaves it, and as it is stored. */
const changed = (args: Values, { args: definitions }: Command, world: World) => {
  const rows = world.known('downtime.list', { params: { id: ALL_SCHEDULES } })?.results
  const stored = rows?.find(({ id }) => id === args.downtime)?.schedule
  const zone = zoneOfCall(args, world, stored?.timezone)
  return { zone, stored, planned: plannedDowntime(args, { definitions, zone, stored }, world) }
}

/**
 * The change command: its times are those of the zone that it gives the downtime, or that the downtime has. It says when the downtime holds
 * then, and asks where it becomes a long one.
 */
const inOwnZone = (command: Command): Command => ({
  ...command,
  choices: { repeat_days: repeatChoices },
  confirm(args, world) {
    const { stored, planned } = changed(args, command, world)
    if (stored === undefined || !isLong(planned) || isLong(downtimeOf(stored))) return null
    const name = entityOf(String(args.downtime), world.entities('downtime'))?.name ?? String(args.downtime)
    return announcement(planned, { question: `Extend “${name}”?`, button: 'Extend downtime' }, world)
  },
  done(args, world) {
    const { stored, planned } = changed(args, command, world)
    const isMoved = TIMES.some((field) => args[field] !== undefined)
    return isMoved && stored !== undefined && planned ? `changed: ${plannedWords(planned, world)}` : 'changed'
  },
  run(args, world) {
    const { zone, planned } = changed(args, command, world)
    refuseBackwards(planned, world)
    return command.run(withInstants(args, command.args, world, zone), world)
  },
})

const TIMES = ['start_time', 'end_time', 'repeated', 'repeat_days', 'timezone']

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
