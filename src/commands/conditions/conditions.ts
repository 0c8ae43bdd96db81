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
      source: 'Which part of the response?',
      condition: 'Which comparison?',
      val: 'Compared with which value?',
      val2: 'Up to which value?',
      property: 'Which header, latency or path?',
      if_true: 'Which outcome if it holds?',
      if_false: 'Which outcome if it does not hold?',
      message: 'Which message?',
      replace: 'Replace all existing conditions?',
    },
    done: 'Condition added',
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
