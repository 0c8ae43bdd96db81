import { conditionProblems } from '../../domain/conditions/condition-rules.ts'
import type { ConditionSet } from '../../domain/conditions/conditions.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import { formTable } from '../kit/form/form-table.ts'
import { conditionsField } from './conditions-field.ts'

type Form = {
  readonly conditions: readonly Condition[]
  readonly breakOnFail: boolean
  readonly ignoreProject: boolean
}

/** The form of a monitor's conditions alone. */
export const conditionsTable = formTable({
  fields: {
    conditions: conditionsField,
    breakOnFail: { label: 'Stop after the first failed condition' },
    ignoreProject: { label: 'Ignore the conditions of the project' },
  },
  formOf: ({ meta, conditions }: ConditionSet): Form => ({
    conditions,
    breakOnFail: meta.break_on_fail ?? false,
    ignoreProject: meta.ignore_project_conditions ?? false,
  }),
  bodyOf: ({ conditions, breakOnFail, ignoreProject }: Form): ConditionSet => ({
    meta: { break_on_fail: breakOnFail, ignore_project_conditions: ignoreProject },
    conditions: [...conditions],
  }),
  rules: (set) => conditionProblems(set),
})
