import { createContext, type ReactNode, useContext, useId } from 'react'
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

/** Id of the element that names what cards belong to, where a page repeats cards of the same title: it stands before their own names. */
export const CardOwner = createContext<string | null>(null)

/** Framed section with a title. */
export const Card = ({ title, sub, actions, flush, label, className, children }: CardProps) => {
  const id = useId()
  const owner = useContext(CardOwner)
  return (
    <section
      className={classNames(classes.card, flush && classes.flush, className)}
      aria-labelledby={title === undefined ? undefined : classNames(owner, id)}
      aria-label={label}
    >
      {title !== undefined && (
        <header>
          <h2 id={id}>
            {title} {sub !== undefined && <span className={classes.sub}>{sub}</span>}
          </h2>
          {actions && <div className={classes.actions}>{actions}</div>}
        </header>
      )}
      {flush ? children : <div className={classes.body}>{children}</div>}
    </section>
  )
}
