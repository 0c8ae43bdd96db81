import { changedPartsOf } from './changed-parts.ts'
import type { DrawnField } from './field.ts'
import { type FieldError, type FormProblem, placed } from './field-errors.ts'

/** A form by its table of fields, apart from how it is drawn. */
export type FormTable<Form, Row, Body, Name extends string = string> = {
  readonly fields: Readonly<Record<Name, DrawnField>>
  /** The form of a stored row. */
  formOf(row: Row): Form
  /** The body that the API is sent. */
  bodyOf(form: Form): Body
  /** Field errors that keep the form from being saved. `base` is what is stored. */
  problemsOf(form: Form, base: Form): readonly FormProblem[]
  /** Field errors of the server at the form's own fields. */
  refusedOf(form: Form, problems: readonly FieldError[]): readonly FormProblem[]
  /** Words of what differs between two drafts: `name`, `tags`. */
  changedParts(before: Form, now: Form): string[]
}

type TableSpec<Form, Row, Body, Name extends string> = {
  readonly fields: Readonly<Record<Name, DrawnField>>
  readonly formOf: (row: Row) => Form
  readonly bodyOf: (form: Form) => Body
  /** Field errors: those of the domain's rules for the body, and those of the form alone. */
  readonly rules: (body: Body, form: Form, base: Form) => readonly FieldError[]
  /** The form's path of a path in the body, where rows are left out of the body. */
  readonly locate?: (path: string, form: Form) => string
}

/** A table whose form has a shape of its own, such as one of nested parts; `fields` are keyed by path. */
export const formTable = <Form, Row, Body, const Name extends string>(
  spec: TableSpec<Form, Row, Body, Name>,
): FormTable<Form, Row, Body, Name> => {
  const { fields, formOf, bodyOf, rules, locate = (path) => path } = spec
  const at = (form: Form) => (problem: FieldError) => {
    const { field, message } = placed(fields, problem)
    return { field: locate(field, form), message }
  }
  return {
    fields,
    formOf,
    bodyOf,
    problemsOf: (form, base) => rules(bodyOf(form), form, base).map(at(form)),
    refusedOf: (form, problems) => problems.map(at(form)),
    changedParts: (before, now) => changedPartsOf(fields, before, now),
  }
}
