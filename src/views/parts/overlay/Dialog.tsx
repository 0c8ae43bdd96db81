import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { type ActSpec, useActs } from '../act/acts.ts'
import { classNames } from '../text/class-names.ts'
import classes from './Dialog.module.css'

type DialogProps = {
  /** A question or the name of what it is; `label` where it shows no title. */
  title?: ReactNode
  label?: string
  /** Runs on Esc and on a click on the scrim. */
  closing: ActSpec
  /** It holds unsaved input: a click on the scrim does not close it. */
  holdsInput?: boolean
  /** The primary first. */
  actions?: ReactNode
  className?: string
  children?: ReactNode
}

/** A layer above the page that holds the focus while it is drawn. */
export const Dialog = ({ title, label, closing, holdsInput, actions, className, children }: DialogProps) => {
  const acts = useActs()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    // Closing gives the focus back; React takes the element away without closing it, and that after this.
    return () => element?.close()
  }, [])
  const close = () => acts.perform(closing.command, closing.args)
  const cancelled = (event: SyntheticEvent) => {
    event.preventDefault()
    close()
  }
  const clicked = (event: MouseEvent) => {
    if (event.target === dialog.current && !holdsInput) close()
  }
  return (
    <dialog
      ref={dialog}
      className={classNames(classes.dialog, className ?? classes.framed)}
      aria-labelledby={title === undefined ? undefined : id}
      aria-label={label}
      onCancel={cancelled}
      onMouseDown={clicked}
    >
      <div className={classes.inside}>
        {title !== undefined && <h2 id={id}>{title}</h2>}
        {children}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
