import { resources } from '../../contract/resources.ts'
import { type Batch, command } from '../core/command.ts'
import { methodChoices } from '../core/method-choices.ts'
import { resourceCommands } from '../core/resource-commands.ts'
import { sharedWords } from '../core/unique-name.ts'
import type { World } from '../core/world.ts'
import type { RouteName } from '../routes.ts'
import { refuseUnsetSecrets, runVariables } from '../runs/run-variables.ts'
import { isOnScreen, schedulesLeft } from '../schedules/schedules-left.ts'
import { judgeAsUsual } from './judge-as-usual.ts'
import { lostResults } from './lost-results.ts'
import { monitorName } from './monitor-name.ts'

/** The steps that a deleted monitor leaves without one: "Step 4 of “Checkout”; it fails there". Null while workflows are loaded. */
const workflowsLeft = (id: string, world: World): readonly string[] | null => {
  // Most screens that delete a monitor show no workflow: asking for their names loads the list, and the question shows again with it.
  world.entities('workflow')
  const workflows = world.known('workflow.list', {})?.results
  if (!workflows && isOnScreen(world)) return null
  return (workflows ?? []).flatMap(({ meta, workflow }) => {
    const numbers = workflow.call_ids.flatMap((callId, index) => (callId === id ? [index + 1] : []))
    if (numbers.length === 0) return []
    const steps = numbers.length === 1 ? `Step ${numbers[0]}` : `Steps ${listWords(numbers)}`
    return [`${steps} of “${meta.name}”; it fails there`]
  })
}

const listWords = (numbers: readonly number[]): string => `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`

const lost = (id: string, world: World): readonly string[] => {
  const row = world.known('monitor.list', {})?.data.find((each) => each.id === id)
  const schedules = row ? schedulesLeft(row.schedule_ids ?? [], world) : null
  const workflows = workflowsLeft(id, world)
  const isReading = isOnScreen(world) && (schedules === null || workflows === null)
  return [
    ...(isReading ? ['Still looking for schedules and workflows that use it …'] : []),
    ...(schedules ?? []),
    ...(workflows ?? []),
    'Its alerts are closed without a recovery message',
  ]
}

/** Screens on which a monitor can be tried as it is edited. */
const TRIED_ON: readonly RouteName[] = ['new-monitor', 'monitor-edit', 'monitor-assertions']

const run = (
  world: World,
  callId: string,
  locationId: string | undefined,
  { delay: delaySeconds = 0, set: context = {}, secret: secretVariables = [] as readonly string[] } = {},
  batch?: Batch,
): void =>
  world.send('app', {
    type: 'RUN',
    id: world.newId(),
    callId,
    locationId: locationId ?? null,
    delaySeconds,
    context,
    name: monitorName(callId, world),
    ...(batch && { batch }),
    ...(secretVariables.length > 0 && { secretVariables }),
  })

