import { oneOf } from '../../contract/core/notation.ts'
import { resources } from '../../contract/resources.ts'
import { BACKOFF_METHODS } from '../../contract/schedules/schedules.ts'
import { ALL_SCHEDULES } from '../../domain/downtimes/downtime-rules.ts'
import { windowsOfText } from '../../domain/schedules/business-hours-text.ts'
import { retryHomeOf, retryTextOf } from '../../domain/schedules/retry-settings.ts'
import { RECOMMENDED_SECONDS } from '../../domain/schedules/schedule-times.ts'
import { counted } from '../core/bulk-words.ts'
import { type Command, type Confirmation, command, type Undo } from '../core/command.ts'
import { entityOf } from '../core/naming.ts'
import { resourceCommands } from '../core/resource-commands.ts'
import { zoneOf } from '../core/time-words.ts'
import type { World } from '../core/world.ts'
import { oftenWords } from './often.ts'
import { retryArguments, retryPrompts, withGiven } from './retry-arguments.ts'

type Values = Readonly<Record<string, unknown>>

const rowOf = (id: string, world: World) => world.known('schedule.list', {})?.data.find((each) => each.id === id)

/** Business hours of a text; null for none, undefined where it cannot be read. */
const hoursOf = (text: string): ReturnType<typeof windowsOfText> | undefined =>
  text.trim().toLowerCase() === 'always' ? null : (windowsOfText(text) ?? undefined)

const unreadHours = (text: string): string =>
  `“${text}” cannot be read. Use mon-fri 8-12, 13-17; sat 10:00-14:00, or always.`

const lost = (id: string, world: World): readonly string[] => {
  const targets = rowOf(id, world)?.targets.length ?? 0
  const downtimes = world
    .known('downtime.list', { params: { id: ALL_SCHEDULES } })
    ?.results.filter(({ meta }) => meta.schedule_id === id)
  return [
    ...(targets > 0 ? [`${counted(targets, 'target')} ${targets === 1 ? 'loses' : 'lose'} this schedule`] : []),
    ...(downtimes?.length
      ? [`${counted(downtimes.length, 'downtime')} of its own ${downtimes.length === 1 ? 'is' : 'are'} deleted too`]
      : []),
    'Queued runs may still happen',
  ]
}

/** The question before a change that leaves a schedule nothing to run, or no location to run from. */
const emptying = (args: Values, world: World): Confirmation | null => {
  const id = String(args.schedule)
  const before = rowOf(id, world)
  const isEmptied = (...fields: readonly ('targets' | 'regions' | 'locations')[]) =>
    fields.some((field) => args[field] !== undefined && before?.[field].length !== 0) &&
    fields.every((field) => [args[field] ?? before?.[field] ?? []].flat().length === 0)
  const [noTarget, noLocation] = [isEmptied('targets'), isEmptied('regions', 'locations')]
  if (!noTarget && !noLocation) return null
  const name = entityOf(id, world.entities('schedule'))?.name ?? id
  const many = before?.targets.length ?? 0
  return {
    question: `Leave “${name}” without ${noTarget ? 'targets' : 'locations'}?`,
    effects: [
      ...(noTarget && many > 0 ? [`${counted(many, 'target')} ${many === 1 ? 'loses' : 'lose'} this schedule`] : []),
      noTarget ? 'It runs nothing any more' : 'It has no location any more, so it never runs',
    ],
    word: null,
    reversible: true,
    button: noTarget ? 'Remove all targets' : 'Remove all locations',
  }
}

/** Switching a schedule on or off; each takes the other back. */
const turning = (spec: { verb: 'pause' | 'resume'; title: string; pending: string; done: string }): Command => {
  const enabled = spec.verb === 'resume'
  return command({
    id: `schedule.${spec.verb}`,
    words: `${spec.verb} schedule`,
    title: spec.title,
    pending: spec.pending,
    icon: enabled ? 'play' : 'pause',
    effect: 'write',
    needs: 'edit',
    args: { schedule: 'string' },
    of: { schedule: 'schedule' },
    already: ({ schedule = '' }, world) =>
      rowOf(schedule, world)?.enabled === enabled ? (enabled ? 'is running already' : 'is paused already') : null,
    done: spec.done,
    silences: !enabled,
    ...(enabled && { widens: 'Its monitors run again, and their alerts are sent.' }),
    undo: 'calls',
    writes: ['schedule.update'],
    async run({ schedule }, world) {
      await world.call('schedule.update', { params: { id: schedule }, body: { enabled } })
    },
  })
}

/** Taking back what brought nothing about would undo somebody else's work. */
const unless = (wasSo: boolean, undo: Undo): Undo | null => (wasSo ? null : undo)
const runs = (monitor: string, schedule: string, world: World): boolean | undefined =>
  rowOf(schedule, world)?.targets.includes(monitor)

/** The words for a new target of a schedule, which runs nothing while it is paused. */
export const scheduledWords = (schedule: string, world: World): string =>
  rowOf(schedule, world)?.enabled === false ? 'scheduled, but that schedule is paused and runs nothing' : 'scheduled'

