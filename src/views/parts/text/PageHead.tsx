import type { ReactNode } from 'react'
import classes from './PageHead.module.css'

type PageHeadProps = {
  title: ReactNode
  /** Badge of the object, after the title or `before` it. */
  badge?: ReactNode
  badgeFirst?: boolean
  /** One line below the title. */
  lead?: ReactNode
  /** Actions at the right, the primary action last. */
  actions?: ReactNode
}

/** Page header: the only h1, a lead sentence, actions. */
export const PageHead = ({ title, badge, badgeFirst, lead, actions }: PageHeadProps) => (
  <div className={classes.head}>
    <div>
      <div className={classes.title}>
        {badgeFirst && badge}
        <h1>{title}</h1>
        {!badgeFirst && badge}
      </div>
      {lead !== undefined && <p className={classes.lead}>{lead}</p>}
    </div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </div>
)
