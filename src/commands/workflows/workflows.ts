import type { ProductContract } from '../../contract/contract.ts'
import type { BodyOf } from '../../contract/core/endpoint.ts'
import { oneOf } from '../../contract/core/notation.ts'
import { resources } from '../../contract/resources.ts'
import { BACKOFF_METHODS } from '../../contract/schedules/schedules.ts'
import { retryTextOf } from '../../domain/schedules/retry-settings.ts'
import { withRunSettings, withWorkflowRetry, workflowRetryText } from '../../domain/workflows/workflow-tags.ts'
import { counted } from '../core/bulk-words.ts'
import { type Batch, type Command, type Confirmation, command } from '../core/command.ts'
import { resourceCommands } from '../core/resource-commands.ts'
import type { World } from '../core/world.ts'
import { resultQuery } from '../results/result-query.ts'
import { refuseUnsetSecrets, runVariables } from '../runs/run-variables.ts'
import { followTrial, lookOfTrial, type Trial } from '../runs/trials.ts'
import { retryArguments, retryPrompts, withGiven } from '../schedules/retry-arguments.ts'
import { scheduledWords } from '../schedules/schedules.ts'
import { schedulesLeft } from '../schedules/schedules-left.ts'

const rowOf = (id: string, world: World) => world.known('workflow.list', {})?.results.find((each) => each.id === id)
const nameOf = (id: string, world: World): string => rowOf(id, world)?.meta.name ?? id

/** The question before a change that leaves a workflow without steps. */
const emptying = (
  { workflow, call_ids: ids }: Readonly<Record<string, unknown>>,
  world: World,
): Confirmation | null => {
  const id = String(workflow)
  const before = rowOf(id, world)
  const many = before?.workflow.call_ids.length ?? 0
  if (!Array.isArray(ids) || ids.length > 0 || (before && many === 0)) return null
  return {
    question: `Leave “${nameOf(id, world)}” without steps?`,
    effects: [...(many > 0 ? [`It loses its ${counted(many, 'step')}`] : []), 'It runs nothing any more'],
    word: null,
    reversible: true,
    button: 'Remove all steps',
  }
}

const lost = (id: string, world: World): readonly string[] => [
  ...(schedulesLeft(rowOf(id, world)?.schedule_ids ?? [], world) ?? ['Still looking for schedules that run it …']),
  'Its monitors and their results stay',
]

/** The outcome of a trial as a sentence. */
const sentenceOf = ({ outcome, steps = [], location_id }: Trial): string => {
  if (!outcome) return `No agent at ${location_id} picked up the run within a minute.`
  const failed = steps.find(({ result_category }) => result_category === 'FAIL')
  const where = failed ? `, at step ${failed.index + 1} “${failed.name}”` : ''
  return `${outcome.result_category} after ${Math.round(outcome.timing.total)} ms from ${location_id}${where}.`
}

/** Runs a workflow; alone, it leads to the result. */
const run = async (
  id: string,
  body: BodyOf<ProductContract['workflow.run']>,
  world: World,
  batch: Batch | undefined,
): Promise<void> => {
  const { location_id, workflow_result_id } = await world.call('workflow.run', { params: { id }, body })
  if (!batch || batch.of === 1) world.go('workflow-result', { workflowResultId: workflow_result_id })
  world.tell(`“${nameOf(id, world)}” runs from ${location_id}`)
}

