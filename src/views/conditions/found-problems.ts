import type { Condition } from '../../domain/conditions/operators.ts'
import { type FormProblem, placed } from '../kit/form/field-errors.ts'
import { conditionsField } from './conditions-field.ts'
import type { Judged } from './use-judged.ts'

/** A property that ends in the name of a value filter is still being typed. */
const isBegun = ({ property }: Condition): boolean => /\|\s*[a-z0-9_]*$/i.test(property ?? '')

/** Field errors to show, with those that only the engines find: whoever types a path sees at once where it is wrong. */
export const withFound = (shown: readonly FormProblem[], { answer, tried, busy }: Judged): readonly FormProblem[] => {
  const found = (busy ? [] : (answer?.problems ?? []))
    .filter(({ code, field }) => {
      const [, index, part] = /^conditions\[(\d+)\]\.(.*)$/.exec(field) ?? []
      const condition = tried?.set.conditions[Number(index)]
      return code !== 'required' && !(part === 'property' && condition && isBegun(condition))
    })
    .map((problem) => placed({ conditions: conditionsField }, problem))
  return [...shown, ...found.filter(({ field }) => !shown.some((each) => each.field === field))]
}
