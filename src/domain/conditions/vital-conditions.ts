import { type Problem, problem } from '../core/problem.ts'
import { isVital } from '../statistics/vitals.ts'
import type { Condition } from './operators.ts'

/** Whether a condition is about a web vital, which only browser tests have. */
export const isAboutVital = ({ source, property }: Pick<Condition, 'source' | 'property'>): boolean =>
  source === 'latency' && isVital(property ?? '')

/** Field errors of conditions of a call: it has no web vitals. */
export const vitalProblems = (conditions: readonly Condition[]): Problem[] =>
  conditions.flatMap((condition, index) =>
    isAboutVital(condition)
      ? [
          problem(
            `conditions[${index}].property`,
            'forbidden',
            `must not be ${condition.property}: only browser tests measure web vitals.`,
          ),
        ]
      : [],
  )
