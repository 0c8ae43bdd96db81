import type { FormEvent, ReactNode } from 'react'
import { type ActSpec, useActs } from '../act/acts.ts'
import { classNames } from '../text/class-names.ts'

/** A form that runs a command when it is submitted, by Enter or by a button that `submits`. Errors show in our fields, not in the browser's bubbles. */
export const Form = (props: ActSpec & { label?: string; className?: string | undefined; children: ReactNode }) => {
  const acts = useActs()
  const send = (event: FormEvent) => {
    event.preventDefault()
    acts.perform(props.command, props.args)
  }
  return (
    <form noValidate aria-label={props.label} className={classNames(props.className ?? 'stack')} onSubmit={send}>
      {props.children}
    </form>
  )
}
