import type { KeyboardEvent, ReactNode } from 'react'
import { Act } from '../../parts/act/Act.tsx'
import type { ActSpec } from '../../parts/act/acts.ts'
import { Dialog } from '../../parts/overlay/Dialog.tsx'
import { Notice } from '../../parts/text/Notice.tsx'
import type { DialogFormState } from './use-dialog-form.ts'

type ShortFormProps = {
  readonly form: Pick<DialogFormState<Readonly<Record<string, string>>>, 'failure' | 'submit' | 'sending'>
  /** The form's accessible name, and the dialog's title. */
  readonly title: string
  /** Title of the notice of a refusal: "The project was not created". */
  readonly failed: string
  /** Command that the button is named after. */
  readonly sending: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Sends the form on Ctrl+Enter, since Enter alone is a new line in a text of several lines. */
const sendOnControlEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  if (event.defaultPrevented || !(event.target instanceof HTMLTextAreaElement)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** A short form on a page: its fields, the refusal, and the buttons. */
export const ShortForm = (props: ShortFormProps & { readonly cancel: ReactNode }) => {
  const { form, title, failed, sending, className = 'stack', cancel, children } = props
  return (
    <form className={className} onSubmit={form.submit} onKeyDown={sendOnControlEnter} noValidate aria-label={title}>
      {form.failure && form.failure.problems.length === 0 && (
        <Notice kind="fail" urgent title={failed}>
          {form.failure.message}
        </Notice>
      )}
      {children}
      <div className="row">
        <Act command={sending} kind="primary" submits hint={false} pending={form.sending} />
        {cancel}
      </div>
    </form>
  )
}

type DialogFormProps = ShortFormProps & {
  readonly closing: ActSpec
  /** Something was typed: a click beside the dialog does not close it. */
  readonly holdsInput: boolean
}

/** A short form in a dialog. */
export const DialogForm = ({ closing, holdsInput, ...form }: DialogFormProps) => (
  <Dialog title={form.title} closing={closing} holdsInput={holdsInput}>
    <ShortForm {...form} cancel={<Act {...closing} kind="ghost" />} />
  </Dialog>
)