/** Schedule commands. */
export const scheduleCommands: readonly Command[] = [
  ...resourceCommands(resources.schedules, {
    changed: ({ targets }) =>
      Array.isArray(targets) && targets.length === 0 ? 'changed: it runs nothing any more' : null,
    lost,
    question: emptying,
    // Only the API has a name for a schedule without one.
    required: ['name'],
    usual: { frequency: RECOMMENDED_SECONDS },
    // A schedule that was just created runs nothing yet, so nothing is opened.
    made: () => {},
  }).map((each) => (each.id === 'schedule.create' ? { ...each, widens: oftenWords } : each)),
  command({
    id: 'schedule.new',
    words: 'new schedule',
    title: 'New schedule',
    icon: 'plus',
    keys: 'n',
    keysFor: 'schedule',
    needs: 'edit',
    args: { 'monitor?': 'string' },
    of: { monitor: 'monitor' },
    run: ({ monitor }, world) => world.go('new-schedule', {}, { monitor }),
  }),
  command({
    id: 'schedule.targets',
    words: 'choose targets',
    title: 'Targets',
    icon: 'monitor',
    keys: 't',
    keyScope: 'object',
    needs: 'edit',
    args: { schedule: 'string' },
    of: { schedule: 'schedule' },
    run: ({ schedule }, world) => world.go('schedule-targets', { scheduleId: schedule }),
  }),
  turning({ verb: 'pause', title: 'Pause', pending: 'Pausing', done: 'paused' }),
  turning({ verb: 'resume', title: 'Resume', pending: 'Resuming', done: 'resumed' }),
  command({
    id: 'schedule.attach',
    silences: false,
    words: 'schedule monitor',
    title: 'Add to schedule',
    pending: 'Adding',
    icon: 'schedule',
    effect: 'write',
    needs: 'edit',
    args: { monitor: 'string', schedule: 'string' },
    of: { monitor: 'monitor', schedule: 'schedule' },
    done: ({ schedule }, world) => scheduledWords(schedule, world),
    undo: (args, world) => unless(runs(args.monitor, args.schedule, world) === true, { id: 'schedule.detach', args }),
    writes: ['schedule.attach'],
    async run({ monitor, schedule }, world) {
      await world.call('schedule.attach', { params: { id: schedule, callId: monitor } })
    },
  }),
  command({
    id: 'schedule.detach',
    words: 'unschedule monitor',
    title: 'Remove from schedule',
    pending: 'Removing',
    icon: 'schedule',
    effect: 'write',
    needs: 'edit',
    args: { monitor: 'string', schedule: 'string' },
    of: { monitor: 'monitor', schedule: 'schedule' },
    done: 'removed from the schedule',
    undo: (args) => ({ id: 'schedule.attach', args }),
    writes: ['schedule.detach'],
    async run({ monitor, schedule }, world) {
      await world.call('schedule.detach', { params: { id: schedule, callId: monitor } })
    },
  }),
  command({
    id: 'schedule.set-hours',
    words: 'set business hours',
    title: 'Set business hours',
    pending: 'Saving',
    icon: 'schedule',
    effect: 'write',
    needs: 'edit',
    args: { schedule: 'string', hours: '1 <= string <= 400', 'timezone?': '1 <= string <= 100' },
    of: { schedule: 'schedule' },
    checks: {
      hours: (text) => (hoursOf(text) === undefined ? { sentence: unreadHours(text) } : null),
    },
    prompts: { hours: 'Which hours, such as mon-fri 8-12, 13-17; sat 10-14, or always?' },
    done: 'changed',
    undo: 'calls',
    writes: ['schedule.update'],
    async run({ schedule, hours, timezone }, world) {
      const windows = hoursOf(hours)
      if (windows === undefined) throw new Error(unreadHours(hours))
      const business_hours = windows && { timezone: timezone ?? zoneOf(world), windows }
      await world.call('schedule.update', { params: { id: schedule }, body: { business_hours } })
    },
  }),
  command({
    id: 'schedule.set-retries',
    words: 'set retries',
    title: 'Set retries',
    pending: 'Saving',
    icon: 'reload',
    effect: 'write',
    needs: 'edit',
    args: {
      schedule: 'string',
      method: oneOf(BACKOFF_METHODS),
      ...retryArguments,
    },
    of: { schedule: 'schedule' },
    prompts: retryPrompts,
    asks: ({ method }) => (method === 'none' ? 'No longer retry failed runs?' : 'Set retries?'),
    done: 'changed',
    undo: 'calls',
    writes: ['schedule.update'],
    async run({ schedule, method, ...given }, world) {
      const before = await world.call('schedule.read', { params: { id: schedule } })
      const text = withGiven({ ...retryTextOf(before), method }, given)
      await world.call('schedule.update', { params: { id: schedule }, body: retryHomeOf(text, before.tags) })
    },
  }),
]
