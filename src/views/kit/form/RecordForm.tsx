import { type ReactNode, useEffect, useRef } from 'react'
import { Act } from '../../parts/act/Act.tsx'
import { ErrorSummary } from '../../parts/form/ErrorSummary.tsx'
import { Form } from '../../parts/form/Form.tsx'
import { fieldId } from '../../parts/form/field-id.ts'
import { SaveBar } from '../../parts/form/SaveBar.tsx'
import { Notice } from '../../parts/text/Notice.tsx'
import { Time } from '../../parts/text/Time.tsx'
import { partsSentence } from './changed-parts.ts'
import { labelAt } from './field-errors.ts'
import type { RecordFormState } from './use-record-form.ts'

type FormPartProps = {
  readonly form: RecordFormState<unknown>
  /** The record's kind in a sentence: `schedule`. */
  readonly noun: string
  /** Shows the other version beside the draft. */
  readonly difference?: ReactNode
}

/** At the top of a form: the errors of a refused save, and the notice that the record was changed elsewhere. */
export const FormNotices = ({ form, noun, difference }: FormPartProps) => {
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
      {newer !== null && <OtherVersion form={form} noun={noun} difference={difference} />}
    </>
  )
}

/** The choice between the draft and what was stored elsewhere. A save leads here; only the choice itself saves. */
const OtherVersion = ({ form, noun, difference }: FormPartProps) => {
  const { attempts, theirParts, theirTime } = form
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts === 0) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [attempts])
  return (
    <div ref={box} role="alert" tabIndex={-1}>
      <Notice
        kind="warning"
        title={`This ${noun} was changed elsewhere while you were editing.${attempts > 0 ? ' Nothing was saved.' : ''}`}
        actions={
          <>
            <Act command="form.discard" size="small" label="Use their version" />
            <Act command="form.replace" size="small" />
          </>
        }
      >
        {theirTime !== null && (
          <>
            Their version was saved <Time at={theirTime} />.{' '}
          </>
        )}
        {theirParts.length > 0 && `Changed there: ${theirParts.join(', ')}. `}
        “Replace their version” saves yours over it. “Use their version” discards your changes.
        {difference}
      </Notice>
    </div>
  )
}

/** At the foot of a form while there is something to save; of a new record always, so that its button is seen from the start. */
export const FormSaveBar = ({ form, noun }: FormPartProps) => {
  const { dirty, untouched, all, parts, newer, saving, isNew } = form
  if (!dirty && !untouched) return null
  const sentence = partsSentence(parts)
  return (
    <SaveBar
      count={untouched ? 0 : Math.max(1, parts.length)}
      nothing={all.length === 0 ? 'Ready to create' : 'Nothing entered yet'}
      places={newer === null ? sentence : `${sentence}; this ${noun} was changed elsewhere too`}
      discarding={untouched ? null : { command: 'form.discard' }}
      saving={{ command: newer === null ? 'form.save' : 'form.replace' }}
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
export const RecordForm = ({
  form,
  noun,
  difference,
  label,
  beside,
  columns = 'beside',
  children,
}: RecordFormProps) => (
  <>
    <div className={columns}>
      <Form command="form.save" label={label} isNew={form.isNew}>
        <FormNotices form={form} noun={noun} difference={difference} />
        {children}
      </Form>
      {beside}
    </div>
    <FormSaveBar form={form} noun={noun} />
  </>
)
