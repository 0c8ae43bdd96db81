import type { ReactNode } from 'react'
import { Act } from '../../parts/act/Act.tsx'
import { ErrorSummary } from '../../parts/form/ErrorSummary.tsx'
import { Form } from '../../parts/form/Form.tsx'
import { fieldId } from '../../parts/form/field-id.ts'
import { SaveBar } from '../../parts/form/SaveBar.tsx'
import { Notice } from '../../parts/text/Notice.tsx'
import { partsSentence } from './changed-parts.ts'
import { labelAt } from './field-errors.ts'
import type { RecordFormState } from './use-record-form.ts'

type FormPartProps = {
  readonly form: RecordFormState<unknown>
  /** The record's kind in a sentence: `schedule`. */
  readonly noun: string
}

/** At the top of a form: the errors of a refused save, and the notice that someone else changed the record. */
export const FormNotices = ({ form, noun }: FormPartProps) => {
  const { fields, problems, attempts, saveError, newer, unconfirmed, isNew } = form
  return (
    <>
      <ErrorSummary
        attempt={attempts}
        problems={problems.map(({ field, message }) => ({
          id: fieldId(field),
          text: `${labelAt(fields, field)}: ${message}`,
        }))}
        title={
          saveError && problems.length === 0
            ? `${saveError.message}${saveError.status === null ? '' : ' Nothing was saved.'}`
            : undefined
        }
      />
      {unconfirmed !== null && newer === null && (
        <Notice kind="warning" urgent title="The server is back.">
          {unconfirmed === 'changed' && isNew
            ? `The earlier save was not confirmed: before you save again, look whether the ${noun} is in the list already.`
            : 'This change was not confirmed. Save again: it is stored once.'}
        </Notice>
      )}
      {newer !== null && (
        <Notice
          kind="warning"
          title={`Someone else changed this ${noun} while you were editing.`}
          actions={<Act command="form.discard" size="small" label="Use their version" />}
        >
          Saving replaces their version. “Use their version” discards your changes.
        </Notice>
      )}
    </>
  )
}

/** At the foot of a form while there is something to save. */
export const FormSaveBar = ({ form, noun }: FormPartProps) => {
  const { dirty, untouched, all, parts, newer, saving, isNew } = form
  if (!dirty && !(untouched && all.length === 0)) return null
  const sentence = partsSentence(parts)
  return (
    <SaveBar
      count={Math.max(1, parts.length)}
      places={newer === null ? sentence : `${sentence}; someone else changed this ${noun} too`}
      discarding={{ command: 'form.discard' }}
      saving={{ command: 'form.save' }}
      label={isNew ? `Create ${noun}` : undefined}
      pending={saving}
    />
  )
}

type RecordFormProps = FormPartProps & {
  /** The form's accessible name. */
  readonly label: string
  /** Stands beside the fields: previews, estimates, help. */
  readonly beside?: ReactNode
  /** Class of the two columns. */
  readonly columns?: string | undefined
  readonly children: ReactNode
}

/** A page's form of a record: its fields, a panel beside them, and the save bar. */
export const RecordForm = ({ form, noun, label, beside, columns = 'beside', children }: RecordFormProps) => (
  <>
    <div className={columns}>
      <Form command="form.save" label={label} isNew={form.isNew}>
        <FormNotices form={form} noun={noun} />
        {children}
      </Form>
      {beside}
    </div>
    <FormSaveBar form={form} noun={noun} />
  </>
)
