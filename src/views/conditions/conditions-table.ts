import { type NumericTexts, numericTextsOf } from '../../domain/conditions/comparison.ts'
import { conditionProblems } from '../../domain/conditions/condition-rules.ts'
import type { ConditionSet } from '../../domain/conditions/conditions.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import { formTable } from '../kit/form/form-table.ts'
import { conditionsField, NUMERIC_TEXTS_FIELD } from './conditions-field.ts'

type Form = {
  readonly conditions: readonly Condition[]
  readonly breakOnFail: boolean
  readonly ignoreProject: boolean
  readonly numericTexts: NumericTexts
}

/** The form of a monitor's conditions alone. */
export const conditionsTable = formTable({
  fields: {
    conditions: conditionsField,
    breakOnFail: { label: 'Stop after the first failed condition' },
    ignoreProject: { label: 'Ignore the conditions of the project' },
    numericTexts: NUMERIC_TEXTS_FIELD,
  },
  formOf: ({ meta, conditions }: ConditionSet): Form => ({
    conditions,
    breakOnFail: meta.break_on_fail ?? false,
    ignoreProject: meta.ignore_project_conditions ?? false,
    numericTexts: numericTextsOf(meta, conditions),
  }),
  bodyOf: ({ conditions, breakOnFail, ignoreProject, numericTexts }: Form): ConditionSet => ({
    meta: { break_on_fail: breakOnFail, ignore_project_conditions: ignoreProject, numeric_texts: numericTexts },
    conditions: [...conditions],
  }),
  rules: (set) => conditionProblems(set),
})
