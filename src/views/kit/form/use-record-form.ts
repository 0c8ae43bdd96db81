import { useCallback, useMemo, useRef } from 'react'
import { isEqual } from '../../../../machines/draft-path.ts'
import { CallError } from '../../../../machines/resource/failure.ts'
import { type DraftState, useDraft } from '../../core/use-draft.ts'
import { useWorld } from '../../core/use-world.ts'
import type { FieldTable, FormProblem } from './field-errors.ts'
import type { FormTable } from './form-table.ts'

/** The state of a form that its controls need: texts, values, errors and setters. */
export type FormControls<Form, Name extends string = string> = {
  readonly fields: FieldTable & Readonly<Record<Name, unknown>>
  readonly draft: Form
  /** Field errors to show. */
  readonly problems: readonly FormProblem[]
  change(path: string, value: unknown): void
  touch(path: string): void
}

/** The form of a record: a draft with its table of fields. */
export type RecordFormState<Form, Name extends string = string> = DraftState<Form> &
  FormControls<Form, Name> & {
    readonly base: Form
    readonly isNew: boolean
    /** All field errors, shown or not. */
    readonly all: readonly FormProblem[]
    /** Words of what was changed: `name`, `tags`. */
    readonly parts: readonly string[]
  }

type RecordFormOptions<Form, Row, Body, Name extends string> = {
  readonly table: FormTable<Form, Row, Body, Name>
  /** Names the draft among all: `schedule:new`, `schedule:<id>`. */
  readonly key: string
  /** The form of what is stored, or what a new form begins with. */
  readonly base: Form
  /** Stores the form. `changed` are the words of its changed parts. */
  readonly save: (body: Body, more: { form: Form; changed: readonly string[] }) => Promise<Row>
  /** Leaves the form of a new record; absent for one that is stored. */
  readonly leave?: (row: Row) => void
}

/** The first of some equal values: rows are made anew with each live event, forms are about their content. */
const useSteady = <Value>(value: Value): Value => {
  const kept = useRef(value)
  if (!isEqual(kept.current, value)) kept.current = value
  return kept.current
}

/** Errors of the server at the fields of the form. */
const refusedAt =
  <Form, Row, Body>(table: FormTable<Form, Row, Body>, form: Form) =>
  (thrown: unknown): never => {
    if (!(thrown instanceof CallError)) throw thrown
    const { failure } = thrown
    throw new CallError({ ...failure, problems: table.refusedOf(form, failure.problems) }, { cause: thrown })
  }

/** Edits a record by its table of fields. */
export const useRecordForm = <Form extends object, Row, Body, Name extends string>(
  options: RecordFormOptions<Form, Row, Body, Name>,
): RecordFormState<Form, Name> => {
  const { table, key, leave } = options
  const world = useWorld()
  const base = useSteady(options.base)
  const latest = useRef(options)
  latest.current = options
  const stored = useRef<Row | null>(null)
  const save = useCallback(
    async (form: Form): Promise<Form> => {
      const changed = table.changedParts(base, form)
      stored.current = await latest.current.save(table.bodyOf(form), { form, changed }).catch(refusedAt(table, form))
      return table.formOf(stored.current)
    },
    [table, base],
  )
  const onSaved = () => stored.current !== null && leave?.(stored.current)
  const onUnchanged = () => world.tell('There are no changes to save.')
  const isNew = leave !== undefined
  const state = useDraft({ key, base, problemsOf: table.problemsOf, save, isNew, onSaved, onUnchanged })
  const { draft } = state
  const all = useMemo(() => table.problemsOf(draft, base), [table, draft, base])
  const parts = useMemo(() => table.changedParts(base, draft), [table, draft, base])
  return { ...state, fields: table.fields, base, isNew, all, parts }
}
