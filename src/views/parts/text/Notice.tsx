import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import classes from './Notice.module.css'
import { StatusShape } from './StatusShape.tsx'

type NoticeProps = {
  kind: 'fail' | 'warning' | 'info'
  title?: ReactNode
  children?: ReactNode
  /** Announced immediately; for the outcome of a person's own action. */
  urgent?: boolean
  actions?: ReactNode
}

/** Inline message. */
export const Notice = ({ kind, title, children, urgent, actions }: NoticeProps) => (
  <div className={classNames(classes.notice, classes[kind])} role={urgent ? 'alert' : undefined}>
    {kind === 'info' ? <Icon name="help" /> : <StatusShape category={kind === 'fail' ? 'FAIL' : 'WARNING'} />}
    <div className={classes.words}>
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div className={classes.text}>{children}</div>}
    </div>
    {actions}
  </div>
)
