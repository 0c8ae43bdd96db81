import { condition, outcome, variableScope } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { OPERATORS } from '../../domain/conditions/operators.ts'
import { SOURCES, sourceRule } from '../../domain/conditions/sources.ts'
import { command } from '../core/command.ts'
import { changeConditions } from './change-conditions.ts'
import { conditionChecks } from './condition-checks.ts'

type Condition = Shape<typeof condition>

/** The parts of a condition that a line gives. */
const parts = {
  source: condition.source,
  condition: condition.condition,
  'val?': 'string <= 65536',
  'val2?': 'string <= 4096',
  'property?': 'string <= 1024',
  'if_true?': outcome,
  'if_false?': outcome,
  'message?': 'string <= 400',
  'variable?': '1 <= string <= 200',
  'scope?': variableScope,
} as const

const prompts = {
  source: 'Which part of the response?',
  condition: 'Which comparison?',
  val: 'Compared with which value?',
  val2: 'Up to which value?',
  property: 'Which header, latency or path?',
  if_true: 'Which outcome if it holds?',
  if_false: 'Which outcome if it does not hold?',
  message: 'Which message?',
  variable: 'Which variable gets the value?',
  scope: 'Where is the variable kept?',
  replace: 'Replace all existing conditions?',
} as const

/** Words of people for a source or a comparison, besides those that the screens show. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  http_code: ['status', 'code'],
  size: ['response_size'],
  latency: ['time', 'duration'],
  eq: ['=', '==', 'is', 'equal'],
  ne: ['!=', '<>', 'is-not', 'not'],
  gt: ['>', 'over', 'above', 'more'],
  ge: ['>=', 'at-least', 'from'],
  lt: ['<', 'under', 'below', 'less'],
  le: ['<=', 'at-most', 'up-to'],
  in: ['one-of'],
  not_in: ['none-of', 'not-in'],
  contains: ['has', 'includes'],
  not_contains: ['not-contains'],
  matches: ['~', '=~', 'like'],
  not_matches: ['!~', 'not-matches'],
}

const inWords = (words: Readonly<Record<string, { readonly words: string }>>) => () =>
  Object.entries(words).map(([value, { words: note }]) => ({ value, note, also: ALSO[value] ?? [] }))

const choices = { source: inWords(SOURCES), condition: inWords(OPERATORS) }

type Given = {
  readonly source: Condition['source']
  readonly condition: Condition['condition']
  readonly val?: string | undefined
  readonly val2?: string | undefined
  readonly property?: string | undefined
  readonly if_true?: Shape<typeof outcome> | undefined
  readonly if_false?: Shape<typeof outcome> | undefined
  readonly message?: string | undefined
  readonly variable?: string | undefined
  readonly scope?: Shape<typeof variableScope> | undefined
}

/** The condition of a line. A message belongs to its outcomes; without outcomes, it fails the run unless it holds. */
const conditionOf = (given: Given): Condition => {
  const { source, condition, val, val2, property, if_true, if_false, message, variable, scope = 'workflow' } = given
  const handler = (outcome: Given['if_true']) => outcome && { outcome, ...(message !== undefined && { message }) }
  const onFalse = handler(if_false ?? (if_true === undefined ? 'fail' : undefined))
  const onTrue = handler(if_true)
  return {
    source,
    condition,
    ...(val !== undefined && { val }),
    ...(val2 !== undefined && { val2 }),
    ...(property !== undefined && { property }),
    ...(onTrue && { on_true: onTrue }),
    ...(onFalse && { on_false: onFalse }),
    ...(variable !== undefined && { set_variable: { name: variable, scope } }),
  }
}

/** The condition of a line so far; null until it names a part and a comparison. */
const conditionSoFar = (args: Readonly<Record<string, unknown>>): Condition | null =>
  // A line's arguments are read by the shapes above.
  args.source !== undefined && args.condition !== undefined ? conditionOf(args as Given) : null

const checks = conditionChecks(conditionSoFar)

/** The conditions by which results are judged. */
export const conditionCommands = [
  command({
    id: 'monitor.judge',
    words: 'add condition',
    aliases: ['judge monitor'],
    title: 'Add a condition',
    pending: 'Saving',
    icon: 'assertions',
    effect: 'write',
    needs: 'edit',
    args: { monitor: 'string', ...parts, 'replace?': 'boolean' },
    of: { monitor: 'monitor' },
    prompts,
    choices,
    checks,
    done: 'Condition added',
    undo: 'calls',
    writes: ['monitor.judge'],
    async run({ monitor, replace, ...given }, world) {
      const added = conditionOf(given)
      await changeConditions(monitor, (before) => (replace ? [added] : [...before, added]), world)
    },
  }),

  command({
    id: 'project.judge',
    words: 'add project-condition',
    aliases: ['judge project'],
    title: 'Add a condition for all monitors',
    pending: 'Saving',
    icon: 'assertions',
    effect: 'write',
    needs: 'edit',
    args: { ...parts, 'replace?': 'boolean' },
    prompts: { ...prompts, replace: 'Replace all conditions of the same group?' },
    choices,
    checks,
    undo: 'calls',
    writes: ['project-conditions.replace'],
    async run({ replace, ...given }, world) {
      const before = await world.call('project-conditions.read', {})
      const group = sourceRule(given.source).group
      const kept = replace ? [] : before.conditions.filter((one) => sourceRule(one.source).group === group)
      const meta = { groups: [group], versions: before.meta.versions }
      await world.call('project-conditions.replace', { body: { meta, conditions: [...kept, conditionOf(given)] } })
      world.tell('Condition added for all monitors')
    },
  }),
]
