import type { ReactNode } from 'react'
import { ActKbd } from '../act/ActKbd.tsx'
import classes from './State.module.css'

type EmptyStateProps = {
  /** "No monitors yet" */
  title: string
  /** What the feature does, in one sentence. */
  children: ReactNode
  /** One primary action, optionally with others. */
  actions?: ReactNode
  /** The equivalent console line. */
  line?: string | undefined
}

/** Empty state: the purpose of the feature and how to begin. */
export const EmptyState = ({ title, children, actions, line }: EmptyStateProps) => (
  <div className={classes.state}>
    <svg className={classes.art} width="132" height="72" viewBox="0 0 132 72" aria-hidden="true">
      <path className={classes.ground} d="M2 62h128M14 62v-5M30 62v-5M46 62v-5M62 62v-9M78 62v-5M94 62v-5M110 62v-5" />
      <circle cx="66" cy="16" r="11" />
      <path d="M66 27v12" />
      <rect className={classes.weight} x="61.5" y="39" width="9" height="9" rx="1.5" />
      <path className={classes.trace} d="M2 50c14 0 18-7 30-7s14 4 24 4" />
    </svg>
    <h2>{title}</h2>
    <p>{children}</p>
    {actions && <div className={classes.actions}>{actions}</div>}
    {line && (
      <p className={classes.line}>
        Or press <ActKbd command="console.open" spoken /> and type <code>{line}</code>
      </p>
    )}
  </div>
)
