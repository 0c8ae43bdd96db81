import { oneOf } from '../../contract/core/notation.ts'
import { EXPECTATIONS } from '../../contract/monitors/browser-setup.ts'
import { STEP_KINDS } from '../../contract/results/browser-detail.ts'
import { moved } from '../../domain/core/moved.ts'
import { type Step, stepWords } from '../../domain/monitors/browser-steps.ts'
import { command } from '../core/command.ts'
import { indexIn } from '../core/item-number.ts'
import type { World } from '../core/world.ts'

const stepsOf = async (world: World, id: string): Promise<Step[]> =>
  (await world.call('browser-test.read', { params: { id } })).steps

const store = async (world: World, id: string, steps: readonly Step[], told: string): Promise<void> => {
  await world.call('browser-test.update', { params: { id }, body: { steps: [...steps] } })
  world.tell(told)
}

const indexOf = (number: number, steps: readonly Step[], world: World) =>
  indexIn(number, steps, 'This test', 'step', world)

/** Steps of a journey: the same edits as in the form, one at a time, on the stored test. */
export const browserStepCommands = [
  command({
    id: 'step.add',
    words: 'add step',
    title: 'Add a step',
    pending: 'Saving',
    icon: 'plus',
    effect: 'write',
    needs: 'edit',
    args: {
      test: 'string',
      kind: oneOf(STEP_KINDS),
      'role?': '1 <= string <= 60',
      'called?': '1 <= string <= 400',
      'label?': '1 <= string <= 400',
      'text?': '1 <= string <= 400',
      'test_id?': '1 <= string <= 200',
      'value?': 'string <= 8192',
      'key?': '1 <= string <= 40',
      'url?': '1 <= string <= 8192',
      'expected?': oneOf(EXPECTATIONS),
      'at?': '1 <= number.integer <= 50',
    },
    of: { test: 'browser-test' },
    prompts: {
      kind: 'Which kind of step?',
      role: 'Element of which role?',
      called: 'Element of which accessible name?',
      label: 'Field of which label?',
      text: 'Element with which text?',
      test_id: 'Element with which test id?',
      value: 'Which text?',
      key: 'Which key?',
      url: 'Which address or path?',
      expected: 'What is expected?',
      at: 'As which step?',
    },
    // Of a step, it may be a path of the page's own site.
    checks: { url: null },
    undo: 'calls',
    writes: ['browser-test.update'],
    async run({ test, kind, role, called, label, text, test_id, value, key, url, expected, at }, world) {
      const locator = {
        ...(role && { role }),
        ...(called && { name: called }),
        ...(label && { label }),
        ...(text && { text }),
        ...(test_id && { test_id }),
      }
      const step: Step = {
        kind,
        ...(url !== undefined && { url }),
        ...(Object.keys(locator).length > 0 && { locator }),
        ...(value !== undefined && { value }),
        ...(key !== undefined && { key }),
        ...(kind === 'expect' && { expected: expected ?? 'visible' }),
      }
      const steps = await stepsOf(world, test)
      const index = Math.min(at ?? steps.length + 1, steps.length + 1) - 1
      await store(world, test, steps.toSpliced(index, 0, step), `Step ${index + 1} added: ${stepWords(step)}`)
    },
  }),
  command({
    id: 'step.move',
    words: 'move step',
    title: 'Move a step',
    pending: 'Saving',
    icon: 'down',
    effect: 'write',
    needs: 'edit',
    args: { test: 'string', step: '1 <= number.integer <= 50', to: '1 <= number.integer <= 50' },
    of: { test: 'browser-test' },
    prompts: { step: 'Which step?', to: 'To which position?' },
    undo: 'calls',
    writes: ['browser-test.update'],
    async run({ test, step, to }, world) {
      const steps = await stepsOf(world, test)
      const from = indexOf(step, steps, world)
      const target = from === null ? null : indexOf(to, steps, world)
      if (from === null || target === null) return
      await store(world, test, moved(steps, from, target), `Step ${step} is now step ${to}`)
    },
  }),
  command({
    id: 'step.remove',
    words: 'remove step',
    title: 'Remove a step',
    pending: 'Saving',
    icon: 'trash',
    effect: 'write',
    needs: 'edit',
    args: { test: 'string', step: '1 <= number.integer <= 50' },
    of: { test: 'browser-test' },
    prompts: { step: 'Which step?' },
    undo: 'calls',
    writes: ['browser-test.update'],
    async run({ test, step }, world) {
      const steps = await stepsOf(world, test)
      const index = indexOf(step, steps, world)
      const gone = index === null ? undefined : steps[index]
      if (index !== null && gone)
        await store(world, test, steps.toSpliced(index, 1), `Step ${step} removed: ${stepWords(gone)}`)
    },
  }),
]