/** Workflow commands. */
export const workflowCommands: readonly Command[] = [
  ...resourceCommands(resources.workflows, { lost, question: emptying }),
  command({
    id: 'workflow.new',
    words: 'new workflow',
    title: 'New workflow',
    icon: 'plus',
    keys: 'n',
    keysFor: 'workflow',
    needs: 'edit',
    args: {},
    run: (_, world) => world.go('new-workflow'),
  }),
  command({
    id: 'workflow.download-results',
    words: 'download workflow-results',
    title: 'Download CSV',
    screen: false,
    prints: 'content',
    pending: 'Downloading',
    icon: 'download',
    needs: 'see',
    args: { workflow: 'string' },
    of: { workflow: 'workflow' },
    reads: ['workflow.results-csv'],
    async run({ workflow }, world) {
      const { place } = world
      const isShown = place?.name === 'workflow-results' && place.params.workflowId === workflow
      const query = isShown ? resultQuery(place.search, world.now()) : {}
      const csv = await world.call('workflow.results-csv', { params: { id: workflow }, query })
      world.download('workflow-results.csv', 'text/csv', csv)
    },
  }),
  command({
    id: 'workflow.run',
    // A condition may store what a run was given as a variable of all runs.
    silences: { except: ['location', 'delay', 'secret'] },
    words: 'run workflow',
    title: 'Run now',
    pending: 'Running',
    icon: 'play',
    effect: 'write',
    keys: 'r',
    keyScope: 'object',
    needs: 'run',
    args: {
      workflow: 'string',
      'location?': 'string',
      'delay?': '0 <= number.integer <= 86400',
      ...runVariables.args,
    },
    of: { workflow: 'workflow', location: 'location' },
    prompts: {
      delay: 'After how many seconds?',
      ...runVariables.prompts,
    },
    secret: runVariables.secret,
    isSecret: runVariables.isSecret,
    secretEntries: runVariables.secretEntries,
    checks: runVariables.checks,
    writes: ['workflow.run'],
    async run({ workflow, location, delay, set, secret }, world, batch) {
      refuseUnsetSecrets({ set, secret })
      const body = {
        location_id: location ?? null,
        ...(delay && { run_delay: delay }),
        ...(set && { context: set }),
        ...(secret && { secret_variables: secret }),
      }
      await run(workflow, body, world, batch)
    },
  }),
  command({
    id: 'workflow.run-from',
    words: 'run-from workflow',
    title: 'Run from…',
    pending: 'Running',
    icon: 'location',
    effect: 'write',
    keys: 'Shift+r',
    keyScope: 'object',
    needs: 'run',
    args: { workflow: 'string', location: 'string' },
    of: { workflow: 'workflow', location: 'location' },
    writes: ['workflow.run'],
    run: ({ workflow, location }, world, batch) => run(workflow, { location_id: location }, world, batch),
  }),
  command({
    id: 'workflow.duplicate',
    words: 'duplicate workflow',
    title: 'Duplicate',
    pending: 'Duplicating',
    icon: 'copy',
    effect: 'write',
    needs: 'edit',
    args: { workflow: 'string', 'name?': '1 <= string <= 400' },
    of: { workflow: 'workflow' },
    prompts: { name: 'Which name?' },
    writes: ['workflow.duplicate'],
    async run({ workflow, name }, world) {
      const copy = await world.call('workflow.duplicate', {
        params: { id: workflow },
        body: { ...(name !== undefined && { name }) },
      })
      world.tell(`“${copy.meta.name}” created`)
      world.go('workflow-edit', { workflowId: copy.id })
    },
  }),
  command({
    id: 'workflow.set-runs',
    words: 'set workflow-runs',
    title: 'Set how it runs',
    pending: 'Saving',
    icon: 'settings',
    effect: 'write',
    needs: 'edit',
    args: {
      workflow: 'string',
      'overlap?': 'boolean',
      'action?': 'boolean',
      'location?': 'string',
      'anywhere?': 'boolean',
    },
    of: { workflow: 'workflow', location: 'location' },
    prompts: {
      overlap: 'May its runs overlap?',
      action: 'Is it a button on the home of the project?',
      location: 'From which location alone?',
      anywhere: 'From any location?',
    },
    done: 'changed',
    needsOption: true,
    undo: 'calls',
    writes: ['workflow.update'],
    async run({ workflow, overlap, action, location, anywhere }, world) {
      const { meta } = await world.call('workflow.read', { params: { id: workflow } })
      const tags = withRunSettings(meta.tags, { overlap, action, location: anywhere ? null : location })
      await world.call('workflow.update', { params: { id: workflow }, body: { meta: { tags } } })
    },
  }),
  command({
    id: 'workflow.set-retries',
    words: 'set workflow-retries',
    title: 'Set retries',
    pending: 'Saving',
    icon: 'reload',
    effect: 'write',
    needs: 'edit',
    // `schedule`: as the schedule of a run says.
    args: { workflow: 'string', method: oneOf(['schedule', ...BACKOFF_METHODS]), ...retryArguments },
    of: { workflow: 'workflow' },
    prompts: retryPrompts,
    asks: ({ method }) =>
      method === 'none'
        ? 'No longer retry failed runs?'
        : method === 'schedule'
          ? 'Retry as the schedules of its runs say?'
          : 'Set retries?',
    done: 'changed',
    undo: 'calls',
    writes: ['workflow.update'],
    async run({ workflow, method, ...given }, world) {
      const { meta } = await world.call('workflow.read', { params: { id: workflow } })
      const before = workflowRetryText(meta.tags) ?? retryTextOf({ backoff_method: null, tags: [] })
      const retry = method === 'schedule' ? null : withGiven({ ...before, method }, given)
      const tags = withWorkflowRetry(meta.tags, retry)
      await world.call('workflow.update', { params: { id: workflow }, body: { meta: { tags } } })
    },
  }),
  command({
    id: 'workflow.try-form',
    words: 'try workflow',
    title: 'Run test',
    screen: true,
    pending: 'Running',
    icon: 'play',
    effect: 'write',
    needs: 'edit',
    args: {},
    when: ({ place }) => place?.name === 'new-workflow' || place?.name === 'workflow-edit',
    writes: ['trial.start-workflow'],
    run: (_, world) => world.send('screen', { type: 'TRY' }),
  }),
  command({
    id: 'workflow.try',
    words: 'try monitors',
    title: 'Try as a workflow',
    pending: 'Trying',
    icon: 'play',
    effect: 'write',
    needs: 'edit',
    args: { monitors: 'string[]', 'location?': 'string' },
    of: { monitors: 'monitor', location: 'location' },
    prompts: { monitors: 'Which monitors, in order?' },
    writes: ['trial.start-workflow'],
    async run({ monitors, location }, world) {
      const { id } = await world.call('trial.start-workflow', {
        body: { workflow: { call_ids: [...monitors] }, location_id: location ?? null },
      })
      const trial = await followTrial(id, world)
      world.tell(sentenceOf(trial), lookOfTrial(trial))
    },
  }),
  command({
    id: 'workflow.schedule',
    silences: false,
    words: 'schedule workflow',
    title: 'Add to schedule',
    pending: 'Adding',
    icon: 'schedule',
    effect: 'write',
    needs: 'edit',
    args: { workflow: 'string', schedule: 'string' },
    of: { workflow: 'workflow', schedule: 'schedule' },
    done: ({ schedule }, world) => scheduledWords(schedule, world),
    undo: (args, world) =>
      rowOf(args.workflow, world)?.schedule_ids.includes(args.schedule) === true
        ? null
        : { id: 'workflow.unschedule', args },
    writes: ['schedule.attach-workflow'],
    async run({ workflow, schedule }, world) {
      await world.call('schedule.attach-workflow', { params: { id: schedule, workflowId: workflow } })
    },
  }),
  command({
    id: 'workflow.unschedule',
    words: 'unschedule workflow',
    title: 'Remove from schedule',
    pending: 'Removing',
    icon: 'schedule',
    effect: 'write',
    needs: 'edit',
    args: { workflow: 'string', schedule: 'string' },
    of: { workflow: 'workflow', schedule: 'schedule' },
    done: 'removed from the schedule',
    undo: (args) => ({ id: 'workflow.schedule', args }),
    writes: ['schedule.detach-workflow'],
    async run({ workflow, schedule }, world) {
      await world.call('schedule.detach-workflow', { params: { id: schedule, workflowId: workflow } })
    },
  }),
]
