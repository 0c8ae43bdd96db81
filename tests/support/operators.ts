import { type Expected, OPERATORS, type Operator, type OperatorKey } from '../../src/domain/conditions/operators.ts'
import { actualOf } from '../../src/domain/conditions/values.ts'

/** The answer of an operator that needs no engine; null means that there is no value. */
export const holds = (key: OperatorKey, actual: string | null, expected: Expected): boolean => {
  const operator: Operator = OPERATORS[key]
  if (!operator.holds) throw new Error(`${key} needs an engine`)
  return operator.holds(actualOf(actual ?? undefined), expected)
}
