import type { ReactNode } from 'react'
import classes from './PageHead.module.css'

type PageHeadProps = {
  title: ReactNode
  /** Beside the title: the object's badge. `before` puts it first. */
  badge?: ReactNode
  badgeFirst?: boolean
  /** One line below the title. */
  lead?: ReactNode
  /** At the end of the line: the primary action last. */
  actions?: ReactNode
}

/** The head of a page: its one h1, what it is about, what can be done. */
export const PageHead = ({ title, badge, badgeFirst, lead, actions }: PageHeadProps) => (
  <div className={classes.head}>
    <div>
      <div className={classes.title}>
        {badgeFirst && badge}
        <h1>{title}</h1>
        {!badgeFirst && badge}
      </div>
      {lead !== undefined && <p className="trunc">{lead}</p>}
    </div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </div>
)
