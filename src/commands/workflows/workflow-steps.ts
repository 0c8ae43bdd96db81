import { moved } from '../../domain/core/moved.ts'
import type { Step } from '../../domain/workflows/workflow-steps.ts'
import { command } from '../core/command.ts'
import { indexIn } from '../core/item-number.ts'
import type { World } from '../core/world.ts'
import { monitorName } from '../monitors/monitor-name.ts'

type Read = { readonly steps: readonly Step[]; readonly lastUpdate: string }

const read = async (world: World, id: string): Promise<Read> => {
  const { workflow, meta } = await world.call('workflow.read', { params: { id } })
  return { steps: workflow.steps, lastUpdate: meta.last_update }
}

type Change = { readonly before: Read; readonly steps: readonly Step[]; readonly told: string }

/** Stores changed steps, unless someone else changed the workflow since it was read. */
const store = async (world: World, id: string, { before, steps, told }: Change): Promise<void> => {
  const body = { workflow: { steps: [...steps] }, if_last_update: before.lastUpdate }
  await world.call('workflow.update', { params: { id }, body })
  world.tell(told)
}

const indexOf = (number: number, steps: readonly Step[], world: World) =>
  indexIn(number, steps, 'This workflow', 'step', world)

/** Steps of a workflow: the same edits as in its form, one at a time, on the stored workflow. */
export const workflowStepCommands = [
  command({
    id: 'workflow.add-step',
    words: 'add workflow-step',
    title: 'Add a step',
    pending: 'Saving',
    icon: 'plus',
    effect: 'write',
    needs: 'edit',
    args: { workflow: 'string', monitor: 'string', 'at?': '1 <= number.integer <= 100', 'teardown?': 'boolean' },
    of: { workflow: 'workflow', monitor: 'monitor' },
    prompts: { at: 'As which step?', teardown: 'Does it always run?' },
    undo: 'calls',
    writes: ['workflow.update'],
    async run({ workflow, monitor, at, teardown = false }, world) {
      const before = await read(world, workflow)
      const { steps } = before
      const index = Math.min(at ?? steps.length + 1, steps.length + 1) - 1
      const added = steps.toSpliced(index, 0, { call_id: monitor, teardown })
      const told = `“${monitorName(monitor, world)}” is step ${index + 1}`
      await store(world, workflow, { before, steps: added, told })
    },
  }),
  command({
    id: 'workflow.move-step',
    words: 'move workflow-step',
    title: 'Move a step',
    pending: 'Saving',
    icon: 'down',
    effect: 'write',
    needs: 'edit',
    args: { workflow: 'string', step: '1 <= number.integer <= 100', to: '1 <= number.integer <= 100' },
    of: { workflow: 'workflow' },
    prompts: { step: 'Which step?', to: 'To which position?' },
    undo: 'calls',
    writes: ['workflow.update'],
    async run({ workflow, step, to }, world) {
      const before = await read(world, workflow)
      const { steps } = before
      const from = indexOf(step, steps, world)
      const target = from === null ? null : indexOf(to, steps, world)
      if (from === null || target === null) return
      const told = `Step ${step} is now step ${to}`
      await store(world, workflow, { before, steps: moved(steps, from, target), told })
    },
  }),
  command({
    id: 'workflow.remove-step',
    words: 'remove workflow-step',
    title: 'Remove a step',
    pending: 'Saving',
    icon: 'trash',
    effect: 'write',
    needs: 'edit',
    args: { workflow: 'string', step: '1 <= number.integer <= 100' },
    of: { workflow: 'workflow' },
    prompts: { step: 'Which step?' },
    undo: 'calls',
    writes: ['workflow.update'],
    async run({ workflow, step }, world) {
      const before = await read(world, workflow)
      const { steps } = before
      const index = indexOf(step, steps, world)
      const gone = index === null ? undefined : steps[index]
      if (index === null || !gone) return
      const told = `Step ${step} removed: ${monitorName(gone.call_id, world)}`
      await store(world, workflow, { before, steps: steps.toSpliced(index, 1), told })
    },
  }),
  command({
    id: 'workflow.set-teardown',
    words: 'set teardown',
    title: 'Mark a teardown step',
    pending: 'Saving',
    icon: 'check',
    effect: 'write',
    needs: 'edit',
    args: { workflow: 'string', step: '1 <= number.integer <= 100', teardown: 'boolean' },
    of: { workflow: 'workflow' },
    asks: ({ step, teardown }) =>
      teardown ? `Always run step ${step}?` : `Skip step ${step} once the workflow has stopped?`,
    prompts: { step: 'Which step?', teardown: 'Does it always run?' },
    undo: 'calls',
    writes: ['workflow.update'],
    async run({ workflow, step, teardown }, world) {
      const before = await read(world, workflow)
      const { steps } = before
      const index = indexOf(step, steps, world)
      const found = index === null ? undefined : steps[index]
      if (index === null || !found) return
      const told = teardown ? `Step ${step} always runs` : `Step ${step} is skipped once the workflow has stopped`
      await store(world, workflow, { before, steps: steps.with(index, { ...found, teardown }), told })
    },
  }),
]
