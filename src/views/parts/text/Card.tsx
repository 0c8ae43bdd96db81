import { type ReactNode, useId } from 'react'
import classes from './Card.module.css'
import { classNames } from './class-names.ts'

type CardProps = {
  /** Absent: no header; then `label` names the region. */
  title?: ReactNode
  /** Muted text after the title: unit and window, or a count. */
  sub?: ReactNode
  /** Controls at the right of the header. */
  actions?: ReactNode
  /** Without padding, for tables and lists. */
  flush?: boolean | undefined
  label?: string | undefined
  className?: string | undefined
  children?: ReactNode
}

/** Framed section with a title. */
export const Card = ({ title, sub, actions, flush, label, className, children }: CardProps) => {
  const id = useId()
  return (
    <section
      className={classNames(classes.card, flush && classes.flush, className)}
      aria-labelledby={title === undefined ? undefined : id}
      aria-label={label}
    >
      {title !== undefined && (
        <header>
          <h2 id={id}>
            {title} {sub !== undefined && <span className={classes.sub}>{sub}</span>}
          </h2>
          {actions}
        </header>
      )}
      {flush ? children : <div className={classes.body}>{children}</div>}
    </section>
  )
}
