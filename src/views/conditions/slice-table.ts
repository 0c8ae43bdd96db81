import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { NumericTexts } from '../../domain/conditions/comparison.ts'
import { conditionProblems } from '../../domain/conditions/condition-rules.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import { type Group, sourceRule } from '../../domain/conditions/sources.ts'
import { formTable } from '../kit/form/form-table.ts'
import { conditionsField, NUMERIC_TEXTS_FIELD } from './conditions-field.ts'

export type ProjectSet = AnswerOf<ProductContract['project-conditions.read']>
export type SliceForm = {
  readonly conditions: readonly Condition[]
  readonly breakOnFail: boolean
  readonly numericTexts: NumericTexts
}

/** The conditions of a project that are of some groups. */
export const sliceOf = (
  { conditions }: Pick<ProjectSet, 'conditions'>,
  groups: readonly Group[],
): readonly Condition[] => conditions.filter(({ source }) => groups.includes(sourceRule(source).group))

/** Ids that the editor gave new conditions begin so. The server gives them ids that no other screen has given meanwhile. */
const NEW = 'new-'

/** Gives new conditions ids, by which they are known until they are stored. */
export const withNewIds = (conditions: readonly Condition[]): readonly Condition[] => {
  const taken = new Set(conditions.map(({ id }) => id))
  let number = 0
  const free = (): string => {
    do number++
    while (taken.has(`${NEW}${number}`))
    return `${NEW}${number}`
  }
  return conditions.map((one) => (one.id === undefined ? { ...one, id: free() } : one))
}

const stored = (condition: Condition): Condition => {
  if (!condition.id?.startsWith(NEW)) return condition
  const { id: _, ...rest } = condition
  return rest
}

/** The form of a project's conditions of some groups. */
export const sliceTable = (groups: readonly Group[]) =>
  formTable({
    fields: {
      conditions: conditionsField,
      breakOnFail: { label: 'Stop after the first failed condition' },
      numericTexts: NUMERIC_TEXTS_FIELD,
    },
    formOf: (set: ProjectSet): SliceForm => ({
      conditions: sliceOf(set, groups),
      breakOnFail: set.meta.break_on_fail,
      numericTexts: set.meta.numeric_texts,
    }),
    bodyOf: ({ conditions, ...rules }: SliceForm) => ({ ...rules, conditions: conditions.map(stored) }),
    rules: ({ conditions }) => conditionProblems({ conditions }, { isOfProject: true }),
  })
