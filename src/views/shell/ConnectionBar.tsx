import type { ReactNode } from 'react'
import { classNames } from '../parts/text/class-names.ts'
import { Icon } from '../parts/text/Icon.tsx'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import classes from './ConnectionBar.module.css'

type ConnectionBarProps = {
  kind: 'fail' | 'warning' | 'info'
  title: ReactNode
  children?: ReactNode
  /** Changes every second, so it is not announced. */
  next?: ReactNode
  actions?: ReactNode
}

/** Bar about the connection to the server, below the top bar. */
export const ConnectionBar = ({ kind, title, children, next, actions }: ConnectionBarProps) => (
  <div className={classNames(classes.bar, classes[kind])}>
    {kind === 'info' ? <Icon name="help" /> : <StatusShape category={kind === 'fail' ? 'FAIL' : 'WARNING'} />}
    <div className={classes.words}>
      <p role="status">
        <strong>{title}</strong> {children && <span>{children}</span>}
      </p>
      {next && <span className={classes.next}>{next}</span>}
    </div>
    {actions}
  </div>
)
