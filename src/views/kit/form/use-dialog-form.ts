import type { Failure } from '../../../../machines/resource/failure.ts'
import { type FrontDraft, type FrontForm, useFrontForm } from '../front/use-front-form.ts'
import type { FormTable } from './form-table.ts'
import type { FormControls } from './use-record-form.ts'

/** A short form that is sent once: nothing is kept of it, and leaving it does not ask. */
export type DialogFormState<Form extends FrontDraft, Name extends string = string> = FormControls<Form, Name> & {
  readonly sending: boolean
  readonly failure: Failure | null
  readonly submit: FrontForm<Form, unknown>['submit']
}

/** Sends a short form by its table of fields. */
export const useDialogForm = <Form extends FrontDraft, Row, Body, Name extends string & keyof Form>(options: {
  readonly table: FormTable<Form, Row, Body, Name>
  readonly base: Form
  readonly send: (body: Body) => Promise<unknown>
}): DialogFormState<Form, Name> => {
  const { table, base, send } = options
  const form = useFrontForm<Form, unknown>({
    base,
    problemsOf: (draft) => table.problemsOf(draft, base),
    send: (draft) => send(table.bodyOf(draft)),
  })
  const { draft, sending, failure, problems, change, leave, submit } = form
  return {
    fields: table.fields,
    draft,
    sending,
    failure,
    problems,
    submit,
    change: (path, value) => change(path, String(value)),
    // A field that was left empty is no error until the form is sent.
    touch: (path) => draft[path] !== '' && leave(path),
  }
}
