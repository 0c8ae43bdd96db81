import { type FormEvent, type ReactNode, useEffect } from 'react'
import { type ActSpec, useActs } from '../act/acts.ts'
import { classNames } from '../text/class-names.ts'
import { focusPage, isFocusFree } from './focus-page.ts'

/**
 * A form that runs a command when it is submitted, by Enter or by a button that `submits`. Errors show in our fields, not in the browser's
 * bubbles. With `isNew`, which only the form of a record has, a new record's focus begins in the first empty field; that of a stored one
 * begins at the form itself, so that keys are still shortcuts and Tab leads to its first field.
 */
export const Form = (
  props: ActSpec & { label?: string; className?: string | undefined; isNew?: boolean; children: ReactNode },
) => {
  const acts = useActs()
  const { isNew } = props
  const record = isNew === undefined ? undefined : isNew ? 'new' : 'stored'
  // The page takes the focus when it is arrived at, and its form may come later than that.
  useEffect(() => {
    if (record && isFocusFree()) focusPage()
  }, [record])
  const send = (event: FormEvent) => {
    event.preventDefault()
    acts.perform(props.command, props.args)
  }
  return (
    <form
      noValidate
      data-record={record}
      tabIndex={record && -1}
      aria-label={props.label}
      className={classNames(props.className ?? 'stack')}
      onSubmit={send}
    >
      {props.children}
    </form>
  )
}