/** Monitor commands. */
export const monitorCommands = [
  command({
    id: 'monitor.run',
    // A condition may store what a run was given as a variable of all runs.
    silences: { except: ['location', 'delay', 'secret'] },
    words: 'run monitor',
    title: 'Run now',
    pending: 'Running',
    icon: 'play',
    effect: 'write',
    keys: 'r',
    keyScope: 'object',
    needs: 'run',
    args: {
      monitor: 'string',
      'location?': 'string',
      'delay?': '0 <= number.integer <= 86400',
      ...runVariables.args,
    },
    of: { monitor: 'monitor', location: 'location' },
    prompts: {
      delay: 'After how many seconds?',
      ...runVariables.prompts,
    },
    secret: runVariables.secret,
    isSecret: runVariables.isSecret,
    secretEntries: runVariables.secretEntries,
    checks: runVariables.checks,
    writes: ['monitor.run'],
    run({ monitor, location, delay, set, secret }, world, batch) {
      refuseUnsetSecrets({ set, secret })
      const given = { ...(delay && { delay }), ...(set && { set }), ...(secret && { secret }) }
      return run(world, monitor, location, given, batch)
    },
  }),
  command({
    id: 'monitor.run-from',
    words: 'run-from monitor',
    title: 'Run from…',
    pending: 'Running',
    icon: 'location',
    effect: 'write',
    keys: 'Shift+r',
    keyScope: 'object',
    needs: 'run',
    args: { monitor: 'string', location: 'string' },
    of: { monitor: 'monitor', location: 'location' },
    writes: ['monitor.run'],
    run: ({ monitor, location }, world, batch) => run(world, monitor, location, {}, batch),
  }),
  command({
    id: 'monitor.try',
    words: 'try monitor',
    title: 'Try it',
    screen: true,
    pending: 'Trying',
    icon: 'play',
    effect: 'write',
    needs: 'edit',
    args: {},
    when: ({ place }) => place !== null && TRIED_ON.includes(place.name),
    writes: ['trial.start'],
    run: (_, world) => world.send('screen', { type: 'TRY' }),
  }),
  command({
    id: 'monitor.statistics',
    words: 'show statistics',
    title: 'Statistics',
    icon: 'performance',
    keys: 's',
    keyScope: 'object',
    needs: 'see',
    args: { monitor: 'string' },
    of: { monitor: 'monitor' },
    run: ({ monitor }, world) => world.go('monitor-statistics', { callId: monitor }),
  }),
  command({
    id: 'monitor.cancel-run',
    words: 'stop following',
    title: 'Stop following',
    icon: 'close',
    hidden: true,
    needs: 'run',
    args: { run: 'string' },
    prompts: { run: 'Which run?' },
    run: ({ run: id }, world) => world.send('app', { type: 'CANCEL_RUN', id }),
  }),
  command({
    id: 'monitor.rename',
    silences: false,
    words: 'rename monitor',
    title: 'Rename',
    pending: 'Renaming',
    icon: 'edit',
    effect: 'write',
    needs: 'edit',
    args: { monitor: 'string', name: '1 <= string <= 400' },
    of: { monitor: 'monitor' },
    undo: 'calls',
    writes: ['monitor.update'],
    async run({ monitor, name }, world) {
      await world.call('monitor.update', { params: { id: monitor }, body: { meta: { name } } })
    },
    done: ({ monitor, name }, world) => `renamed to “${name.trim()}”${sharedWords(name, monitor, 'monitor', world)}`,
  }),
  command({
    id: 'monitor.new',
    words: 'new monitor',
    title: 'New monitor',
    icon: 'plus',
    keys: 'n',
    needs: 'edit',
    args: {},
    run: (_, world) => world.go('new-monitor', { callId: 'new' }),
  }),
  command({
    id: 'monitor.restore',
    widens:
      'It runs again in its schedules, alerts cover it, and public pages and reports that are made by its tags show it.',
    silences: false,
    words: 'restore monitor',
    title: 'Restore',
    pending: 'Restoring',
    icon: 'reload',
    effect: 'write',
    needs: 'edit',
    args: { monitor: 'string' },
    of: { monitor: 'deleted-monitor' },
    done: 'restored',
    undo: (args) => ({ id: 'monitor.remove', args }),
    writes: ['monitor.restore'],
    async run({ monitor }, world) {
      const { meta, auth_problem: problem } = await world.call('monitor.restore', { params: { id: monitor } })
      if (problem !== null) world.tell(`“${meta.name}”: ${problem}`, { category: 'WARNING' })
      return meta.name
    },
  }),
  command({
    id: 'monitor.show-deleted',
    words: 'open deleted-monitors',
    title: 'Deleted monitors',
    icon: 'trash',
    needs: 'see',
    args: {},
    run: (_, world) => world.go('monitors', {}, { show: 'deleted' }),
  }),
  command({
    id: 'monitor.show-shared',
    words: 'open shared-monitors',
    title: 'Shared monitors',
    icon: 'globe',
    needs: 'see',
    args: { 'with?': "'organization' | 'everyone'" },
    prompts: { with: 'Shared with whom?' },
    run: ({ with: scope }, world) => world.go('monitors', {}, { show: 'shared', with: scope }),
  }),
  ...resourceCommands(resources.monitors, {
    choices: methodChoices,
    complete: ({ id }, world) => judgeAsUsual(id, world),
    completeWrites: ['monitor.judge'],
    lost,
    lostResults,
    restore: (monitor) => ({ id: 'monitor.restore', args: { monitor } }),
    restorable: '30 days, with its results',
  }),
]
