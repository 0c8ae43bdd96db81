import type { FormEvent, ReactNode } from 'react'
import { type ActSpec, useActs } from '../act/acts.ts'
import { classNames } from '../text/class-names.ts'

/** A form whose sending (Enter, or a button that `submits`) runs a command. What is wrong is said by our fields, not the browser's bubbles. */
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
