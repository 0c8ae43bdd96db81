import type { condition } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { conditionProblems } from '../../domain/conditions/condition-rules.ts'
import type { ArgumentCheck, Unfit } from '../core/argument-checks.ts'

type Condition = Shape<typeof condition>
type Values = Readonly<Record<string, unknown>>

/** The argument that gives a field of a condition, and its name in a sentence. */
const GIVEN_BY: Readonly<Record<string, readonly [key: string, label: string]>> = {
  condition: ['condition', 'The comparison'],
  val: ['val', '--val'],
  val2: ['val2', '--val2'],
  property: ['property', '--property'],
  'on_true.outcome': ['if_true', '--if-true'],
  'on_false.outcome': ['if_false', '--if-false'],
  'set_variable.name': ['variable', '--variable'],
}

/** The problem of the condition that a line gives, and the argument to correct; null where the server would take it. */
const problemIn = (args: Values, toCondition: (args: Values) => Condition | null) => {
  const item = toCondition(args)
  if (item === null) return null
  const [first] = conditionProblems({ conditions: [item] })
  if (!first) return null
  const [key, label] = GIVEN_BY[first.field.replace(/^conditions\[0\]\./, '')] ?? ['condition', 'The condition']
  const isGiven = args[key] !== undefined && args[key] !== ''
  return { key: isGiven ? key : 'condition', unfit: { sentence: `${label} ${first.says}`, isLacking: !isGiven } }
}

/**
 * Checks of the arguments that give a condition, by the rules that the server has for it. A problem is shown at the argument to correct,
 * and one of an argument that is not there at the comparison. Expressions are compiled by the server alone.
 */
export const conditionChecks = (toCondition: (args: Values) => Condition | null) => {
  const checkOf =
    (own: string): ArgumentCheck =>
    (_, args): Unfit | null => {
      const found = problemIn(args, toCondition)
      return found?.key === own ? found.unfit : null
    }
  return {
    condition: checkOf('condition'),
    val: checkOf('val'),
    val2: checkOf('val2'),
    property: checkOf('property'),
    if_true: checkOf('if_true'),
    if_false: checkOf('if_false'),
    variable: checkOf('variable'),
  }
}
