import type { Condition } from '../../domain/conditions/operators.ts'
import type { Group } from '../../domain/conditions/sources.ts'
import { type FormProblem, problemAt } from '../kit/form/field-errors.ts'
import { fieldId } from '../parts/form/field-id.ts'

/** A condition in its list, and how it is changed. */
export type ConditionProps = {
  readonly condition: Condition
  readonly index: number
  readonly problems: readonly FormProblem[]
  /** Groups whose sources are offered. */
  readonly groups: readonly Group[]
  readonly isOfProject: boolean
  readonly onChange: (condition: Condition) => void
  readonly onLeave: (field: string) => void
}

/** Ties a control to the error of its field. */
export const bound = (problems: readonly FormProblem[], field: string) => {
  const id = fieldId(field)
  const invalid = problemAt(problems, field) !== undefined
  return { id, invalid, ...(invalid && { describedBy: `${id}-error` }) }
}
