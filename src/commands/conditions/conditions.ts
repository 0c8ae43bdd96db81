import { condition } from '../../contract/conditions/conditions.ts'
import { command } from '../core/command.ts'

/** The conditions by which results are judged. */
export const conditionCommands = [
  command({
    id: 'monitor.judge',
    words: 'judge monitor',
    title: 'Add a condition',
    pending: 'Saving',
    icon: 'assertions',
    effect: 'write',
    needs: 'edit',
    args: {
      monitor: 'string',
      source: condition.source,
      condition: condition.condition,
      'val?': 'string <= 4096',
      'val2?': 'string <= 4096',
      'property?': 'string <= 400',
      'if_true?': "'none' | 'pass' | 'slow' | 'warning' | 'fail'",
      'if_false?': "'none' | 'pass' | 'slow' | 'warning' | 'fail'",
      'message?': 'string <= 400',
      'replace?': 'boolean',
    },
    of: { monitor: 'monitor' },
    prompts: {
      source: 'What is looked at?',
      condition: 'How is it compared?',
      val: 'With what?',
      val2: 'And up to what?',
      property: 'Which header, latency or part?',
      if_true: 'What does it make of the result when it holds?',
      if_false: 'What does it make of the result when it does not hold?',
      message: 'What does the result say then?',
      replace: 'In place of all conditions so far?',
    },
    done: 'judged by one condition more',
    writes: ['monitor.judge'],
    async run({ monitor, source, condition, val, val2, property, if_true, if_false, message, replace }, world) {
      const params = { id: monitor }
      const before = await world.call('monitor.conditions', { params })
      const handler = (outcome: typeof if_true) => outcome && { outcome, ...(message !== undefined && { message }) }
      const onFalse = handler(if_false ?? (if_true === undefined ? 'fail' : undefined))
      const onTrue = handler(if_true)
      const added = {
        source,
        condition,
        ...(val !== undefined && { val }),
        ...(val2 !== undefined && { val2 }),
        ...(property !== undefined && { property }),
        ...(onTrue && { on_true: onTrue }),
        ...(onFalse && { on_false: onFalse }),
      }
      const conditions = replace ? [added] : [...before.conditions, added]
      await world.call('monitor.judge', { params, body: { meta: before.meta, conditions } })
    },
  }),
]
