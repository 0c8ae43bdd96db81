import type { CommandStep } from '../../../../machines/undo.ts'
import type { EndpointName } from '../../../contract/contract.ts'
import { ALL_SCHEDULES } from '../../../domain/downtimes/downtime-rules.ts'
import type { World } from '../world.ts'
import { withAsLeft } from './as-left.ts'

type Values = Readonly<Record<string, unknown>>
type Input = { readonly params?: Values; readonly body?: Values }

/** The removal of what an endpoint makes, and how a redo brings it back. */
type Removal = {
  readonly command: string
  readonly argument: string
  /** The id of what a call made; null where nothing would restore it. */
  readonly made: (answer: Values) => unknown
  readonly restored: (id: string, input: Input) => CommandStep['reverse']
  /** Whether other objects may use what was made. */
  readonly isUsed: boolean
}

const ofMonitor = (command: string, argument: string): Removal => ({
  command,
  argument,
  made: ({ id }) => id,
  restored: (id) => ({ command: 'monitor.restore', args: { monitor: id } }),
  isUsed: true,
})

const REMOVALS: Partial<Record<EndpointName, Removal>> = {
  'monitor.create': ofMonitor('monitor.remove', 'monitor'),
  'monitor.duplicate': ofMonitor('monitor.remove', 'monitor'),
  'browser-test.create': ofMonitor('browser-test.remove', 'test'),
  'watch.create': {
    ...ofMonitor('monitor.remove', 'monitor'),
    // With a monitor that is watched, a schedule may be made, which nothing would restore.
    made: ({ monitor, schedule }) => (Object(schedule).isNew === true ? null : Object(monitor).id),
  },
  // A downtime is deleted for good, and has nothing that a new one with the same times lacks.
  'downtime.create': {
    command: 'downtime.remove',
    argument: 'downtime',
    made: ({ id }) => id,
    restored: (_, { params, body }) => ({
      command: 'downtime.create',
      args: {
        ...Object(body?.downtime),
        ...(params?.id !== ALL_SCHEDULES && { schedule: params?.id }),
      },
    }),
    isUsed: false,
  },
}

/** Whether an endpoint makes objects that an undo can remove again. */
export const isMaking = (operation: EndpointName): boolean => operation in REMOVALS

/** The step that deletes what a call made, and only as it was made; null for an endpoint that makes nothing of the kind. */
export const removalOf = (operation: EndpointName, input: unknown, answer: unknown): CommandStep | null => {
  const removal = REMOVALS[operation]
  const given: Values = Object(answer)
  const id = removal?.made(given)
  if (!removal || typeof id !== 'string') return null
  const { command, argument, restored, isUsed } = removal
  const step = { command, args: { [argument]: id }, reverse: restored(id, Object(input)) }
  // Of a monitor that is watched, its name is answered, and the schedule that it was added to.
  const { monitor, schedule } = given
  if (operation === 'watch.create') return withAsLeft(step, { meta: monitor }, [String(Object(schedule).id)])
  return withAsLeft(step, answer, isUsed ? [] : undefined)
}

/**
 * A world that notes what is made anew in it: a redo that creates its object again makes one with another id, and only the step that is noted
 * removes that one.
 */
export const notingMade = (world: World): { readonly call: World['call']; readonly made: () => CommandStep | null } => {
  let step: CommandStep | null = null
  const call: World['call'] = async (operation, input) => {
    const answer = await world.call(operation, input)
    step ??= removalOf(operation, input, answer)
    return answer
  }
  return { call, made: () => step }
}
