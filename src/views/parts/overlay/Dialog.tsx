import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { type ActSpec, useActs } from '../act/acts.ts'
import { classNames } from '../text/class-names.ts'
import classes from './Dialog.module.css'
import { useClosingEnter } from './double-press.ts'

type DialogProps = {
  /** Visible title, or `label` for a dialog without one. */
  title?: ReactNode
  label?: string
  /** Runs on Esc and on a click on the scrim. */
  closing: ActSpec
  /** The dialog holds unsaved input, so a click on the scrim does not close it. */
  holdsInput?: boolean
  /** Primary action first. */
  actions?: ReactNode
  className?: string
  children?: ReactNode
}

/** Modal dialog; it traps focus while rendered. */
export const Dialog = ({ title, label, closing, holdsInput, actions, className, children }: DialogProps) => {
  const acts = useActs()
  const dialog = useRef<HTMLDialogElement>(null)
  const enter = useClosingEnter()
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    // Closing restores focus; React would remove the element without closing it.
    return () => {
      element?.close()
      enter.closed()
    }
  }, [enter])
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
      {...enter.keys}
    >
      <div className={classes.inside}>
        {title !== undefined && <h2 id={id}>{title}</h2>}
        {children}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
